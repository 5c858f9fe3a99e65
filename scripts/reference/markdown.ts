// Markdown into HTML: guides and the sentences of the document, with anchors, language tabs and links to operations.

import { Marked, type Token, type Tokens } from "marked";
import type { Language } from "../../src/domain/person.ts";
import { GUIDE_FOLDERS } from "../../src/http/guide-address.ts";
import { DOCS, DOWNLOADS_PAGE, OPENAPI, REFERENCE } from "./addresses.ts";
import { escaped, highlighted } from "./highlight.ts";
import type { ReferenceOperation } from "./operations.ts";
import { referenceWords } from "./reference.words.ts";

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: "curl",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  php: "PHP",
  json: "JSON",
  http: "HTTP",
};

const PAGES: readonly string[] = [DOCS, REFERENCE, OPENAPI, DOWNLOADS_PAGE];

/** Consecutive fences in these languages are alternatives of each other. */
const ALTERNATIVES = ["sh", "js", "ts", "python", "php"];

export interface Heading {
  readonly id: string;
  readonly text: string;
}

export class MarkdownPages {
  readonly #marked: Marked;
  readonly #operations: ReadonlyMap<string, string>;

  constructor(operations: readonly ReferenceOperation[], language: Language = "en") {
    this.#operations = new Map(operations.map(({ method, path, id }) => [`${method.toUpperCase()} ${path}`, id]));
    const operationIds = this.#operations;
    const words = referenceWords(language);
    this.#marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          const id = anchorOf(text);
          return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
        },
        code: ({ text, lang }) => samples([{ language: languageOf(lang), text }]),
        codespan({ text }) {
          const id = operationIds.get(text);
          // On a code host these addresses lead nowhere, so guides write them as code.
          const href = PAGES.includes(text) ? text : id === undefined ? undefined : `${REFERENCE}#${id}`;
          const code = `<code>${escaped(text)}</code>`;
          return href === undefined ? code : `<a href="${href}">${code}</a>`;
        },
        link({ href, tokens }) {
          return `<a href="${escaped(pageAddress(href, "", language))}">${this.parser.parseInline(tokens)}</a>`;
        },
        // A checklist for the reader's own use: a disabled field would look interactive.
        checkbox: () => `<span class="box" aria-hidden="true">☐</span> `,
        table(token) {
          const row = (cells: readonly Tokens.TableCell[], tag: string, id?: string) =>
            `<tr${id === undefined ? "" : ` id="${id}"`}>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
          const rows = token.rows.map((cells) => row(cells, "td", codeExplainedIn(cells))).join("\n");
          return `<div class="scroll" tabindex="0" role="group" aria-label="${words.table}"><table><thead>${row(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
        },
      },
    });
  }

  /** A sentence of the document, without a paragraph around it. */
  sentence(markdown: string): string {
    return this.#marked.parseInline(markdown, { async: false });
  }

  /** A whole page. Alternatives in several languages become one block with tabs. */
  page(markdown: string): string {
    const tokens = this.#marked.lexer(markdown);
    return groupsOf(tokens)
      .map((group) =>
        group.kind === "alternatives"
          ? samples(group.codes.map(({ lang, text }) => ({ language: languageOf(lang), text })))
          : this.#marked.parser([group.token]),
      )
      .join("");
  }

  /** The headings of the second level, for the menu and the search. */
  headings(markdown: string): readonly Heading[] {
    return this.#marked
      .lexer(markdown)
      .flatMap((token) =>
        isHeading(token) && token.depth === 2 ? [{ id: anchorOf(token.text), text: token.text }] : [],
      );
  }
}

/** The same page in the service's Markdown: its links lead to the other pages' Markdown. */
export function servedMarkdown(markdown: string, language: Language = "en"): string {
  return markdown.replaceAll(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${pageAddress(href, ".md", language)})`);
}

/**
 * Documents link to each other by their files, as a code host needs it: a translation to an English guide by the folder above, the
 * page of wrong requests by the folder of the guides.
 */
function pageAddress(href: string, extension: string, language: Language): string {
  return href
    .replace(/^\.\.\/(wrong-requests)\.md(?=#|$)/, `${DOCS}/$1${extension}`)
    .replace(/^guides\//, "")
    .replace(/^(\.\.\/)?\d{2}-([a-z-]+)\.md(?=#|$)/, (_, above: string | undefined, name: string) => {
      const folder = above === undefined ? GUIDE_FOLDERS[language] : "";
      return `${DOCS}/${folder}${name}${extension}`;
    });
}

export interface SampleText {
  readonly language: string;
  readonly text: string;
}

/** One or more samples. A script shows the one in the reader's language; without scripts all are shown. */
export function samples(texts: readonly SampleText[]): string {
  const nameOf = (language: string) => LANGUAGE_NAMES[language] ?? language;
  const buttons =
    texts.length < 2
      ? ""
      : `<div class="languages" role="group" aria-label="Language">${texts
          .map(
            ({ language }, index) =>
              `<button type="button" data-language="${language}" aria-pressed="${index === 0}">${nameOf(language)}</button>`,
          )
          .join("")}</div>`;
  const blocks = texts.map(
    ({ language, text }) =>
      `<div class="sample" data-language="${language}"><pre tabindex="0" aria-label="${nameOf(language)}"><code>${highlighted(text.trim(), language)}</code></pre></div>`,
  );
  return `<div class="samples">${buttons}${blocks.join("")}</div>\n`;
}

/** `js run` of a fence is js: `run` tells the documents' test to execute it. */
function languageOf(info: string | undefined): string {
  return (info ?? "").split(/\s/)[0] ?? "";
}

export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The code that a row explains, or the status of an answer without one: refusals link to it (src/http/help-link.ts). */
function codeExplainedIn([first]: readonly Tokens.TableCell[]): string | undefined {
  const [, status, code] = /^(\d{3})(?:, no code| `(errors\.\w+)`)$/.exec(first?.text ?? "") ?? [];
  return code ?? status;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

type Group =
  | { readonly kind: "alternatives"; readonly codes: Tokens.Code[] }
  | { readonly kind: "other"; readonly token: Token };

function groupsOf(tokens: readonly Token[]): readonly Group[] {
  const groups: Group[] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const last = groups.at(-1);
    const language = isCode(token) ? languageOf(token.lang) : "";
    if (!isCode(token) || !ALTERNATIVES.includes(language)) groups.push({ kind: "other", token });
    else if (last?.kind === "alternatives" && !last.codes.some(({ lang }) => languageOf(lang) === language)) {
      last.codes.push(token);
    } else groups.push({ kind: "alternatives", codes: [token] });
  }
  return groups;
}
