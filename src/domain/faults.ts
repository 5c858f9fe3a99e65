// Faults of a request, collected until all of it was checked, so that one answer names every one.

import { Invalid, NotFound, TooLarge } from "./errors.ts";
import type { Sentence } from "./sentence.ts";

export class Faults {
  readonly #byField = new Map<string, Sentence[]>();
  #isTooLarge = false;

  /** How many fields have a fault. */
  get fieldCount(): number {
    return this.#byField.size;
  }

  /** What is wrong with a field; nothing where it is right. */
  of(field: string): readonly Sentence[] {
    return this.#byField.get(field) ?? [];
  }

  add(field: string, sentence: Sentence): void {
    const sentences = this.#byField.get(field);
    if (sentences === undefined) this.#byField.set(field, [sentence]);
    else if (!sentences.some(({ en }) => en === sentence.en)) sentences.push(sentence);
  }

  /** A fault of size makes the whole refusal a `TooLarge`. */
  addTooLarge(field: string, sentence: Sentence): void {
    this.#isTooLarge = true;
    this.add(field, sentence);
  }

  /** @throws Invalid, or TooLarge where a fault is one of size, naming every fault; nothing where there is none */
  throwIfAny(): void {
    if (this.#byField.size === 0) return;
    const faults = Object.fromEntries(this.#byField);
    throw this.#isTooLarge ? new TooLarge(faults) : new Invalid(faults);
  }

  /** @throws NotFound naming every fault; nothing where there is none */
  throwNotFoundIfAny(): void {
    if (this.#byField.size > 0) throw new NotFound(Object.fromEntries(this.#byField));
  }
}
