// Calling somebody to the table from this page: title, sound, browser notification. Once for each time he looks away.
import type { SeenView } from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import { heading } from "../lib/words";
import { chime } from "./chime";
import { isNeeded, shouldCall } from "./needed";
import { wishes } from "./wishes.svelte";

class Calling {
  /** Whether somebody was called, is needed still and has not come yet. */
  calls = $state(false);

  /** Whether somebody was called since he last looked: then he is not called again. */
  #called = false;
  #needed = false;
  #since = 0;
  #shown: Notification | null = null;

  /** Tell the server whether this page is looked at, for as long as the table is open. */
  attend(table: Table): () => void {
    const say = (): void => {
      if (table.state === "open") void table.ask({ type: "attend", visible: !document.hidden });
      this.#look();
    };
    const look = (): void => this.#look();
    document.addEventListener("visibilitychange", say);
    addEventListener("focus", look);
    this.#needed = false;
    this.#since = Date.now();
    return () => {
      document.removeEventListener("visibilitychange", say);
      removeEventListener("focus", look);
      this.#called = false;
      this.#hush();
    };
  }

  /** The view has changed: call, if there is reason to. */
  heed(view: SeenView): void {
    const is = isNeeded(view);
    const waited = Date.now() - this.#since;
    const attended = !document.hidden && document.hasFocus();
    if (shouldCall(this.#needed, is, attended, waited, this.#called)) this.#call(view, attended);
    if (this.#needed && !is) this.#since = Date.now();
    this.#needed = is;
    if (!is) this.#hush();
  }

  #call(view: SeenView, attended: boolean): void {
    if (wishes.sound) chime();
    if (attended) return;
    this.calls = this.#called = true;
    if (!wishes.notification || !allowed()) return;
    const title = `${heading(view.system)}: ${heading(view.scenario)}`;
    this.#shown = new Notification("You are needed", { body: title, tag: view.game });
    this.#shown.onclick = () => window.focus();
  }

  #look(): void {
    if (document.hidden || !document.hasFocus()) return;
    this.#called = false;
    this.#hush();
  }

  #hush(): void {
    this.calls = false;
    this.#shown?.close();
    this.#shown = null;
  }
}

/** Whether this browser lets the page show notifications. */
export function allowed(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

export const calling = new Calling();
