// Counts of answers by door, by operation or form, and by status.

import type { Draft, FuzzedDoor } from "./draft.ts";

type Outcome = number | "closed" | "hangs";

interface Counted {
  readonly door: FuzzedDoor;
  readonly name: string;
  readonly outcomes: Map<Outcome, number>;
}

/** A count as it is kept between runs. */
export interface KeptCount {
  readonly door: FuzzedDoor;
  readonly name: string;
  readonly outcomes: readonly (readonly [Outcome, number])[];
}

export class AnswerTally {
  readonly #counted = new Map<string, Counted>();
  #requests = 0;

  /** The counts of several runs, in one. */
  static sumOf(runs: readonly (readonly KeptCount[])[]): AnswerTally {
    const tally = new AnswerTally();
    for (const { outcomes, ...named } of runs.flat())
      for (const [outcome, times] of outcomes) tally.count(named, outcome, times);
    return tally;
  }

  kept(): KeptCount[] {
    return this.all().map(({ outcomes, ...named }) => ({ ...named, outcomes: [...outcomes] }));
  }

  get requests(): number {
    return this.#requests;
  }

  count({ door, name }: Pick<Draft, "door" | "name">, outcome: Outcome, times = 1): void {
    this.#requests += times;
    const counted = this.#counted.get(`${door} ${name}`) ?? { door, name, outcomes: new Map() };
    this.#counted.set(`${door} ${name}`, counted);
    counted.outcomes.set(outcome, (counted.outcomes.get(outcome) ?? 0) + times);
  }

  /** A row for each door: its requests, and the numbers of answers 2xx, 3xx, 4xx, 5xx, and of none. */
  byDoor(): string[][] {
    const doors = [...new Set(this.all().map(({ door }) => door))];
    return [
      ...doors.map((door) =>
        row(
          door,
          this.all().filter((one) => one.door === door),
        ),
      ),
      row("all", this.all()),
    ];
  }

  /** As `byDoor`, by operation or form of a door. */
  byName(door: FuzzedDoor): string[][] {
    return this.all()
      .filter((one) => one.door === door)
      .sort((one, other) => one.name.localeCompare(other.name))
      .map((one) => row(one.name, [one]));
  }

  /** Answers that no request may have. */
  violations(): { readonly "5xx": number; readonly hangs: number } {
    const sum = (fits: (outcome: Outcome) => boolean) => timesOf(this.all(), fits);
    return {
      "5xx": sum((outcome) => typeof outcome === "number" && outcome >= 500),
      hangs: sum((outcome) => outcome === "hangs"),
    };
  }

  /** Operations and forms of a door with an answer below 400. */
  accepted(door: FuzzedDoor): string[] {
    return this.all()
      .filter((one) => one.door === door && wasAccepted(one))
      .map(({ name }) => name);
  }

  /** Operations and forms that no request of theirs has got through. */
  neverAccepted(): string[] {
    const written = ({ door, name, outcomes }: Counted) =>
      `${door}: ${name} (${[...outcomes].map(([status, times]) => `${times} × ${status}`).join(", ")})`;
    return this.all()
      .filter((one) => !wasAccepted(one))
      .map(written)
      .sort();
  }

  countOf(door: FuzzedDoor): number {
    return this.all().filter((one) => one.door === door).length;
  }

  all(): Counted[] {
    return [...this.#counted.values()];
  }
}

function wasAccepted({ outcomes }: Counted): boolean {
  return [...outcomes.keys()].some((outcome) => typeof outcome === "number" && outcome < 400);
}

function timesOf(counted: readonly Counted[], fits: (outcome: Outcome) => boolean): number {
  return counted
    .flatMap(({ outcomes }) => [...outcomes])
    .reduce((total, [outcome, times]) => total + (fits(outcome) ? times : 0), 0);
}

function row(name: string, counted: readonly Counted[]): string[] {
  const sum = (fits: (outcome: Outcome) => boolean) => timesOf(counted, fits);
  const ofClass = (first: number) =>
    sum((outcome) => typeof outcome === "number" && Math.floor(outcome / 100) === first);
  return [
    name,
    sum(() => true),
    ofClass(2),
    ofClass(3),
    ofClass(4),
    ofClass(5),
    sum((outcome) => typeof outcome !== "number"),
  ].map(String);
}

export const TALLY_COLUMNS = ["", "Requests", "2xx", "3xx", "4xx", "5xx", "No answer"] as const;
