// The names in a multipart part's Content-Disposition. The multipart parser reads them as RFC 9110 has it, Latin-1 only,
// and loses a part whose file name is "Куб.stl"; browsers and curl send names as UTF-8 (RFC 7578, 5.1; WHATWG HTML,
// "multipart/form-data encoding algorithm").

export interface PartNames {
  readonly name: string;
  /** Undefined for a part that is no file. */
  readonly fileName: string | undefined;
}

export function partNamesOf(contentDisposition: string): PartNames {
  const parameters = new Map<string, string>();
  for (const [, key = "", quoted, bare = ""] of contentDisposition.matchAll(PARAMETER)) {
    parameters.set(key.toLowerCase(), quoted === undefined ? bare : unescaped(quoted));
  }
  return {
    name: parameters.get("name") ?? "",
    fileName: extended(parameters.get("filename*")) ?? parameters.get("filename"),
  };
}

const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^;\s]*))/g;

/** Browsers write a quote in a name as %22 and line ends as %0D and %0A; curl may put a backslash before a quote. */
function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, "$1").replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));
}

/** An extended value, charset'language'percent-encoded (RFC 8187); undefined where it is none. */
function extended(value: string | undefined): string | undefined {
  const encoded = value?.match(/^utf-8'[^']*'(.+)$/i)?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
