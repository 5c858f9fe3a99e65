// POST /{slug}/attachments: keeps a file for a price request, unopened, for a day unless it is sent with one.

import { Hono } from "hono";
import type { Sentence } from "../../domain/sentence.ts";
import { cleanFileName } from "../../models/file-name.ts";
import { aboutFile } from "../../models/upload.ts";
import { drain } from "../../platform/body-stream.ts";
import { keepAttachment } from "../../price-requests/attachments.store.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { countUpload } from "../visitors/upload-limit.middleware.ts";
import { FILE_NAME_HEADER, type KeptAttachment } from "../wire.ts";
import { requireTakesRequests } from "./requests.routes.tsx";

const BYTES_OF_MEGABYTE = 1024 * 1024;

export const attachmentRoutes = new Hono<StorefrontEnv>().post(
  "/",
  requireTakesRequests,
  countUpload,
  async ({ req, env, json, var: { tenant } }) => {
    const fileName = fileNameIn(req.header(FILE_NAME_HEADER) ?? "");
    const { body } = req.raw;
    const sizeBytes = Number(req.header("Content-Length") ?? "");
    // The store needs the length beforehand; browsers state that of a file.
    if (body === null || !(sizeBytes > 0)) throw refusalOf(400, fileName, EMPTY);
    if (sizeBytes > env.MAX_FILE_MEGABYTES * BYTES_OF_MEGABYTE) {
      // A browser that is still sending would not read the answer.
      await drain(body.getReader({ mode: "byob" }));
      throw refusalOf(413, fileName, tooLarge(env.MAX_FILE_MEGABYTES));
    }
    const { token } = await keepAttachment(tenant, { fileName, sizeBytes, bytes: body });
    const answer: KeptAttachment = { attachmentId: token };
    return json(answer, 201);
  },
);

/** Cleaned like an upload's. A name that cannot be decoded is none. */
function fileNameIn(header: string): string {
  try {
    return cleanFileName(decodeURIComponent(header)) || "file";
  } catch {
    return "file";
  }
}

const EMPTY: Sentence = {
  en: "is empty: save it again, and send it anew",
  uk: "порожній: збережіть його ще раз і надішліть знову",
};

const tooLarge = (megabytes: number): Sentence => ({
  en: `is larger than ${megabytes} MB: send a smaller copy, or a link to it in the comment`,
  uk: `більший за ${megabytes} МБ: надішліть меншу копію або посилання на нього в коментарі`,
});

function refusalOf(status: 400 | 413, fileName: string, said: Sentence): StorefrontError {
  const { en, uk } = aboutFile(fileName, said);
  const message = { en: `${en}.`, uk: `${uk}.` };
  const reason = status === 413 ? "too_large" : "invalid";
  return new StorefrontError({ status, reason, message, faults: { attachment: [message] } });
}
