// Fields of a request as an operation takes them: names, doubles, lists and values, every fault of them at once.
//
// A form and a query bring texts by name, and a JSON body values: a field means the same in all.

import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { Faults } from "../../domain/errors.ts";
import type { ApiContext } from "../context.ts";
import { KnownNames, type NameFindings, sentSchema } from "./known-names.ts";
import { entriesOf, type ListInTexts, listNamedBy } from "./list-in-texts.ts";
import { repeatedKeys, SENT_TWICE } from "./repeated-keys.ts";
import { addZodFaults, throwFaults } from "./validation.ts";

/** Lets the router go on: it asks a hook only for a response, and its type leaves a promise of none out. */
const NO_ANSWER = undefined as never;

/** The outcome of the router's reading of a part of the request. */
type JsonOutcome = Parameters<typeof throwFaults>[0] & { readonly target: string };

/** The fields of an object, and of the objects in its lists, as far as each can be read by itself. */
export type Readable<Fields> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends readonly (infer Entry extends object)[]
    ? readonly (Readable<Entry> | undefined)[]
    : Fields[Name];
};

/** The fields of a request, with the findings about its names. */
export interface ReadFields<Fields> extends NameFindings {
  /** undefined if their schema refuses them. Use them only if no fault was added. */
  readonly fields: Fields | undefined;
  /** For naming further faults of a refused request. */
  readonly readable: () => Readable<Fields>;
}

/** An operation's fields. Made once for each, and not per request: its tables of names are. */
export class RequestFields<Schema extends z.ZodObject> {
  readonly schema: Schema;
  readonly #names: KnownNames;
  readonly #lists: ReadonlyMap<string, ListInTexts>;

  /**
   * @param lists the forms in which the schema's lists arrive in texts, by name; a JSON body needs none
   * @param fileNames names of files: near misses of them are refused too
   */
  constructor(schema: Schema, lists: Readonly<Record<string, ListInTexts>> = {}, fileNames: readonly string[] = []) {
    this.schema = schema;
    this.#names = new KnownNames(schema, fileNames);
    this.#lists = new Map(Object.entries(lists));
  }

  has(name: string): boolean {
    return Object.hasOwn(this.schema.shape, name);
  }

  /** The kind of a list's entries; undefined for a field that is no list. */
  entriesOf(name: string): ListInTexts["entries"] | undefined {
    return this.#lists.get(name)?.entries;
  }

  /** Judges a name that no field has, of a file. */
  judgeName(name: string, found: NameFindings): void {
    this.#names.judge(name, found);
  }

  /**
   * Reads a form's or a query's texts.
   *
   * @param texts trimmed values by name, none of them empty
   * @param isFile whether a name is that of a file
   */
  readTexts(
    texts: ReadonlyMap<string, readonly string[]>,
    isFile: (name: string) => boolean = () => false,
  ): ReadFields<z.output<Schema>> {
    const found: NameFindings = { faults: new Faults(), ignored: [] };
    const sent: Record<string, unknown> = {};
    const lists = new Map<string, Map<string, readonly string[]>>();
    for (const [written, values] of texts) {
      const name = listNamedBy(written);
      if (this.#lists.has(name)) lists.set(name, (lists.get(name) ?? new Map()).set(written, values));
      else if (isFile(written)) found.ignored.push(written);
      else if (!this.has(written)) this.judgeName(written, found);
      else if (values.length > 1) found.faults.add(written, SENT_TWICE);
      else sent[written] = values[0];
    }
    for (const [name, spelled] of lists) {
      const list = this.#lists.get(name);
      const entries = list && entriesOf(name, spelled, list, found.faults);
      if (entries !== undefined) sent[name] = entries;
    }
    const unreadable = [...texts.keys()].map(listNamedBy).filter((name) => found.faults.of(name).length > 0);
    this.#names.check(sent, found);
    const parsed = this.schema.safeParse(sent);
    if (!parsed.success) this.#addFaults(parsed.error, unreadable, found.faults);
    // The schema has read every field of a request without faults: its output is readable whole.
    const readable = () => (parsed.success ? (parsed.data as Readable<z.output<Schema>>) : this.#readable(sent));
    return { ...found, fields: parsed.data, readable };
  }

  /**
   * Hook of an operation with a JSON body, after the router has read it by the schema: refuses near misses of names and repeated
   * keys, which the schema does not see, together with the schema's faults.
   *
   * @param addFaults adds further faults of the request
   */
  jsonHook(addFaults: (context: ApiContext, named: Readable<z.output<Schema>>, faults: Faults) => void) {
    return async (outcome: JsonOutcome, context: ApiContext): Promise<never> => {
      if (outcome.target !== "json") {
        throwFaults(outcome);
        return NO_ANSWER;
      }
      const found: NameFindings = { faults: new Faults(), ignored: [] };
      const text = await context.req.text();
      const sent = jsonOf(text);
      for (const path of repeatedKeys(text, sent)) found.faults.add(path, SENT_TWICE);
      if (isRecord(sent)) this.#names.check(sent, found);
      if (!outcome.success) addZodFaults(found.faults, outcome.error);
      context.set("ignoredFields", found.ignored);
      addFaults(context, this.#readable(sent), found.faults);
      found.faults.throwIfAny();
      return NO_ANSWER;
    };
  }

  #readable(sent: unknown): Readable<z.output<Schema>> {
    // Each value is its own schema's output.
    return (readableOf(this.schema, sent) ?? {}) as Readable<z.output<Schema>>;
  }

  /** @param unreadable fields of which the schema saw nothing: it would call them missing */
  #addFaults({ issues }: z.ZodError, unreadable: readonly string[], faults: Faults): void {
    const seen = issues.filter(({ path: [name] }) => !unreadable.includes(String(name)));
    const named = seen.map((issue) => {
      const [name = ""] = issue.path;
      // Entries between commas have no names.
      return this.#lists.get(String(name))?.hasCommas ? { ...issue, path: [name] } : issue;
    });
    addZodFaults(faults, { issues: named });
  }
}

/** The parameters of the address, as `readTexts` takes them: an empty value is not sent. */
export function queryTexts(context: ApiContext): ReadonlyMap<string, readonly string[]> {
  const texts = Object.entries(context.req.queries()).map(([name, values]): [string, string[]] => [
    name,
    values.map((value) => value.trim()).filter((value) => value !== ""),
  ]);
  return new Map(texts.filter(([, values]) => values.length > 0));
}

/** Every field that can be read by itself; of another kind of value, nothing. */
function readableOf(schema: z.core.$ZodType, sent: unknown): unknown {
  const taken = sentSchema(schema);
  if (taken instanceof z.ZodObject) {
    if (!isRecord(sent)) return undefined;
    const fields = Object.entries(taken.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, readableOf(field, sent[name])]));
  }
  if (taken instanceof z.ZodArray && sentSchema(taken.element) instanceof z.ZodObject && Array.isArray(sent)) {
    return sent.map((one) => readableOf(taken.element, one));
  }
  return z.safeParse(schema, sent).data;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws HTTPException as the router does: a body without a Content-Type comes here unread */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HTTPException(400, { message: "Malformed JSON in request body", cause });
  }
}
