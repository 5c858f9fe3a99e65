// Domain errors: every refusal of an operation, free of HTTP, and the faults that one collects.

import type { ModelFailureCode } from "../../slicer-service/src/contract/slices.ts";
import type { Sentence } from "./sentence.ts";

/** Faults by field: the field's own name, a path inside `items`, a file field, or `body`. */
export type FieldFaults = Readonly<Record<string, readonly Fault[]>>;

/** A fault's sentence, with the failure's code if a model cannot be sliced. */
export type Fault = Sentence & {
  readonly code?: ModelFailureCode;
  /** Set if an id names nothing of the studio's. */
  readonly isMissing?: true;
};

abstract class Refusal extends Error {
  abstract readonly kind: string;
  /** null: nothing to say beyond the kind. */
  readonly faults: FieldFaults | null;

  constructor(faults: FieldFaults | null, options?: ErrorOptions) {
    super(faults === null ? new.target.name : `${new.target.name}: ${JSON.stringify(inEnglish(faults))}`, options);
    this.faults = faults;
    this.name = new.target.name;
  }
}

function inEnglish(faults: FieldFaults): Record<string, string[]> {
  return Object.fromEntries(Object.entries(faults).map(([field, said]) => [field, said.map(({ en }) => en)]));
}

/** Something named in the request does not exist, or belongs to another studio. */
export class NotFound extends Refusal {
  readonly kind = "not_found";

  /** @param faults the missing ids by field, for requests that name several; null if the path names the only one */
  constructor(faults: FieldFaults | null = null) {
    super(faults);
  }
}

/** Fields are missing or wrong; `faults` names every one, and every id that names nothing. */
export class Invalid extends Refusal {
  readonly kind = "invalid";

  constructor(faults: FieldFaults) {
    super(faults);
  }
}

/** A file, or the request as a whole, is larger than allowed. */
export class TooLarge extends Refusal {
  readonly kind = "too_large";

  constructor(faults: FieldFaults) {
    super(faults);
  }
}

/** A request with this key is still running: the same request may be sent again in a moment. */
export class RequestInProgress extends Refusal {
  readonly kind = "request_in_progress";
}

/** The key belongs to another request. */
export class RequestKeyReused extends Refusal {
  readonly kind = "request_key_reused";
}

/** The entry was changed meanwhile: another person was first, and nothing was overwritten. */
export class ChangedMeanwhile extends Refusal {
  readonly kind = "changed_meanwhile";

  constructor() {
    super(null);
  }
}

/** The shelf has too few pieces of a product without a print. `faults` states the number that is left. */
export class SoldOut extends Refusal {
  readonly kind = "sold_out";

  constructor(faults: FieldFaults) {
    super(faults);
  }
}

/** The slicer cannot be reached: the same request may succeed later. */
export class SlicerUnavailable extends Refusal {
  readonly kind = "slicer_unavailable";

  constructor() {
    super(null);
  }
}

/**
 * The platform is overloaded or is moving this service's parts: the same request may succeed in a moment. A write
 * without an answer may have taken place.
 */
export class Overloaded extends Refusal {
  readonly kind = "overloaded";

  /** @param cause the platform's answer; undefined if this service itself has no room */
  constructor(cause?: unknown) {
    super(null, { cause });
  }
}

export type DomainError =
  | NotFound
  | Invalid
  | TooLarge
  | RequestInProgress
  | RequestKeyReused
  | ChangedMeanwhile
  | SoldOut
  | SlicerUnavailable
  | Overloaded;

export function isDomainError(error: unknown): error is DomainError {
  // The union lists every subclass of Refusal, and the class itself is not exported.
  return error instanceof Refusal;
}

/** Faults of a request, collected until all of it was checked, so that one answer names every one. */
export class Faults {
  readonly #byField = new Map<string, Fault[]>();
  #isTooLarge = false;

  /** The number of fields with a fault. */
  get fieldCount(): number {
    return this.#byField.size;
  }

  /** The faults of a field. */
  of(field: string): readonly Sentence[] {
    return this.#byField.get(field) ?? [];
  }

  add(field: string, fault: Fault): void {
    const faults = this.#byField.get(field);
    if (faults === undefined) this.#byField.set(field, [fault]);
    else if (!faults.some(({ en }) => en === fault.en)) faults.push(fault);
  }

  /** All of them, by field. */
  all(): FieldFaults {
    return Object.fromEntries(this.#byField);
  }

  /** A fault of size makes the whole refusal a `TooLarge`. */
  addTooLarge(field: string, sentence: Sentence): void {
    this.#isTooLarge = true;
    this.add(field, sentence);
  }

  /** Ids that name nothing make a `NotFound`, if nothing else is wrong. */
  addMissing(field: string, sentence: Sentence): void {
    this.add(field, { ...sentence, isMissing: true });
  }

  /** @throws TooLarge if a fault is one of size, NotFound if all are missing ids, else Invalid; each names every fault */
  throwIfAny(): void {
    if (this.#byField.size === 0) return;
    const faults = this.all();
    if (this.#isTooLarge) throw new TooLarge(faults);
    const areMissing = Object.values(faults).every((said) => said.every(({ isMissing }) => isMissing));
    throw areMissing ? new NotFound(faults) : new Invalid(faults);
  }
}
