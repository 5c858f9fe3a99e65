// Pages and forms of a door as a walk along its links finds them, each kind once or twice.

import type { FormView, PageView } from "../../pages/page-view.ts";

export interface FoundForm extends FormView {
  /** Method and address, its ids left out, with the button's own field. */
  readonly name: string;
  readonly path: string;
  /** The page that shows it. */
  readonly page: string;
}

/** Addresses of one kind: more of them show the same page of other rows. */
const MOST_OF_KIND = 3;

export class FoundPages {
  readonly #prefixes: readonly string[];
  readonly #links = new Map<string, Set<string>>();
  readonly #forms = new Map<string, FoundForm>();
  readonly #unvisited: string[] = [];

  /** @param prefixes of the paths that belong to it */
  constructor(prefixes: readonly string[]) {
    this.#prefixes = prefixes;
  }

  get links(): readonly string[] {
    return [...this.#links.values()].flatMap((links) => [...links]);
  }

  get forms(): readonly FoundForm[] {
    return [...this.#forms.values()];
  }

  /** The next page of the walk; undefined at its end. */
  next(): string | undefined {
    return this.#unvisited.shift();
  }

  addLink(address: string, from: string): void {
    const url = URL.canParse(address, `http://door${from}`) ? new URL(address, `http://door${from}`) : undefined;
    if (url === undefined || url.host !== "door" || !this.#prefixes.some((prefix) => isWithin(url.pathname, prefix)))
      return;
    const kind = `${kindOfPath(url.pathname)}?${[...new Set(url.searchParams.keys())].sort().join("&")}`;
    const known = this.#links.get(kind) ?? new Set();
    this.#links.set(kind, known);
    const link = url.pathname + url.search;
    if (known.has(link) || known.size >= MOST_OF_KIND) return;
    known.add(link);
    this.#unvisited.push(link);
  }

  learn(page: PageView, path: string): void {
    for (const address of page.addresses) this.addLink(address, path);
    for (const form of page.forms) {
      const url = new URL(form.action ?? path, `http://door${path}`);
      if (url.host !== "door") continue;
      const name = `${form.method.toUpperCase()} ${kindOfPath(url.pathname)}${kindOfButtons(form)}`;
      // The newest one: its ids and its token of a seen form are the latest.
      this.#forms.set(name, { ...form, name, path: url.pathname + url.search, page: path });
    }
  }
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** The path without its ids and tokens. */
export function kindOfPath(path: string): string {
  return path
    .split("/")
    .map((piece) =>
      /^studio-[\da-f]{4,}$/.test(piece) ? "{slug}" : /\d|^mdl_|[\w-]{30,}/.test(piece) ? "{id}" : piece,
    )
    .join("/");
}

/** Buttons of fixed words tell forms of one address apart; those of a row's own values do not. */
function kindOfButtons({ buttons }: FormView): string {
  const words = new Set(buttons.filter(({ name }) => name !== "").map(({ name, value }) => `${name}=${value}`));
  return words.size > 0 && words.size <= 2 && [...words].every((word) => /^[a-z]+=[a-z_]{1,20}$/i.test(word))
    ? ` ${[...words].join(" ")}`
    : "";
}
