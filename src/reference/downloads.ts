// Downloads of the documents: their folder, media types, and the rule of their names.

/** Below the documents' address. Among the built files it is a folder beside the pages. */
export const DOWNLOADS = "downloads";

/** Media types by a name's extension; text has the service's origin written into it. */
const DOWNLOAD_TYPES: Readonly<Record<string, { readonly mediaType: string; readonly isText?: true }>> = {
  json: { mediaType: "application/json", isText: true },
  py: { mediaType: "text/x-python; charset=utf-8", isText: true },
  php: { mediaType: "text/x-php; charset=utf-8", isText: true },
  tgz: { mediaType: "application/gzip" },
  zip: { mediaType: "application/zip" },
  stl: { mediaType: "model/stl" },
  "3mf": { mediaType: "model/3mf" },
  step: { mediaType: "model/step" },
};

const FILE_NAME = /^[a-z0-9][\w-]*(?:\.[\w-]+)*\.([a-z0-9]+)$/;

/** @returns undefined for a name that no download has */
export function downloadType(name: string): { readonly mediaType: string; readonly isText?: true } | undefined {
  const [, extension = ""] = FILE_NAME.exec(name) ?? [];
  return Object.hasOwn(DOWNLOAD_TYPES, extension) ? DOWNLOAD_TYPES[extension] : undefined;
}
