// Refusals of the operator's door, in the words that the command prints.

import { NotFound } from "../domain/errors.ts";

/** A refused command. Its message names the fault and its remedy. */
export class CommandRefused extends Error {}

export function unknownStudio(slug: string): CommandRefused {
  return new CommandRefused(`There is no studio "${slug}". npm run studio -- list shows all studios.`);
}

/** @throws CommandRefused with the sentence where the error is of an id that names nothing of the studio's */
export function refuseUnknown(error: unknown, sentence: string): never {
  throw error instanceof NotFound ? new CommandRefused(sentence) : error;
}
