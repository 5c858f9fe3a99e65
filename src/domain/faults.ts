// Faults of a request, collected until all of it was checked, so that one answer names every one.

import { type Fault, Invalid, NotFound, TooLarge } from "./errors.ts";
import type { Sentence } from "./sentence.ts";

export class Faults {
  readonly #byField = new Map<string, Fault[]>();
  #isTooLarge = false;

  /** How many fields have a fault. */
  get fieldCount(): number {
    return this.#byField.size;
  }

  /** What is wrong with a field; nothing where it is right. */
  of(field: string): readonly Sentence[] {
    return this.#byField.get(field) ?? [];
  }

  add(field: string, fault: Fault): void {
    const faults = this.#byField.get(field);
    if (faults === undefined) this.#byField.set(field, [fault]);
    else if (!faults.some(({ en }) => en === fault.en)) faults.push(fault);
  }

  /** A fault of size makes the whole refusal a `TooLarge`. */
  addTooLarge(field: string, sentence: Sentence): void {
    this.#isTooLarge = true;
    this.add(field, sentence);
  }

  /** Ids that name nothing make a `NotFound`, where nothing else is wrong. */
  addMissing(field: string, sentence: Sentence): void {
    this.add(field, { ...sentence, isMissing: true });
  }

  /** @throws TooLarge where a fault is one of size, NotFound where all are missing ids, else Invalid; each names every fault */
  throwIfAny(): void {
    if (this.#byField.size === 0) return;
    const faults = Object.fromEntries(this.#byField);
    if (this.#isTooLarge) throw new TooLarge(faults);
    const areMissing = Object.values(faults).every((said) => said.every(({ isMissing }) => isMissing));
    throw areMissing ? new NotFound(faults) : new Invalid(faults);
  }
}
