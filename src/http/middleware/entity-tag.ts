// Entity tags: a request's conditions against the tag of the current answer (RFC 9110, 13).

/** A cache may keep any answer that has an age (RFC 9111, 3), and would give the refusal of one request to the next. */
export const REFUSAL_CACHE_CONTROL = "no-store";

/** The tags of a list: a W/ and the quoted rest, which may hold commas. */
const TAG = /(W\/)?("[!#-~\u0080-\u00ff]*")/g;

/**
 * Whether the client has the answer already. If-None-Match compares weakly (13.1.2).
 *
 * @param etag without W/
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === "*" || tagsOf(ifNoneMatch).some(({ opaque }) => opaque === etag);
}

/**
 * Whether the client wants another answer than the current one. If-Match compares strongly (13.1.1).
 *
 * @param etag a strong one
 */
export function refusesTag(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return false;
  return !tagsOf(ifMatch).some(({ opaque, isWeak }) => opaque === etag && !isWeak);
}

function tagsOf(list = ""): readonly { readonly opaque: string; readonly isWeak: boolean }[] {
  return Array.from(list.matchAll(TAG), ([, weak, opaque = ""]) => ({ opaque, isWeak: weak !== undefined }));
}
