import { expect, test } from "vitest";

import { pageAt, to } from "./router.svelte";

test.each([
  ["/", { name: "home" }],
  ["/rules", { name: "rules", id: null }],
  ["/rules/", { name: "rules", id: null }],
  ["/rules/KIM-4.1a", { name: "rules", id: "KIM-4.1a" }],
  ["/play/abc", { name: "play", game: "abc" }],
  ["/battles/stands/first-lesson", { name: "setup", system: "stands", scenario: "first-lesson" }],
  ["/battles/stands", { name: "lost", path: "/battles/stands" }],
  ["/games/abc/after", { name: "after", game: "abc" }],
  ["/games/abc/before", { name: "lost", path: "/games/abc/before" }],
  ["/join/", { name: "join" }],
  ["/rosters", { name: "rosters" }],
  ["/rosters/the-third", { name: "roster", id: "the-third" }],
  ["/rosters/a/b", { name: "lost", path: "/rosters/a/b" }],
  ["/own-book", { name: "own-book" }],
  ["/move", { name: "move" }],
  ["/join/x", { name: "lost", path: "/join/x" }],
  ["/play", { name: "lost", path: "/play" }],
  ["/rules/a/b", { name: "lost", path: "/rules/a/b" }],
])("%s", (path, page) => {
  expect(pageAt(path)).toEqual(page);
});

test("an id with odd characters survives its address", () => {
  const id = "Q&A 1/2 ?";
  expect(pageAt(to.rule(id))).toEqual({ name: "rules", id });
});

test("a broken escape is taken as it stands", () => {
  expect(pageAt("/rules/%E0%A4%A")).toEqual({ name: "rules", id: "%E0%A4%A" });
});
