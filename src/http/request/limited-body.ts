// Body limit of JSON requests, which are read into memory whole. Uploads are streamed, with limits of their own.

import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { TooLarge } from "../../domain/errors.ts";
import { isRead } from "../context.ts";

const MAX_KILOBYTES = 64;

const limitBody = bodyLimit({
  maxSize: MAX_KILOBYTES * 1024,
  onError: () => {
    throw new TooLarge({ body: [{ en: `is larger than ${MAX_KILOBYTES} KB`, uk: `більше за ${MAX_KILOBYTES} КБ` }] });
  },
});

/** A read's body is left alone: no operation reads it, and hono would make a new GET with one, which no `Request` can be. */
export const limitedBody = createMiddleware((context, next) =>
  isRead(context.req.method) ? next() : limitBody(context, next),
);
