// Faults of a request, collected until all of it was checked, so that one answer names every one.

import { Invalid, NotFound, TooLarge } from "./errors.ts";

export class Faults {
  readonly #byField = new Map<string, string[]>();
  #isTooLarge = false;

  add(field: string, message: string): void {
    const messages = this.#byField.get(field);
    if (messages === undefined) this.#byField.set(field, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }

  /** A fault of size makes the whole refusal a `TooLarge`. */
  addTooLarge(field: string, message: string): void {
    this.#isTooLarge = true;
    this.add(field, message);
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
