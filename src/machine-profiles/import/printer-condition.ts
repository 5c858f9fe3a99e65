// Conditions by which a print or a filament names the printers that it fits: PrusaSlicer's expressions over a printer's options.

import type { SlicerOptions } from "./slicer-options.ts";

type Value = string | number | boolean;
/** Undefined: unknown, as an option that no file states. */
type Known<Kind extends Value = Value> = Kind | undefined;

const TOKEN =
  /\s*(?:(?<text>"[^"]*")|(?<pattern>\/(?:[^/\\]|\\.)*\/)|(?<number>\d+\.?\d*)|(?<name>[A-Za-z_]\w*)|(?<sign>==|!=|=~|!~|<=|>=|&&|\|\||[<>=!()[\]]))/y;
const MAX_CONDITION_CHARACTERS = 4000;
const MAX_NESTING = 50;
/** The length of a text that a pattern is tried on; a printer's notes are the longest. */
const MAX_MATCHED_CHARACTERS = 1000;
/** Patterns that repeat a group, or repeat much, may take exponential time. */
const COSTLY_PATTERN = /\)[*+{]|\\[1-9]|\(\?|(?:[*+{].*){4}/;

/**
 * Whether a printer meets the condition; undefined if this cannot be told: for an unknown option, and for anything that is no
 * condition. The slicer takes these as met.
 */
export function meetsCondition(condition: string, printer: SlicerOptions): boolean | undefined {
  const tokens = tokensOf(condition);
  if (tokens === undefined) return undefined;
  try {
    const reader = new ConditionReader(tokens, printer);
    return reader.whole();
  } catch (error) {
    if (error instanceof NoCondition) return undefined;
    throw error;
  }
}

class NoCondition extends Error {}

function tokensOf(condition: string): string[] | undefined {
  if (condition.length > MAX_CONDITION_CHARACTERS) return undefined;
  const text = condition.trim();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (token === null) return undefined;
    tokens.push(token[0].trim());
  }
  return tokens;
}

/** Reads by precedence: or, and, not, comparison. Unknown parts decide only if the known ones do not. */
class ConditionReader {
  readonly #tokens: readonly string[];
  readonly #printer: SlicerOptions;
  #at = 0;
  #nesting = 0;

  constructor(tokens: readonly string[], printer: SlicerOptions) {
    this.#tokens = tokens;
    this.#printer = printer;
  }

  whole(): Known<boolean> {
    const value = this.#either();
    if (this.#at < this.#tokens.length) throw new NoCondition();
    return value;
  }

  #either(): Known<boolean> {
    let value = this.#both();
    while (this.#take("or", "||")) {
      const other = this.#both();
      value = value === true || other === true ? true : value === undefined ? undefined : other;
    }
    return value;
  }

  #both(): Known<boolean> {
    let value = this.#negated();
    while (this.#take("and", "&&")) {
      const other = this.#negated();
      value = value === false || other === false ? false : value === undefined ? undefined : other;
    }
    return value;
  }

  #negated(): Known<boolean> {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw new NoCondition();
    const value = this.#negatedWithin();
    this.#nesting -= 1;
    return value;
  }

  #negatedWithin(): Known<boolean> {
    if (this.#take("!", "not")) {
      const value = this.#negated();
      return value === undefined ? undefined : !value;
    }
    if (this.#take("(")) {
      const value = this.#either();
      if (!this.#take(")")) throw new NoCondition();
      return value;
    }
    return this.#comparison();
  }

  #comparison(): Known<boolean> {
    const left = this.#operand();
    const sign = this.#take("==", "=", "!=", "=~", "!~", "<=", ">=", "<", ">");
    if (sign === undefined) return left === undefined ? undefined : left === true || left === "1" || left === 1;
    if (sign === "=~" || sign === "!~") {
      const isMatch = matches(left, this.#next());
      return isMatch === undefined ? undefined : isMatch === (sign === "=~");
    }
    return compared(left, sign, this.#operand());
  }

  #operand(): Known {
    const token = this.#next();
    if (token.startsWith('"')) return token.slice(1, -1);
    if (/^\d/.test(token)) return Number(token);
    if (!/^[A-Za-z_]/.test(token)) throw new NoCondition();
    if (token === "true" || token === "false") return token === "true";
    const place = this.#take("[") === undefined ? undefined : this.#next();
    if (place !== undefined && this.#take("]") === undefined) throw new NoCondition();
    const written = this.#printer.written(token);
    const value = place === undefined ? written : written?.split(",")[Number(place)];
    return value?.trim().replace(/^"(.*)"$/s, "$1");
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NoCondition();
    this.#at += 1;
    return token;
  }

  #take(...wanted: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }
}

/** Undefined for a pattern that JavaScript does not know, or that could take long. */
function matches(value: Known, token: string): Known<boolean> {
  if (!token.startsWith("/")) throw new NoCondition();
  const pattern = token.slice(1, -1);
  if (typeof value !== "string" || value.length > MAX_MATCHED_CHARACTERS || COSTLY_PATTERN.test(pattern)) {
    return undefined;
  }
  try {
    return new RegExp(`^(?:${pattern})$`, "s").test(value);
  } catch {
    return undefined;
  }
}

function compared(left: Known, sign: string, right: Known): Known<boolean> {
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = [Number(left), Number(right)];
  const areNumbers = left !== "" && right !== "" && !Number.isNaN(a) && !Number.isNaN(b);
  if (sign === "==" || sign === "=") return areNumbers ? a === b : String(left) === String(right);
  if (sign === "!=") return areNumbers ? a !== b : String(left) !== String(right);
  if (!areNumbers) return undefined;
  return sign === "<" ? a < b : sign === ">" ? a > b : sign === "<=" ? a <= b : a >= b;
}
