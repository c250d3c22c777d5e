// The second half of a double press: what it hits has moved under the finger, and was never meant.

/** So soon after another, in milliseconds, nobody has read what came in between. */
const SOON = 350;
/** A finger does not come down on the very same spot, in pixels. */
const SPOT = 30;

export interface Press {
  x: number;
  y: number;
  at: number;
}

export class Strays {
  #last: (Press & { shown: unknown }) | null = null;

  /** Whether a press comes at once after another in its place, with something else shown since. */
  isStray(press: Press, shown: unknown): boolean {
    const last = this.#last;
    const isStray =
      last !== null &&
      last.shown !== shown &&
      press.at - last.at < SOON &&
      Math.hypot(press.x - last.x, press.y - last.y) < SPOT;
    this.#last = { ...press, shown: isStray ? last.shown : shown };
    return isStray;
  }
}
