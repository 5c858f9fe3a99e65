// Origin of the service in its documents: pages are built with an example's, and served with that of the request.

/** The origin in the built pages, and in the guides on a code host. */
export const EXAMPLE_ORIGIN = "https://api.example.com";

/** A name, a number in either notation, and a port: nothing that a shell or HTML would read. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The origin that answers to this address write into links. A locally sent Host that is no plain name is shown nowhere. */
export function shownOrigin(address: string): string {
  const { host, origin } = new URL(address);
  return PLAIN_HOST.test(host) ? origin : EXAMPLE_ORIGIN;
}

export function atOrigin(text: string, origin: string): string {
  return text.replaceAll(EXAMPLE_ORIGIN, origin);
}

/**
 * The tag of a document with an origin written into it.
 *
 * @param tag of the built file
 */
export function tagAt(tag: string, origin: string): string {
  return tag.replace(/"$/, `-${origin}"`);
}

/**
 * If-None-Match for the built file. A tag of another origin's page is left out, so that it matches nothing.
 *
 * @param known the request's If-None-Match
 */
export function builtTags(known: string, origin: string): string {
  if (known.trim() === "*") return "*";
  const end = `-${origin}"`;
  return known
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag.endsWith(end))
    .map((tag) => `${tag.slice(0, -end.length)}"`)
    .join(", ");
}
