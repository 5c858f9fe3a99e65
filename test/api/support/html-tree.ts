// HTML as a tree of elements, read by the parser of workerd itself.

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

/** @returns an element around all of the page */
export async function readHtml(html: string): Promise<HtmlElement> {
  const page = new HtmlElement("", new Map());
  const open = [page];
  const rewriter = new HTMLRewriter()
    .on("*", {
      element(element) {
        const read = new HtmlElement(
          element.tagName,
          new Map([...element.attributes].map(([name = "", value = ""]) => [name, value])),
        );
        open.at(-1)?.append(read);
        if (VOID.has(element.tagName)) return;
        open.push(read);
        // An element's end also ends inner elements without an end of their own.
        element.onEndTag(() => {
          open.splice(open.indexOf(read));
        });
      },
    })
    .onDocument({
      text({ text }) {
        open.at(-1)?.append(text);
      },
    });
  await rewriter.transform(new Response(html)).text();
  return page;
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
