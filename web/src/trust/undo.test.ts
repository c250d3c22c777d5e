import { expect, test } from "vitest";

import { event } from "../scene/fixtures";
import { whyNoUndo } from "./undo";

test("what cannot be undone says which dice have fallen, or what has come since", () => {
  const shown = { ...event("shown", {}), text: "The gun shows itself." };
  const rolled = { ...event("roll", {}, [3]), text: "Dolgov: 3." };
  expect(whyNoUndo([shown, rolled, shown], false)).toContain("Dice have fallen since your last choice: “Dolgov: 3.”");
  expect(whyNoUndo([rolled, shown], false)).toContain("ask the table for a take-back");
  expect(whyNoUndo([shown], true)).toMatch(/Others have chosen.*“The gun shows itself.”.*timeline/);
  expect(whyNoUndo([], true)).toContain("nothing to undo");
});
