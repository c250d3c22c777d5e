import { expect, test } from "vitest";

import { menSheet } from "./sheet";

test("the specimen sheet of men is as they are drawn; `vitest run -u` makes it anew", async () => {
  await expect(menSheet()).toMatchFileSnapshot("../../../../docs/pictures/men.svg");
});
