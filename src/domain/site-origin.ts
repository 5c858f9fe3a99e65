// Origin of a site: what names it where a browser is told which sites may do something, such as `https://example.com`.

/** Why a text names no site. `right` is what was probably meant. */
export type SiteFault =
  | { readonly kind: "scheme" | "more_than_origin"; readonly right: string }
  | { readonly kind: "wildcard" | "unreadable" };

/**
 * Labels of letters, digits and hyphens, at least two of them. A URL takes more, `;` and `,` among it, which would end the list of a
 * policy that the origin is written into.
 */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Where whoever builds a site looks at it. */
const OWN_MACHINE = ["localhost", "127.0.0.1"];

/** The origin of a site as somebody typed it: https, and http on one's own machine. */
export function readSiteOrigin(typed: string): { readonly origin: string } | { readonly fault: SiteFault } {
  if (typed.includes("*")) return { fault: { kind: "wildcard" } };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  const url = URL.parse(scheme === undefined ? `https://${typed}` : typed);
  if (url === null || (scheme !== undefined && scheme !== "https" && scheme !== "http")) {
    return { fault: { kind: "unreadable" } };
  }
  const isOwnMachine = OWN_MACHINE.includes(url.hostname);
  if (!isOwnMachine && !HOST_NAME.test(url.hostname)) return { fault: { kind: "unreadable" } };
  const right = scheme === "http" && isOwnMachine ? url.origin : `https://${url.host}`;
  if (scheme === undefined || right !== url.origin) return { fault: { kind: "scheme", right } };
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isBare ? { origin: url.origin } : { fault: { kind: "more_than_origin", right } };
}
