import type { Fault } from "../../lib/contract";

/** What every form gets besides its request: what is wrong with the draft, and ids of its own for its fields. */
export interface FormProps {
  faults: readonly Fault[];
  prefix: string;
}
