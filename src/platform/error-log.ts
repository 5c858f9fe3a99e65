// Error log: writes the known parts of an error, and never a value that it quotes.
//
// An error's message quotes its input: drizzle all bound values of a statement (names, telephone numbers, links), D1 a value,
// JSON.parse the text. A logged error is rebuilt from parts that cannot hold one.

interface DescribedError {
  readonly name: string;
  readonly message: string;
  /** Frames only: Workers Logs maps them by the uploaded source maps. */
  readonly frames: readonly string[];
}

const MAX_CAUSES = 5;
const MAX_MESSAGE_CHARACTERS = 500;
const GONE = "…";

/**
 * Logs an error as one JSON line, and beside it an Error with its frames, since source maps are applied to Errors only. Names
 * and messages stand in the line because Workers Logs may keep no more of an Error than its frames.
 *
 * @param about the operation: ids and names of our own, never a client's values
 */
export function logError(about: Readonly<Record<string, string | number | undefined>>, error: unknown): void {
  if (error instanceof Error) loggedErrors.add(error);
  const described = withCauses(error).map(describe);
  const errors = described.map(({ name, message }) => `${name}: ${message}`);
  const shown = new Error(errors[0]);
  shown.name = described[0]?.name ?? "Error";
  shown.stack = [errors[0], ...described.flatMap(({ frames }) => frames)].join("\n");
  console.error(JSON.stringify({ ...about, errors }), shown);
}

const loggedErrors = new WeakSet<Error>();

/** Whether this very error was logged already. */
export function isLogged(error: unknown): boolean {
  return error instanceof Error && loggedErrors.has(error);
}

function withCauses(error: unknown): unknown[] {
  const found = [error];
  for (let next = causeOf(error); next !== undefined && found.length < MAX_CAUSES; next = causeOf(next))
    found.push(next);
  return found;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function describe(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: GONE, frames: [] };
  return { name: nameOf(error), message: messageOf(error), frames: framesOf(error) };
}

function nameOf({ name }: Error): string {
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

/** drizzle keeps the statement apart from its values; D1 repeats both. */
function messageOf(error: Error): string {
  if ("query" in error && typeof error.query === "string")
    return shortened(`Failed query: ${withoutLiterals(error.query)}`);
  if (/^D1_|SQLITE_|constraint failed/.test(error.message)) return ofDatabase(error.message);
  // A refusal's message lists its faults, which quote the request.
  if ("faults" in error) return GONE;
  return shortened(withoutValues(error.message));
}

/** D1's messages about the schema and about itself. Its other messages may quote a value. */
const OF_SCHEMA =
  /\b(?:D1_[A-Z_]+|SQLITE_[A-Z_]+|(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY|PRIMARY KEY) constraint failed(?:: [\w.]+(?:, [\w.]+)*)?|no such (?:table|column|index|function): [\w.]+|malformed JSON|too many SQL variables|syntax error|Network connection lost|D1 DB is overloaded|Too many requests queued|Requests queued for too long|exceeded timeout|storage operation exceeded|reset because its code was updated|object to be reset|Cannot resolve D1 DB)/g;

function ofDatabase(message: string): string {
  return [...new Set(message.match(OF_SCHEMA) ?? [])].join("; ");
}

function withoutLiterals(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, `'${GONE}'`);
}

/** Messages of ours and of the engine, without quoted text and without any word that may not be ours. */
function withoutValues(message: string): string {
  return (
    message
      .replace(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|«[^»]*»/g, GONE)
      // A message of several lines shows its input, and a cut-off quote has no end mark.
      .replace(/[\r\n].*$/s, GONE)
      .replace(/(?:["`“«]|(?<!\w)').*$/s, GONE)
      .replace(/[^\x20-\x7e]+/g, GONE)
      .replace(/\S*(?:@|:\/\/|\d{5,}|[\w-]{25,})\S*/g, GONE)
  );
}

function shortened(text: string): string {
  return text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}${GONE}` : text;
}

/** Only lines that end in a place of the code: `stack` begins with the lines of the message. */
function framesOf({ message, stack = "" }: Error): string[] {
  const after = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return after
    .split("\n")
    .filter((line) => /^\s+at [\w.<>$#[\] ]*\(?(?:[\w./:@-]+:\d+:\d+|<anonymous>|native)\)?$/.test(line));
}
