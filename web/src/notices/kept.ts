// What this browser keeps of how its owner wants to be called.

export interface Kept {
  sound: boolean;
  notification: boolean;
}

/** What was kept, as far as it makes sense: a sound unless it was switched off, a notification if it was wanted. */
export function readWishes(kept: string | null): Kept {
  try {
    const found = JSON.parse(kept ?? "{}") as Partial<Kept>;
    return { sound: found.sound !== false, notification: found.notification === true };
  } catch {
    return { sound: true, notification: false };
  }
}
