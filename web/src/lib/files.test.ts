import { expect, test } from "vitest";

import { chosenText, fileName } from "./files";

test("a title becomes a name that every system takes", () => {
  expect(fileName("Die Größe / 3. Gruppe", "yaml")).toBe("die-groe-3-gruppe.yaml");
  expect(fileName("…", "pdf")).toBe("roster.pdf");
});

test("a file that is far too large is not read", async () => {
  const large = new File(["x".repeat(70_000)], "large.yaml");
  await expect(chosenText(large)).rejects.toThrow("large.yaml is too large");
  await expect(chosenText(new File(["a: 1"], "small.yaml"))).resolves.toBe("a: 1");
});
