// Reads the form of a new order as a stream: its models may be larger than a request's memory.

import { createMiddleware } from "hono/factory";
import { MAX_DISTINCT_IDS } from "../../http/request/fields.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { type ReadUpload, readUpload } from "../../models/upload.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { carriesModels } from "../kit/read-forms.middleware.tsx";
import { MODELS_FIELD } from "./draft.ts";

const TAKEN = {
  takes: (name: string) => name === MODELS_FIELD,
  inWords: { en: MODELS_FIELD, uk: MODELS_FIELD },
  maxFiles: MAX_ITEMS,
  // Each part of the order has some fields and a tick for each of its finishings.
  maxParts: MAX_ITEMS * 2 * MAX_DISTINCT_IDS,
};

/** Sets `upload`. The form's texts are cached for `parseBody`; files that the route does not store are forgotten. */
export const readModelForm = createMiddleware<PanelEnv>(async (context, next) => {
  if (!carriesModels(context)) return next();
  const { tenant } = context.var;
  const upload = await readUpload(bodyOf(context), tenant, limitsOf(context), TAKEN);
  try {
    context.req.bodyCache.formData = formOf(upload);
    context.set("upload", upload);
    await next();
  } finally {
    tenant.runToEnd(upload.end());
  }
});

export function limitsOf({ env }: Pick<PanelContext, "env">) {
  return { fileMegabytes: env.MAX_FILE_MEGABYTES, requestMegabytes: env.MAX_REQUEST_MEGABYTES };
}

function bodyOf({ req }: PanelContext) {
  const stated = req.header("Content-Length") ?? "";
  return {
    contentType: req.header("Content-Type") ?? "",
    statedBytes: /^\d+$/.test(stated) ? Number(stated) : undefined,
    stream: req.raw.body,
  };
}

function formOf({ fields }: ReadUpload): FormData {
  const form = new FormData();
  for (const [name, texts] of fields) for (const text of texts) form.append(name, text);
  return form;
}
