// "Report a mistake": what somebody objects to, until he has said why.

export interface Objection {
  what: "sight" | "refusal" | "log" | "other";
  rows: string[];
  /** The ends of the line, the refused draft, the event: whatever shows the place. */
  where: unknown;
}

class Complaint {
  about = $state.raw<Objection | null>(null);

  open(about: Objection): void {
    this.about = about;
  }
}

export const complaint = new Complaint();
