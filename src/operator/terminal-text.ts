// Texts for a terminal: characters that would command it, or turn its lines around, are shown as escapes.

const COMMANDS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** One line. Every unprintable character becomes its escape, as JSON and JavaScript write it. */
export function terminalText(text: string): string {
  return text.replace(COMMANDS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
