// Reads a posted form once and within limits, before any other code parses it.

import { createMiddleware } from "hono/factory";
import { Invalid, TooLarge } from "../../domain/errors.ts";
import { isRead } from "../../http/context.ts";
import { PANEL } from "./addresses.ts";
import type { PanelContext, PanelEnv } from "./panel-context.ts";
import { tooLargePage } from "./render.tsx";

/** Far above the largest form of texts, even at six bytes for a Ukrainian letter (URL-encoded). */
const MAX_KILOBYTES = 256;
/** For product photos and slicer settings. The form is read into memory. */
export const MAX_FORM_MEGABYTES = 10;
/** Parsing and showing a form costs by the field. */
const MAX_FIELDS = 300;

const WITH_FILES = new RegExp(`^${PANEL}/studios/[^/]+/catalog/(?:products/[^/]+/photos|machines/import)$`);

/** Caches the form for `parseBody`. Bytes are counted while reading: Content-Length may be wrong or missing. */
export const readForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (isRead(context.req.method) || carriesModels(context)) return next();
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

const WITH_MODELS = new RegExp(`^${PANEL}/studios/[^/]+/new-order$`);

/** Whether the request's form carries models: its route reads it as a stream, and with a session only. */
export function carriesModels(context: PanelContext): boolean {
  return isMultipart(context) && context.var.session !== undefined && WITH_MODELS.test(context.req.path);
}

function isMultipart({ req }: PanelContext): boolean {
  return /^multipart\/form-data\b/i.test(req.header("Content-Type") ?? "");
}

/** Files are taken with a session only. */
function carriesFiles(context: PanelContext): boolean {
  return isMultipart(context) && context.var.session !== undefined && WITH_FILES.test(context.req.path);
}

/** The body; undefined if it is larger than `maxBytes`. */
async function readAtMost(maxBytes: number, { headers, body }: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null) return new Uint8Array();
  if (Number(headers.get("Content-Length")) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Returning from the loop cancels the stream.
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

/** A body of another media type has no fields. @throws Invalid for a malformed form */
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
