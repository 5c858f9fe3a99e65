// A JSON body is read into memory as a whole, so it is bounded before. Uploads are streamed and have limits of their own.

import { bodyLimit } from "hono/body-limit";
import { payloadTooLarge } from "./errors.ts";

const MAX_KILOBYTES = 64;

export const limitedBody = bodyLimit({
  maxSize: MAX_KILOBYTES * 1024,
  onError: () => {
    throw payloadTooLarge({ body: [`is larger than ${MAX_KILOBYTES} KB`] });
  },
});
