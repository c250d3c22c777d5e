import { expect, test } from "vitest";

import { calledTo } from "./called";

const told = { by: "german", seat: "soviet", side: "Soviet" };

test("everybody reads who calls him and where he sits", () => {
  const nameOf = () => "Anna (German)";
  expect(calledTo(told, false, nameOf)).toBe("Anna (German) begins this battle again: you play Soviet.");
  expect(calledTo({ ...told, seat: "observer", side: "" }, false, nameOf)).toContain("you can look on.");
  expect(calledTo({ ...told, seat: "umpire", side: "" }, false, nameOf)).toContain("you are the umpire.");
  expect(calledTo(told, true, nameOf)).toBe("This battle has been begun again.");
});
