// Picture of a model, in a fixed box: the page does not move when it arrives.

import { THUMBNAIL_SIZES } from "../../../pages/thumbnail.ts";
import { useStudio } from "../view-context.ts";

interface ModelPictureProps {
  /** null: the item has no file, and no picture. */
  readonly modelId: number | null;
  readonly fileName: string | null;
  readonly size: keyof typeof THUMBNAIL_SIZES;
  /** On a page for paper, which may be printed before it was scrolled. */
  readonly isForPaper?: boolean;
}

export function ModelPicture({ modelId, fileName, size, isForPaper = false }: ModelPictureProps) {
  const studio = useStudio();
  if (modelId === null) return null;
  return (
    <img
      class="model-picture"
      src={`${studio.base}/models/${modelId}/thumbnail`}
      alt={fileName ?? ""}
      {...THUMBNAIL_SIZES[size]}
      loading={isForPaper ? "eager" : "lazy"}
    />
  );
}
