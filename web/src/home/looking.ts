// A page that shows what others may change looks again by itself, as long as somebody looks at it.

export const LOOK_EVERY = 15_000;

/** Looks at once, every so often, and whenever the page comes back into view; what it returns ends that. */
export function keepLooking(look: () => Promise<void>): () => void {
  const looks = (): void => {
    if (!document.hidden) void look().catch(() => {});
  };
  looks();
  const timer = setInterval(looks, LOOK_EVERY);
  addEventListener("visibilitychange", looks);
  return () => {
    clearInterval(timer);
    removeEventListener("visibilitychange", looks);
  };
}
