// Texts for a terminal: what would command it, or turn its lines around, is shown instead of sent.

const COMMANDS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** One line. Every character that is not shown becomes its escape, as JSON and JavaScript write it. */
export function terminalText(text: string): string {
  return text.replace(COMMANDS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
