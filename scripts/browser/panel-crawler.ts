// Finds the pages of the panel by their links: one of each kind.

export interface FoundPage {
  /** The path with its numbers and random texts replaced, such as `/panel/studios/:slug/orders/:id`. */
  readonly kind: string;
  /** The first path found of this kind, with its query. */
  readonly path: string;
}

/**
 * @param start the first path
 * @param linksOf the paths that a page links to
 */
export async function crawlPanel(
  start: string,
  linksOf: (path: string) => Promise<readonly string[]>,
): Promise<FoundPage[]> {
  const found = new Map<string, FoundPage>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path);
    if (found.has(kind)) continue;
    found.set(kind, { kind, path });
    waiting.push(
      ...(await linksOf(path)).filter((link) => /^\/panel(?:[/?]|$)/.test(link) && !link.includes("/assets/")),
    );
  }
  return [...found.values()];
}

/** The addresses that a page's markup links to, but for files to download. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b(?![^>]* download=)[^>]*\bhref="([^"#]+)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

/** Filters make no other page, nor do the technologies that are estimated layer by layer, nor the presets of machines. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://panel.invalid");
  const kind = pathname
    .replace(/\/studios\/[^/]+/, "/studios/:slug")
    .replace(/\/(sla|dlp|msla|sls)$/, "/layered")
    .replace(/\/presets\/[^/]+$/, "/preset")
    .replace(/\/\d+(?=\/|$)/g, "/:id");
  const view = searchParams.get("view");
  return view === null ? kind : `${kind}?view=${view}`;
}
