// Body limit of JSON requests, which are read into memory whole. Uploads are streamed, with limits of their own.

import { bodyLimit } from "hono/body-limit";
import { TooLarge } from "../domain/errors.ts";

const MAX_KILOBYTES = 64;

export const limitedBody = bodyLimit({
  maxSize: MAX_KILOBYTES * 1024,
  onError: () => {
    throw new TooLarge({ body: [{ en: `is larger than ${MAX_KILOBYTES} KB`, uk: `більше за ${MAX_KILOBYTES} КБ` }] });
  },
});
