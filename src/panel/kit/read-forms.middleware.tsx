// Reads a posted form, once and within limits, before anything else looks at it.

import { createMiddleware } from "hono/factory";
import { Invalid, TooLarge } from "../../domain/errors.ts";
import { isRead } from "../../http/context.ts";
import { PANEL } from "./addresses.ts";
import type { PanelContext, PanelEnv } from "./panel-context.ts";
import { tooLargePage } from "./render.tsx";

/** Much more than any form of texts, though a browser sends six bytes for a letter of Ukrainian. */
const MAX_KILOBYTES = 256;
/** Photos of a product and files of a slicer's settings are the largest things that forms carry. They are read into memory. */
export const MAX_FORM_MEGABYTES = 10;
/** What is shown of a form costs more by the field than by the letter. */
const MAX_FIELDS = 300;

const WITH_FILES = new RegExp(`^${PANEL}/studios/[^/]+/catalog/(?:products/[^/]+/photos|machines/import)$`);

/** Leaves the form to be taken by `parseBody`. Its bytes are counted as they come: a stated length may be wrong, or missing. */
export const readForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (isRead(context.req.method)) return next();
  const maxKilobytes = carriesFiles(context) ? MAX_FORM_MEGABYTES * 1024 : MAX_KILOBYTES;
  const body = await readAtMost(maxKilobytes * 1024, context.req.raw);
  if (body === undefined) return tooLargePage(context, maxKilobytes);
  const form = await parseForm(body, context.req.header("Content-Type") ?? "");
  if (countOf(form.keys()) > MAX_FIELDS) {
    throw new TooLarge({ body: [{ en: `has more than ${MAX_FIELDS} fields`, uk: `має понад ${MAX_FIELDS} полів` }] });
  }
  context.req.bodyCache.formData = form;
  await next();
});

/** Only who is signed in has files to send. */
function carriesFiles(context: PanelContext): boolean {
  const isMultipart = /^multipart\/form-data\b/i.test(context.req.header("Content-Type") ?? "");
  return isMultipart && context.var.session !== undefined && WITH_FILES.test(context.req.path);
}

/** The body; undefined where it is larger. */
async function readAtMost(maxBytes: number, { headers, body }: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null) return new Uint8Array();
  if (Number(headers.get("Content-Length")) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A body of another type is no form of ours, and has no fields. */
async function parseForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const [mediaType = ""] = type.toLowerCase().split(/[\s;]/, 1);
  if (mediaType !== "application/x-www-form-urlencoded" && mediaType !== "multipart/form-data") return new FormData();
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Invalid({ body: [{ en: "is not a form", uk: "не є формою" }] });
  }
}

function countOf(values: Iterable<unknown>): number {
  let count = 0;
  for (const _ of values) count++;
  return count;
}
