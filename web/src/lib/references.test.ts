import { expect, test } from "vitest";

import { paragraphs, pieces } from "./references";

const known = new Set(["KIM-4.1a", "NUTS-FIRE-01", "OTO-R39", "OTO-RGN-h"]);
const leads = (id: string) => (known.has(id) ? `/${id}` : null);
const ids = (text: string) => pieces(text, leads).flatMap(({ text, href }) => (href ? [text] : []));

test("known ids are found, unknown ones stay text", () => {
  expect(ids("as KIM-4.1a and ABC-1 say (ruling OTO-R39).")).toEqual(["KIM-4.1a", "OTO-R39"]);
  expect(ids("see NUTS-FIRE-01. Then OTO-RGN-h; T-34")).toEqual(["NUTS-FIRE-01", "OTO-RGN-h"]);
});

test("nothing of the text is lost", () => {
  const text = "By KIM-4.1a, OTO-R39.";
  expect(
    pieces(text, leads)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("paragraphs", () => {
  expect(paragraphs("one\n\ntwo\nthree\n")).toEqual(["one", "two", "three"]);
});
