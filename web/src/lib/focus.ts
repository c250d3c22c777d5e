// Where the focus goes when a dialog opens or a question comes up: to what does no harm.

/** Open a dialog with the focus on the first thing in it that is marked as harmless. */
export function openSafely(dialog: HTMLDialogElement | undefined): void {
  if (!dialog) return;
  if (!dialog.open) dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-safe]")?.focus({ preventScroll: true });
}

/** Whether there is glass under the finger and no keyboard: then no key is named. */
export const onGlass = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** A dialog closes with a press beside it; one that only ends there was drawn out of it, and does not. */
export function closesOutside(dialog: HTMLDialogElement): () => void {
  let began = false;
  const isOutside = ({ target, clientX, clientY }: MouseEvent): boolean => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  };
  const down = (event: PointerEvent): void => void (began = isOutside(event));
  const up = (event: MouseEvent): void => {
    if (began && isOutside(event)) dialog.close();
  };
  dialog.addEventListener("pointerdown", down);
  dialog.addEventListener("click", up);
  return () => {
    dialog.removeEventListener("pointerdown", down);
    dialog.removeEventListener("click", up);
  };
}

/** What is said just now is read, however far its panel was scrolled. */
export function inSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
}

/** Takes the focus as soon as it is there. */
export function focused(node: HTMLElement): void {
  node.focus();
}
