import { expect, test } from "vitest";

import { Latest } from "./latest";

test("of those that come meanwhile only the newest is run", async () => {
  const run: number[] = [];
  const latest = new Latest<number>(async (value) => {
    run.push(value);
    await Promise.resolve();
  });
  latest.ask(1);
  latest.ask(2);
  latest.ask(3);
  await latest.settled();
  expect(run).toEqual([1, 3]);
  latest.ask(4);
  latest.ask(5);
  latest.drop();
  await latest.settled();
  expect(run).toEqual([1, 3, 4]);
});
