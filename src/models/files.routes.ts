// GET /files/{token}: the model file that a link grants. A faulty link is 404 and reveals nothing.

import { Hono } from "hono";
import { cors } from "hono/cors";
import parseRange from "range-parser";
import { mediaTypeOf } from "../../slicer-service/src/contract/model-formats.ts";
import { NotFound } from "../domain/errors.ts";
import type { ApiEnv } from "../http/context.ts";
import { namesTag, REFUSAL_CACHE_CONTROL, refusesTag } from "../http/middleware/entity-tag.ts";
import { openStudio } from "../tenant/tenant.ts";
import { attachedAs } from "./attached-as.ts";
import { readDownloadToken } from "./download-links.ts";

export const fileRoutes = new Hono<ApiEnv>()
  .use(cors({ origin: "*", exposeHeaders: ["Accept-Ranges", "Content-Disposition", "Content-Range", "ETag"] }))
  .get("/:token", async (context) => {
    const { LINK_SECRET, LINK_SECRET_PREVIOUS } = context.env;
    const grant = await readDownloadToken(context.req.param("token"), [LINK_SECRET, LINK_SECRET_PREVIOUS]);
    if (grant === undefined) throw new NotFound();
    const { studioId, objectKey, sizeBytes, sha256, format, fileName } = grant;
    context.set("studioId", studioId);
    const { modelFiles } = openStudio(context.env, studioId);

    const etag = `"${sha256}"`;
    const headers = new Headers({
      "Accept-Ranges": "bytes",
      "Cache-Control": `private, max-age=${grant.secondsLeft}`,
      "Content-Disposition": attachedAs(fileName),
      "Content-Type": mediaTypeOf(format),
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
    });
    const asked = (name: string) => context.req.header(name);
    const isRead = context.req.method !== "HEAD";
    // Conditions and ranges are of an answer that would be 200, and ranges of GET only (RFC 9110, 13.2.1 and 14.2).
    const answerWithoutBody = async (status: 200 | 304 | 412 | 416) => {
      if (!(await modelFiles.exists(objectKey))) throw new NotFound();
      if (status >= 400) headers.set("Cache-Control", REFUSAL_CACHE_CONTROL);
      return new Response(null, { status, headers });
    };
    if (refusesTag(asked("If-Match"), etag)) return answerWithoutBody(412);
    if (namesTag(asked("If-None-Match"), etag)) return answerWithoutBody(304);

    const range = isRead ? rangeOf(asked("Range"), asked("If-Range"), etag, sizeBytes) : undefined;
    if (range === "unsatisfiable") {
      headers.set("Content-Range", `bytes */${sizeBytes}`);
      return answerWithoutBody(416);
    }
    const length = range?.length ?? sizeBytes;
    headers.set("Content-Length", String(length));
    if (!isRead) return answerWithoutBody(200);
    if (range !== undefined) {
      headers.set("Content-Range", `bytes ${range.offset}-${range.offset + range.length - 1}/${sizeBytes}`);
    }
    const body = await modelFiles.read(objectKey, range);
    if (body === undefined) throw new NotFound();
    return new Response(body, { status: range === undefined ? 200 : 206, headers });
  });

interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The one range to send; undefined for the whole file, which also answers several ranges (RFC 9110, 14.2). */
function rangeOf(
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  sizeBytes: number,
): ByteRange | undefined | "unsatisfiable" {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  // The parser knows neither another case of the unit nor empty members of the list (RFC 9110, 14.1 and 5.6.1).
  const asked = range.replace(/^bytes=(?:[ \t]*,)*/i, "bytes=").replace(/(?:[ \t]*,)+[ \t]*$/, "");
  const [, first, last] = asked.match(/^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/) ?? [];
  // A suffix longer than the file is all of it, and a range that ends before it begins is none (RFC 9110, 14.1.2 and 14.1.1); the
  // parser calls both unsatisfiable.
  if (first === "" && Number(last) > sizeBytes) return { offset: 0, length: sizeBytes };
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  const ranges = parseRange(sizeBytes, asked);
  if (ranges === -1) return "unsatisfiable";
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  const [only] = ranges;
  return only && { offset: only.start, length: only.end - only.start + 1 };
}
