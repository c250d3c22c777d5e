import { describe, expect, it } from "vitest";

import { fingerprint, readSeals, withSeal } from "./seal";
import { sha256, sha256ByHand } from "./sha256";

const text = (words: string) => new TextEncoder().encode(words);

describe("SHA-256 worked out by hand", () => {
  it("gives what the standard gives", () => {
    expect(sha256ByHand(text("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256ByHand(text(""))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("agrees with the browser's own at every length around a block", async () => {
    for (let length = 0; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      expect(sha256ByHand(message)).toBe(await sha256(message));
    }
  });
});

describe("the fingerprint of a seed", () => {
  it("is the one that the server promises", async () => {
    const promised = "daf956a295121ebbaff402aa51c4cb86e62b55d32d37822031d78745685f3d06";
    expect(await fingerprint("00".repeat(32))).toBe(promised);
  });

  it("is none for what is no seed", async () => {
    expect(await fingerprint("")).toBe("");
    expect(await fingerprint("abc")).toBe("");
    expect(await fingerprint("zz")).toBe("");
  });
});

describe("what this browser first saw", () => {
  it("stays what it was", () => {
    const kept = withSeal({}, "g", "aaaa", "2026-11-15");
    expect(withSeal(kept, "g", "bbbb", "2026-11-16")).toBe(kept);
    expect(withSeal(kept, "h", "cccc", "2026-11-16")).toEqual({
      g: { commitment: "aaaa", on: "2026-11-15" },
      h: { commitment: "cccc", on: "2026-11-16" },
    });
  });

  it("is kept for the latest games only", () => {
    let kept = {};
    for (let n = 0; n < 300; n++) kept = withSeal(kept, `g${n}`, "c", "d");
    expect(Object.keys(kept)).toHaveLength(200);
    expect(kept).toHaveProperty("g299");
  });

  it("is nothing where nonsense was kept", () => {
    for (const nonsense of [null, "", "[]", "{", "3"]) expect(readSeals(nonsense)).toEqual({});
  });
});
