// A file that goes with a price request as it is: name, kind and size, and the way to a price at once.

import { useId } from "preact/hooks";
import { fileWords } from "../../models/file.words.ts";
import { helpWithFile, kindOfFile } from "../../models/file-help.ts";
import type { AttachedFile } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { TroubleNote } from "./price-panel.tsx";

interface AttachedCardProps {
  readonly file: AttachedFile;
  readonly onRemove: (file: AttachedFile) => void;
}

export function AttachedCard({ file, onRemove }: AttachedCardProps) {
  const { parts, language, format, files, dispatch } = usePage();
  const id = useId();
  const { key, fileName, sizeBytes, attachmentId, said, sentShare, uploadTrouble } = file;
  const kind = kindOfFile(fileName);
  const isGone = attachmentId === null && files.unopened(key) === undefined;
  return (
    <article class="card attached" aria-labelledby={id} data-card={key}>
      <header class="card-head">
        <svg class="file-sign" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 3h7l5 5v13H7zM14 3v5h5" />
        </svg>
        <div class="card-title">
          <h3 id={id} class="file-name" tabIndex={-1}>
            {fileName}
          </h3>
          <p class="small muted">
            {said === null ? `${fileWords(language).kinds[kind]} · ` : ""}
            {format.fileSize(sizeBytes)}
          </p>
        </div>
        <button type="button" class="link-button danger" onClick={() => onRemove(file)}>
          {parts.choices.remove}
        </button>
      </header>
      {said === null ? null : <p>{said}</p>}
      <p>{said === null ? parts.attached.goes : parts.attached.check}</p>
      {kind === "picture" || said !== null ? null : (
        <p class="small muted">
          {parts.attached.atOnce} {helpWithFile(fileName, language)}
        </p>
      )}
      {uploadTrouble !== null ? (
        <TroubleNote trouble={uploadTrouble} onRetry={() => dispatch({ type: "uploadRetried", key })} />
      ) : isGone ? (
        <p class="note note-warning">
          {parts.upload.interrupted} {parts.upload.goneHelp}
        </p>
      ) : attachmentId === null ? (
        <div class="sending">
          <progress aria-label={parts.upload.sending(format.percent(sentShare))} max={1} value={sentShare} />
        </div>
      ) : null}
    </article>
  );
}
