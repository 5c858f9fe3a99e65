// HTML as a tree of elements, read strictly: markup that a browser would have to guess is a fault.

export class HtmlElement {
  readonly tag: string;
  readonly #attributes: ReadonlyMap<string, string>;
  /** Text as it is written, its entities not decoded yet. */
  readonly #children: (HtmlElement | string)[] = [];

  constructor(tag: string, attributes: ReadonlyMap<string, string>) {
    this.tag = tag;
    this.#attributes = attributes;
  }

  append(child: HtmlElement | string): void {
    this.#children.push(child);
  }

  attribute(name: string): string | undefined {
    const value = this.#attributes.get(name);
    return value === undefined ? undefined : decoded(value);
  }

  has(attribute: string): boolean {
    return this.#attributes.has(attribute);
  }

  /** Its text exactly, such as that of a textarea. */
  get content(): string {
    return this.#children.map((child) => (typeof child === "string" ? decoded(child) : child.content)).join("");
  }

  /** Its text as it is read: a space at each end of an element, without scripts and styles. */
  get text(): string {
    return this.#words().replace(/\s+/g, " ").trim();
  }

  #words(): string {
    if (this.tag === "script" || this.tag === "style") return "";
    return this.#children.map((child) => (typeof child === "string" ? decoded(child) : ` ${child.#words()} `)).join("");
  }

  /** The elements inside it that match, in the order of the page. */
  all(matches: (element: HtmlElement) => boolean): HtmlElement[] {
    return this.#children
      .filter((child) => typeof child !== "string")
      .flatMap((child) => [...(matches(child) ? [child] : []), ...child.all(matches)]);
  }
}

/** Elements that have no content, and so no end. */
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);
/** Elements of text alone, in which no other begins. */
const RAW = new Set(["script", "style"]);

/** The markup that the service writes: a comment or doctype; an end; a beginning with its attributes in double quotes; text. */
const MARKUP =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/(?<end>[a-z][\w-]*)>|<(?<tag>[a-z][\w-]*)(?<attributes>(?:\s+[^\s"'=<>/]+(?:="[^"]*")?)*)\s*(?<empty>\/?)>|(?<text>[^<]+)/iy;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:="([^"]*)")?/g;

/**
 * @returns an element around all of the page
 * @throws Error at a place that is not markup of this kind, such as a `<` in a text, or an end without its beginning
 */
export function readHtml(html: string): HtmlElement {
  const page = new HtmlElement("", new Map());
  const open = [page];
  for (let at = 0; at < html.length; ) {
    MARKUP.lastIndex = at;
    const { end, tag, attributes = "", empty, text } = MARKUP.exec(html)?.groups ?? wrongAt(html, at);
    at = MARKUP.lastIndex;
    if (text !== undefined) open.at(-1)?.append(text);
    if (end !== undefined) {
      // An element's end also ends inner elements without an end of their own.
      const begun = open.findLastIndex((element) => element.tag === end);
      if (begun < 1) wrongAt(html, at);
      open.splice(begun);
    }
    if (tag === undefined) continue;
    const read = new HtmlElement(
      tag,
      new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value])),
    );
    open.at(-1)?.append(read);
    if (VOID.has(tag) || empty === "/") continue;
    open.push(read);
    if (!RAW.has(tag)) continue;
    const rawEnd = html.indexOf(`</${tag}>`, at);
    if (rawEnd < 0) wrongAt(html, at);
    read.append(html.slice(at, rawEnd));
    at = rawEnd;
  }
  return page;
}

function wrongAt(html: string, at: number): never {
  throw new Error(`not the service's markup at “${html.slice(at, at + 80)}” of\n${html}`);
}

/** The entities that the service writes. */
function decoded(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
