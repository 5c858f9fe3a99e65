// POST /{slug}/models: keeps a visitor's model, for a day unless it is ordered.

import { Hono } from "hono";
import { Faults } from "../../domain/errors.ts";
import { modelIdOf } from "../../domain/ids.ts";
import { modelReads, useModels } from "../../models/chosen-models.ts";
import type { SentModel } from "../../models/store-models.ts";
import { acceptFile, type ReadUpload, readUpload, type UploadLimits } from "../../models/upload.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { countUpload } from "../visitors/upload-limit.middleware.ts";
import type { KeptModel } from "../wire.ts";
import { fileWords } from "./file.words.ts";
import { helpWithFile } from "./file-help.ts";

const FIELD = "model";
const TAKEN = { takes: (name: string) => name === FIELD, inWords: { en: FIELD, uk: FIELD }, maxFiles: 1 };

export const storefrontModelRoutes = new Hono<StorefrontEnv>().post("/", countUpload, async (context) => {
  const { tenant } = context.var;
  const { MAX_FILE_MEGABYTES: fileMegabytes, MAX_REQUEST_MEGABYTES: requestMegabytes } = context.env;
  const limits: UploadLimits = { fileMegabytes, requestMegabytes };
  const stated = context.req.header("Content-Length") ?? "";
  const body = {
    contentType: context.req.header("Content-Type") ?? "",
    statedBytes: /^\d+$/.test(stated) ? Number(stated) : undefined,
    stream: context.req.raw.body,
  };
  const upload = await readUpload(body, tenant, limits, TAKEN);
  try {
    return context.json(await keep(context, acceptedModel(context, upload, limits)), 201);
  } finally {
    tenant.runToEnd(upload.end());
  }
});

async function keep(context: StorefrontContext, sent: SentModel): Promise<KeptModel> {
  const { tenant } = context.var;
  const rows = await retryTransient(() => tenant.db.batchNamed(modelReads(tenant, [sent])));
  const [inUse] = useModels(tenant, [sent], rows);
  const row = await inUse?.kept;
  if (row === undefined) throw new Error("one model became none");
  const { sha256, format, sizeBytes } = row;
  return { modelId: modelIdOf(tenant.studioId, sha256), fileName: sent.originalFileName, format, sizeBytes };
}

/** @throws StorefrontError with the reason and advice */
function acceptedModel(context: StorefrontContext, upload: ReadUpload, limits: UploadLimits): SentModel {
  const { language } = context.var.view;
  const [file] = upload.files;
  if (file === undefined) {
    const message = fileWords(language).noFile;
    throw new StorefrontError({ status: 400, reason: "invalid", message, faults: { [FIELD]: [message] } });
  }
  const faults = new Faults();
  const model = acceptFile(file, limits, faults);
  if (model !== undefined) return { field: FIELD, originalFileName: file.fileName, model };
  const { received } = file;
  const isTooLarge = received.outcome === "too_large";
  const said = faults.of(FIELD).map((fault) => `${fault[language]}.`);
  if (isTooLarge) said.push(fileWords(language).smaller);
  else if (received.outcome !== "invalid" || !received.advises) said.push(helpWithFile(file.fileName, language));
  throw new StorefrontError({
    status: isTooLarge ? 413 : 400,
    reason: isTooLarge ? "too_large" : "invalid",
    message: said.join(" "),
    faults: { [FIELD]: said },
  });
}
