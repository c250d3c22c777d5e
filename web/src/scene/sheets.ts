// What stands beside the map.

/** What a wide screen has below what now. */
export type Beside = "thread" | "log" | "talk";

/** What a phone shows one at a time. */
export type Sheet = "now" | "forces" | Beside;
