// Refusals of the operator's door, in the words that the command prints.

/** The command is refused. Its message says what is wrong and what would be right. */
export class CommandRefused extends Error {}

export function unknownStudio(slug: string): CommandRefused {
  return new CommandRefused(`There is no studio "${slug}". npm run studio -- list shows all studios.`);
}
