// A request before it is written as bytes, and the places in it that can be changed one by one.

export type FuzzedDoor = "API" | "panel" | "order page" | "links";

export interface DraftFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export interface FormPart {
  name: string;
  value: string | DraftFile;
}

export type DraftBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; value: unknown }
  | { readonly kind: "multipart" | "urlencoded"; readonly parts: FormPart[] }
  | { readonly kind: "bytes"; readonly contentType: string; readonly content: Uint8Array };

/** Changed in place by mutations. */
export interface Draft {
  readonly door: FuzzedDoor;
  /** The operation or form, under which its answers are counted. */
  readonly name: string;
  /** An answer may have the words of this studio alone; null: of none. */
  readonly studio: number | null;
  method: string;
  /** Fixed pieces and parameters in turns: the pieces of odd places are parameters, written percent-encoded. */
  readonly path: string[];
  /** Follows the path as it stands. */
  tail: string;
  readonly query: [name: string, value: string][];
  readonly headers: [name: string, value: string][];
  body: DraftBody;
}

/** One value of a draft. */
export interface Place {
  readonly name: string;
  write(value: unknown): void;
  remove(): void;
  /** Sends it a second time. */
  repeat(): void;
}

/** More and deeper ones are of a hostile value already. */
const MOST_MEMBERS = 20;
const DEEPEST_PLACE = 6;

/** Headers without which no request reaches its handler: a mutation of one is a kind of its own. */
const KEPT_HEADERS = ["Authorization", "Cookie", "Origin"];

export function placesOf(draft: Draft): Place[] {
  const inPath = draft.path.flatMap((_, index): Place[] =>
    index % 2 === 0
      ? []
      : [
          {
            name: `path ${index}`,
            write: (value) => draft.path.splice(index, 1, fieldText(value)),
            remove: () => draft.path.splice(index, 1, ""),
            repeat: () => draft.path.splice(index, 1, `${draft.path[index]}/${draft.path[index]}`),
          },
        ],
  );
  const { body } = draft;
  return [
    ...inPath,
    ...pairs(draft.query),
    ...pairs(draft.headers).filter(({ name }) => !KEPT_HEADERS.includes(name)),
    ...(body.kind === "json"
      ? leavesOf(
          () => body.value,
          (value) => (body.value = value),
        )
      : []),
    ...("parts" in body ? body.parts.flatMap((part) => placesOfPart(body.parts, part)) : []),
  ];
}

function pairs(list: [string, string][]): Place[] {
  return list.map((pair) => ({
    name: pair[0],
    write: (value) => (pair[1] = fieldText(value)),
    remove: () => removeFrom(list, pair),
    repeat: () => list.push([...pair]),
  }));
}

function placesOfPart(parts: FormPart[], part: FormPart): Place[] {
  const whole: Place = {
    name: part.name,
    write(value) {
      // A file's place takes a text as its name, and any other value in place of the file.
      part.value =
        typeof part.value === "object" && typeof value === "string"
          ? { ...part.value, fileName: value }
          : fieldText(value);
    },
    remove: () => removeFrom(parts, part),
    repeat: () => parts.push({ ...part }),
  };
  const { value } = part;
  if (typeof value !== "string" || !/^[[{]/.test(value)) return [whole];
  const inside = leavesOf(
    () => (typeof part.value === "string" ? parsed(part.value) : undefined),
    (changed) => (part.value = jsonText(changed)),
  );
  return [whole, ...inside];
}

/** The values inside a JSON value, and the whole. */
function leavesOf(read: () => unknown, write: (value: unknown) => unknown, name = "body", depth = 0): Place[] {
  const value = read();
  const whole: Place = {
    name,
    write: (changed) => write(changed),
    remove: () => write(null),
    repeat: () => write([value, value]),
  };
  const isLeaf = typeof value !== "object" || value === null || value instanceof RawJson;
  if (isLeaf || depth === DEEPEST_PLACE) return [whole];
  const inside = Object.keys(value)
    .slice(0, MOST_MEMBERS)
    .flatMap((key) =>
      leavesOf(
        () => Reflect.get(Object(read()), key),
        (changed) => write(withMember(read(), key, changed)),
        `${name}.${key}`,
        depth + 1,
      ).map((place, index) => (index > 0 ? place : { ...place, remove: () => write(withoutMember(read(), key)) })),
    );
  return [whole, ...inside];
}

/** An own member even if it is named `__proto__`. */
export function withMember(object: unknown, key: string, value: unknown): unknown {
  if (typeof object !== "object" || object === null) return object;
  const copy: object = Array.isArray(object) ? [...object] : { ...object };
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function withoutMember(object: unknown, key: string): unknown {
  if (Array.isArray(object)) return object.filter((_, index) => String(index) !== key);
  return Object.fromEntries(Object.entries(Object(object)).filter(([name]) => name !== key));
}

function removeFrom<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

/** A value of a form or a query. */
export function fieldText(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/** JSON text. `RawJson` may hold a nesting that is too deep for `JSON.stringify`. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  const raw: string[] = [];
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (!(member instanceof RawJson)) return member;
    raw.push(member.text);
    return `\u0000raw ${raw.length - 1}`;
  });
  return (text ?? "null").replaceAll(/"\\u0000raw (\d+)"/g, (_, at) => raw[Number(at)] ?? "null");
}

/** JSON that no value of JavaScript stands for: a number beyond its range, a member twice, a deep nesting. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** As fast-check prints it. */
  toString(): string {
    return this.text.slice(0, 100);
  }
}

/** Undefined for a text that is no JSON, or is nested too deep to be written again. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    jsonText(value);
    return value;
  } catch {
    return undefined;
  }
}
