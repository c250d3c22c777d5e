import { expect, test } from "vitest";

import { undoneWords, wishWords } from "./wish";

const nameOf = (seat: string): string => (seat === "red" ? "Anna (Red)" : seat);
const wish = { seat: "red", agreed: [], waits_for: ["blue"], when: "Turn 2 of 8, Fire", question: "", undoes: 0, first: "" };

test("a take-back says which choice, and the question to who was asked it", () => {
  expect(wishWords(wish, false, nameOf)).toBe("Anna (Red) asks to take back the last choice (Turn 2 of 8, Fire).");
  expect(wishWords({ ...wish, question: "Who fires?" }, true, nameOf)).toBe(
    "You ask to take back your answer to “Who fires?” (Turn 2 of 8, Fire).",
  );
  expect(wishWords({ ...wish, when: "" }, false, nameOf)).toBe("Anna (Red) asks to take back the last choice.");
});

test("what it would undo is told from one's own log", () => {
  expect(undoneWords(wish)).toBe("");
  expect(undoneWords({ ...wish, undoes: 1, first: "A shot." })).toBe("One line of your log would no longer hold: “A shot.”");
  expect(undoneWords({ ...wish, undoes: 4, first: "A shot." })).toBe(
    "4 lines of your log would no longer hold, from “A shot.” on.",
  );
});
