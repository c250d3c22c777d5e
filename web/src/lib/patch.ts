import type { Change } from "./contract";

type Container = Record<string | number, unknown>;

/**
 * The value after the changes. Only what lies on a changed path is copied, so the page redraws no more than that.
 * A change without `set` sets null: the server leaves out what has its usual value.
 */
export function apply(old: unknown, changes: readonly Change[]): unknown {
  const fresh = new Set<unknown>();
  const own = (value: unknown): Container => {
    if (typeof value !== "object" || value === null) throw new Error("a change leads through a plain value");
    if (fresh.has(value)) return value as Container;
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Container;
    fresh.add(copy);
    return copy;
  };
  let root = old;
  for (const { at, set = null, gone = false } of changes) {
    const last = at.at(-1);
    if (last === undefined) {
      root = set;
      continue;
    }
    let target = (root = own(root)) as Container;
    for (const part of at.slice(0, -1)) target = target[part] = own(target[part]);
    if (!gone) target[last] = set;
    else if (Array.isArray(target)) target.splice(Number(last), 1);
    else delete target[last];
  }
  return root;
}
