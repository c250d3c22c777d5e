import { expect, test } from "vitest";

import { readLook } from "./look.svelte";

test("a look that was kept is kept; nothing, or nonsense, follows the system", () => {
  expect([null, "", "dark", "light", "system", "purple"].map(readLook)).toEqual([
    "system",
    "system",
    "dark",
    "light",
    "system",
    "system",
  ]);
});
