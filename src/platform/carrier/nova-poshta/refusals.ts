// Nova Poshta's refusals: its errors, each with the part of a consignment note that it belongs to.
//
// The documentation lists thousands of codes and sentences, and adds to them: a sentence names its field in English, so the field is found
// by that name, and the sentence itself is kept.

import type { CarrierProblem, NoteField } from "../../../domain/carrier/carriers.ts";

const MAX_PROBLEMS = 10;
const MAX_CHARACTERS = 200;

/** In the order of looking: "RecipientsPhone" is a phone before it is a recipient. */
const FIELDS_IN_WORDS: readonly (readonly [RegExp, NoteField])[] = [
  [/senders?[ _]?phone/i, "sender"],
  [/phone/i, "recipientPhone"],
  [/(first|last|middle)[ _]?name|recipient[ _]?(contact)?[ _]?name|contact[ _]?recipient/i, "recipientName"],
  [/sender/i, "sender"],
  [/volume[ _]?weight|\bweight/i, "weight"],
  [/volume|width|height|length|options[ _]?seat|dimension/i, "size"],
  [/backward|redelivery|afterpayment|after[ _]?payment|money/i, "cashOnDelivery"],
  [/payer|payment/i, "payer"],
  [/building/i, "building"],
  [/street/i, "street"],
  [/city|settlement/i, "city"],
  [/warehouse|recipient[ _]?address|postomat/i, "branch"],
  [/description/i, "description"],
  [/\bcost\b|assessed/i, "declaredValue"],
  [/date/i, "day"],
  [/recipient/i, "recipientName"],
];

/** @param codes one per error, where the carrier gives them */
export function problemsOf(errors: readonly string[], codes: readonly string[]): CarrierProblem[] {
  return errors.slice(0, MAX_PROBLEMS).map((said, index) => ({
    field: FIELDS_IN_WORDS.find(([words]) => words.test(said))?.[1] ?? null,
    code: codes[index] ?? null,
    said: said.slice(0, MAX_CHARACTERS),
  }));
}
