// Light or dark: as the system has it, unless this browser was told otherwise.
const KEY = "deadground.look";

export const LOOKS = { system: "As this device", light: "Light", dark: "Dark" };
export type Look = keyof typeof LOOKS;

/** What was kept, as far as it makes sense. */
export const readLook = (kept: string | null): Look => (kept === "light" || kept === "dark" ? kept : "system");

class Chosen {
  look = $state<Look>("system");

  /** Once, before anything is drawn. */
  start(): void {
    this.show(readLook(localStorage.getItem(KEY)));
  }

  choose(look: Look): void {
    localStorage.setItem(KEY, look);
    this.show(look);
  }

  private show(look: Look): void {
    this.look = look;
    document.documentElement.dataset.look = look;
  }
}

export const chosen = new Chosen();
