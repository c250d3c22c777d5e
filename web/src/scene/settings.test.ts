import { expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { readSettings } = await import("./settings.svelte");

test("what makes no sense is left as usual", () => {
  expect(readSettings('{"pace":"quick","stops":"never","sound":"yes"}')).toEqual({
    pace: "quick",
    stops: "choices",
    symbols: "figures",
    sound: false,
    text: false,
    dead: true,
  });
  expect(readSettings('{"dead":false}').dead).toBe(false);
  expect(readSettings("nonsense").pace).toBe("tell");
  expect(readSettings(null).text).toBe(false);
});
