// Nearest name: the known name that another one means, by case, signs, habit or one letter.

/** Longer than any name of ours with all its spaces and signs. */
const MAX_NEAR_NAME = 100;

export class NearestName {
  /** The right name by each that only differs in case, signs or by habit. */
  readonly #rightNames: ReadonlyMap<string, string>;
  /** The names as they are compared, each with itself. */
  readonly #folded: readonly (readonly [string, string])[];

  /** @param habits other services' names, by the right ones */
  constructor(known: readonly string[], habits: Readonly<Record<string, readonly string[]>>) {
    const byHabit = known.flatMap((name) =>
      (habits[name] ?? []).map((other): [string, string] => [folded(other), name]),
    );
    this.#folded = known.map((name) => [folded(name), name]);
    this.#rightNames = new Map([...byHabit, ...this.#folded]);
  }

  /** The known name that is meant; undefined if none is near. */
  of(name: string): string | undefined {
    if (name.length > MAX_NEAR_NAME) return undefined;
    const sent = folded(name);
    const byHabit = this.#rightNames.get(sent);
    if (byHabit !== undefined) return byHabit;
    return this.#folded.find(([known]) => isOneLetterOff(known, sent))?.[1];
  }
}

/** A name without its case, signs between words and marks of a list: `finishing_ids[0]` is `finishingids`. */
function folded(name: string): string {
  return name
    .replace(/(?:\[[^\]]*\])+$/, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** Whether one letter was added, left out or replaced, or two that are neighbours exchanged. */
function isOneLetterOff(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (short.length === 0 || long.length - short.length > 1) return false;
  let begin = 0;
  while (begin < short.length && long[begin] === short[begin]) begin++;
  const restOf = (text: string, skipped: number) => text.slice(begin + skipped);
  if (long.length > short.length) return restOf(long, 1) === restOf(short, 0);
  const areExchanged = long[begin] === short[begin + 1] && long[begin + 1] === short[begin];
  return restOf(long, 1) === restOf(short, 1) || (areExchanged && restOf(long, 2) === restOf(short, 2));
}
