// Where the focus goes when a dialog opens or a question comes up: to what does no harm.

/** Open a dialog with the focus on the first thing in it that is marked as harmless. */
export function openSafely(dialog: HTMLDialogElement | undefined): void {
  if (!dialog) return;
  if (!dialog.open) dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-safe]")?.focus({ preventScroll: true });
}

/** What is said just now is read, however far its panel was scrolled. */
export function inSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
}

/** Takes the focus as soon as it is there. */
export function focused(node: HTMLElement): void {
  node.focus();
}
