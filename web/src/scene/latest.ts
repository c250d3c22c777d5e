/** Runs one thing at a time; of those that come meanwhile only the newest is run afterwards. */
export class Latest<T> {
  #next: { value: T } | null = null;
  #running: Promise<void> | null = null;

  constructor(readonly run: (value: T) => Promise<void>) {}

  ask(value: T): void {
    this.#next = { value };
    this.#running ??= this.#work();
  }

  /** When everything that was asked for is done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Forget what has not begun. */
  drop(): void {
    this.#next = null;
  }

  async #work(): Promise<void> {
    while (this.#next) {
      const { value } = this.#next;
      this.#next = null;
      await this.run(value);
    }
    this.#running = null;
  }
}
