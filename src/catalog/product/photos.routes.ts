// GET /photos/{studio}/{photo}: a product's photo, for everyone, as the studio's site shows it.
//
// A photo's address is never given to another photo, so a browser may keep it for ever.

import { Hono } from "hono";
import { cors } from "hono/cors";
import { NotFound } from "../../domain/errors.ts";
import type { ApiEnv } from "../../http/context.ts";
import { namesTag, REFUSAL_CACHE_CONTROL, refusesTag } from "../../http/middleware/entity-tag.ts";
import { openStudio } from "../../tenant/tenant.ts";
import { ownPhotoAt, PHOTOS_PATH } from "./photo-address.ts";

const YEAR_SECONDS = 365 * 86_400;

export const photoRoutes = new Hono<ApiEnv>()
  .use(cors({ origin: "*", exposeHeaders: ["ETag"] }))
  .get("/:studio/:photo", async (context) => {
    const { studio, photo } = context.req.param();
    const asked = ownPhotoAt(`${PHOTOS_PATH}/${studio}/${photo}`);
    if (asked === undefined) throw new NotFound();
    const { productPhotos } = openStudio(context.env, asked.studioId);
    const etag = `"${asked.id}"`;
    const isRefused = refusesTag(context.req.header("If-Match"), etag);
    const isKnown = namesTag(context.req.header("If-None-Match"), etag);
    const isBodyWanted = !isRefused && !isKnown && context.req.method !== "HEAD";
    const found = isBodyWanted ? await productPhotos.read(asked.id) : await productPhotos.find(asked.id);
    // Another extension would make it another kind of file.
    if (found === undefined || found.mediaType !== asked.format.mediaType) throw new NotFound();

    const headers = new Headers({
      "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
      // The bytes are foreign: a photo of any content must run nothing here.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    if (isRefused) {
      headers.set("Cache-Control", REFUSAL_CACHE_CONTROL);
      return new Response(null, { status: 412, headers });
    }
    if (isKnown) return new Response(null, { status: 304, headers });
    headers.set("Content-Type", found.mediaType);
    headers.set("Content-Length", String(found.sizeBytes));
    return new Response(found.body, { headers });
  });
