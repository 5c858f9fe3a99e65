// The link to a STEP model's triangles, beside the link to its file: older slicing programs cannot open STEP.

import type { models } from "../../../db/schema.ts";
import type { StudioView } from "../panel-context.ts";
import { useStudio, useView } from "../view-context.ts";
import { meshDownloadWords } from "./mesh-download.words.ts";

type Model = Pick<typeof models.$inferSelect, "id" | "format">;

export function meshAddress(studio: Pick<StudioView, "base">, { id }: Pick<Model, "id">): string {
  return `${studio.base}/models/${id}/mesh`;
}

/** Nothing for a model of triangles. */
export function MeshDownload({ model, look }: { readonly model: Model | undefined; readonly look?: string }) {
  const studio = useStudio();
  const { language } = useView();
  if (model?.format !== "step") return null;
  return (
    <a class={look} href={meshAddress(studio, model)} download>
      {meshDownloadWords(language).download}
    </a>
  );
}
