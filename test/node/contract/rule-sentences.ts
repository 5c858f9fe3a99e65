// Sentences of the contract that state a number or a rule, as its document has them.

/** Not the digit of a word, such as 3D or 3MF. */
const NUMBER = /(?<![\w.`{-])\d(?!D-|MF\b)/;
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eighth|half|twice|hours|an hour|one (?:copy|per|print|file|order|request|printer|entry|field|layer|line))\b/i;
const RULE =
  /\b(?:always|never|must|refused|unique|newest|only one|at most|at least|by id|in (?:the|their) order|to the cent|fraction digits|too(?! (?:small|large|detailed|complex|much))|included|counts|do not count|YYYY)\b/i;

/** Under these keys of a document stand names of described things. */
const NAMING = ["properties", "schemas", "headers", "responses", "securitySchemes"];

/** Every such sentence of the document's descriptions, once, after the name of the described thing: `density: g/cm³ …`. */
export function ruleSentences(document: object): readonly string[] {
  const sentences = descriptionsIn(document, "document", "").flatMap(({ name, description }) =>
    sentencesOf(description)
      .filter((one) => [NUMBER, NUMBER_WORD, RULE].some((states) => states.test(one)))
      .map((one) => `${name}: ${one}`),
  );
  return [...new Set(sentences)];
}

/** Parted at every possible beginning of a rule, so that a new one beside an old one is a sentence of its own. */
function sentencesOf(description: string): string[] {
  return description
    .split(/\n{2,}|\n- |(?<=[.:;])\s+/)
    .map((sentence) => sentence.replaceAll("\n", " ").trim())
    .filter((sentence) => sentence !== "");
}

interface Described {
  readonly name: string;
  readonly description: string;
}

/** @param key of the part in its holder */
function descriptionsIn(part: unknown, name: string, key: string): Described[] {
  if (typeof part !== "object" || part === null) return [];
  const own = NAMING.includes(key) ? undefined : ownName(part);
  return Object.entries(part).flatMap(([inner, value]): Described[] => {
    // A recorded answer is no sentence of ours.
    if (inner === "examples" || inner === "example") return [];
    // A response is named by its status, which says less than its operation.
    const innerName = NAMING.includes(key) && !/^\d+$/.test(inner) ? inner : (own ?? name);
    if (inner === "description" && typeof value === "string") return [{ name: innerName, description: value }];
    return descriptionsIn(value, innerName, inner);
  });
}

/** The name in an operation or a parameter itself. */
function ownName(part: object): string | undefined {
  if ("operationId" in part) return String(part.operationId);
  return "in" in part && "name" in part ? String(part.name) : undefined;
}
