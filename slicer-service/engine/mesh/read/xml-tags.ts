// A streaming XML reader that reports tags and builds no tree.
//
// A mesh of a million triangles has a million elements, and only their attributes are needed.

/** Called for every element; `prefix` and `name` are the parts of its tag before and after the colon. */
export interface TagReader {
  onOpen(name: string, attributes: (name: string) => string | undefined, prefix: string): void;
  onClose(name: string, prefix: string): void;
}

const CHUNK_BYTES = 1 << 18;
/** Longer than any tag that describes a shape. Without a limit, a tag that never ends would be kept in memory whole. */
const MAX_TAG_CHARACTERS = 1 << 20;

/** Deeper than any shape. Without a limit, openings of three bytes would each take memory until their end. */
const MAX_DEPTH = 256;

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const EXCLAMATION = 33;
const QUESTION = 63;

/**
 * Reads the document from its beginning to its end. Entities are not expanded, except XML's own five.
 *
 * @throws Error if the document is not well-formed, or declares a document type
 */
export function readXmlTags(document: Uint8Array, reader: TagReader): void {
  const decoder = new TextDecoder(encodingOf(document));
  const balanced = new BalancedTags(reader);
  let text = "";
  for (let start = 0; start < document.length; start += CHUNK_BYTES) {
    const last = start + CHUNK_BYTES >= document.length;
    text += decoder.decode(document.subarray(start, start + CHUNK_BYTES), { stream: !last });
    text = text.slice(readWholeTags(text, balanced));
    if (text.length > MAX_TAG_CHARACTERS + CHUNK_BYTES) throw new Error("A tag of the document never ends");
  }
  if (text.includes("<")) throw new Error("The document ends within a tag");
  balanced.end();
}

/** Passes tags on while they are one element with whole elements in it: a cut document would be read as a smaller shape. */
class BalancedTags implements TagReader {
  readonly #reader: TagReader;
  readonly #open: string[] = [];
  #hasRoot = false;

  constructor(reader: TagReader) {
    this.#reader = reader;
  }

  onOpen(name: string, attributes: (name: string) => string | undefined, prefix: string): void {
    if (this.#open.length === 0 && this.#hasRoot) throw new Error("The document has two roots");
    if (this.#open.length >= MAX_DEPTH) throw new Error("The document nests its elements too deeply");
    this.#hasRoot = true;
    this.#open.push(name);
    this.#reader.onOpen(name, attributes, prefix);
  }

  onClose(name: string, prefix: string): void {
    if (this.#open.pop() !== name) throw new Error("The document closes an element that it did not open");
    this.#reader.onClose(name, prefix);
  }

  end(): void {
    if (this.#open.length > 0) throw new Error("The document ends within an element");
  }
}

/** XML is UTF-8 unless a byte-order mark says otherwise (XML 1.0, Appendix F). */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Reads the complete tags, and returns the length of the text read. */
function readWholeTags(text: string, reader: TagReader): number {
  let position = 0;
  for (;;) {
    const start = text.indexOf("<", position);
    if (start === -1) return text.length;
    const end = tagEnd(text, start);
    if (end === -1) return start;
    readTag(text, start, end, reader);
    position = end;
  }
}

/** The end of the tag, comment or CDATA section that begins at `start`, or -1 if the text ends before it. */
function tagEnd(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  if (second === EXCLAMATION || second === QUESTION) return declarationEnd(text, start);
  let quote = 0;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quote !== 0) {
      if (character === quote) quote = 0;
    } else if (character === QUOTE || character === APOSTROPHE) {
      quote = character;
    } else if (character === GREATER) {
      return at + 1;
    } else if (character === LESS) {
      throw new Error("A tag begins within another");
    }
  }
  return -1;
}

function declarationEnd(text: string, start: number): number {
  const after = (ending: string) => {
    const found = text.indexOf(ending, start);
    return found === -1 ? -1 : found + ending.length;
  };
  // An opening cut off by the end of the text may still become a comment or CDATA section.
  const opening = text.slice(start, start + "<![CDATA[".length);
  if (opening !== "<!--" && "<!--".startsWith(opening)) return -1;
  if (opening !== "<![CDATA[" && "<![CDATA[".startsWith(opening)) return -1;
  if (text.startsWith("<!--", start)) return after("-->");
  if (text.startsWith("<![CDATA[", start)) return after("]]>");
  if (text.startsWith("<?", start)) return after("?>");
  throw new Error("The document declares a type of its own");
}

function readTag(text: string, start: number, end: number, reader: TagReader): void {
  const second = text.charCodeAt(start + 1);
  if (second === EXCLAMATION || second === QUESTION) return;
  const nameStart = second === SLASH ? start + 2 : start + 1;
  let nameEnd = nameStart;
  let prefixEnd = -1;
  for (; nameEnd < end - 1; nameEnd++) {
    const character = text.charCodeAt(nameEnd);
    if (isSpace(character) || character === SLASH) break;
    if (character === COLON && prefixEnd === -1) prefixEnd = nameEnd;
  }
  const prefix = prefixEnd === -1 ? "" : text.slice(nameStart, prefixEnd);
  const name = text.slice(prefixEnd === -1 ? nameStart : prefixEnd + 1, nameEnd);
  if (name === "" || prefixEnd === nameStart) throw new Error("The document is not XML");
  if (second === SLASH) {
    reader.onClose(name, prefix);
    return;
  }
  reader.onOpen(name, (attribute) => readAttribute(text, nameEnd, end, attribute), prefix);
  if (text.charCodeAt(end - 2) === SLASH) reader.onClose(name, prefix);
}

/** The value of the attribute of this name, with any prefix. */
function readAttribute(text: string, from: number, end: number, name: string): string | undefined {
  for (let at = from; at < end; ) {
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    let nameStart = at;
    for (; at < end && text.charCodeAt(at) !== EQUALS && !isSpace(text.charCodeAt(at)); at++) {
      if (text.charCodeAt(at) === COLON) nameStart = at + 1;
    }
    const nameEnd = at;
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== EQUALS) continue;
    at++;
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    const quote = text.charCodeAt(at);
    if (quote !== QUOTE && quote !== APOSTROPHE) continue;
    const valueStart = at + 1;
    for (at = valueStart; at < end && text.charCodeAt(at) !== quote; ) at++;
    if (nameEnd - nameStart === name.length && text.startsWith(name, nameStart)) {
      return unescapeXml(text.slice(valueStart, at));
    }
    at++;
  }
  return undefined;
}

function isSpace(character: number): boolean {
  return character === 32 || (character >= 9 && character <= 13);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescapeXml(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(\w+);/g, (written, name: string) => ENTITIES.get(name) ?? written);
}
