// Content-Disposition of a file that people have named: saved under its name, never shown in the browser.

import { create as contentDisposition } from "content-disposition";

/** The header's value. The name becomes one path segment, valid on every system, and writable in every encoding. */
export function attachedAs(fileName: string): string {
  return contentDisposition(fileName.toWellFormed().replace(/[/\\\p{Cc}\p{Zl}\p{Zp}]/gu, "_"));
}
