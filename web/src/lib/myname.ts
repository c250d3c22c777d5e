// What I am called, remembered so that I need not type it twice.
const KEY = "deadground.name";

export const myName = {
  read: (): string => localStorage.getItem(KEY) ?? "",
  keep: (name: string): void => {
    if (name.trim()) localStorage.setItem(KEY, name.trim());
  },
};

/** As many letters as the server takes. */
export const LONGEST_NAME = 40;
