// How somebody wants to be called by this browser: kept in it.

import { readWishes } from "./kept";

const KEY = "deadground.notices";

class Wishes {
  sound = $state(true);
  notification = $state(false);

  constructor() {
    Object.assign(this, readWishes(localStorage.getItem(KEY)));
  }

  keep(): void {
    const { sound, notification } = this;
    localStorage.setItem(KEY, JSON.stringify({ sound, notification }));
  }
}

export const wishes = new Wishes();
