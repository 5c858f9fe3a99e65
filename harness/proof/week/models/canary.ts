// Canary of a studio: a word in all of its texts, by which its data is known in any answer.

const CANARY = /kanarka(\d+)x/g;

export function canaryOf(studioIndex: number): string {
  return `kanarka${studioIndex}x`;
}

/** The indexes of all studios with their word in the text, each once. */
export function canariesIn(text: string): number[] {
  return [...new Set([...text.matchAll(CANARY)].map(([, index]) => Number(index)))];
}
