/** Where a call of a turn is. */
type Stage = "checking" | "working" | "asking" | "decided" | "ended";

/** The way of one call through its turn. */
export interface CallStages {
  /** The call needs nobody's approval and is made. */
  work(): void;
  /** Resolves when a person may be asked about the call. */
  ask(): Promise<void>;
  /** The call has been approved. Resolves when it may be made. */
  decide(): Promise<void>;
  /** The call has ended, however it did. */
  end(): void;
}

/**
 * Puts the calls of a turn in order: first those that need no approval, side by side, then all questions, then the calls that
 * were approved. A run that waits for a person may go on in another process: what was in the making then would be done twice.
 */
export class CallOrder {
  readonly #stages: Stage[];
  readonly #waiting = new Set<{ readonly for: readonly Stage[]; readonly go: () => void }>();

  /** @param count How many calls there are. */
  constructor(count: number) {
    this.#stages = Array.from({ length: count }, () => "checking");
  }

  /** The way of the call with this index. */
  stagesOf(index: number): CallStages {
    return {
      work: () => this.#enter(index, "working"),
      ask: () => {
        this.#enter(index, "asking");
        return this.#until("checking", "working");
      },
      decide: () => {
        this.#enter(index, "decided");
        return this.#until("checking", "working", "asking");
      },
      end: () => this.#enter(index, "ended"),
    };
  }

  #enter(index: number, stage: Stage): void {
    this.#stages[index] = stage;
    for (const waiting of this.#waiting) {
      if (this.#isAnyIn(waiting.for)) continue;
      this.#waiting.delete(waiting);
      waiting.go();
    }
  }

  /** Waits until no call is in one of these stages. */
  #until(...stages: readonly Stage[]): Promise<void> {
    if (!this.#isAnyIn(stages)) return Promise.resolve();
    return new Promise((go) => this.#waiting.add({ for: stages, go }));
  }

  #isAnyIn(stages: readonly Stage[]): boolean {
    return this.#stages.some((stage) => stages.includes(stage));
  }
}
