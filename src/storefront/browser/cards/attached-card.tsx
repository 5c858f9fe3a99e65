// Card of a file that goes with a price request: its name, kind, size.
//
// Loaded with the first such file. It imports nothing that the page has loaded already, which would split that into smaller parts.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { FileKind } from "../../models/file-help.ts";
import type { AttachedFile } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import { attachedWords } from "../words/attached.words.ts";

export interface AttachedCardProps {
  readonly file: AttachedFile;
  readonly kind: FileKind;
  /** The way to a price for a file of this kind. */
  readonly help: string;
  readonly tools: PageTools;
  readonly onRemove: (file: AttachedFile) => void;
  /** The trouble of its upload. */
  readonly children: ComponentChildren;
}

export function AttachedCard({ file, kind, help, tools, onRemove, children }: AttachedCardProps) {
  const { parts, language, format, files } = tools;
  const words = attachedWords(language);
  const id = useId();
  const { key, fileName, sizeBytes, attachmentId, said, sentShare, uploadTrouble } = file;
  const isSending = attachmentId === null && uploadTrouble === null;
  const hasFile = files.unopened(key) !== undefined;
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
            {said === null ? `${words.kinds[kind]} · ` : ""}
            {format.fileSize(sizeBytes)}
          </p>
        </div>
        <button type="button" class="link-button danger" onClick={() => onRemove(file)}>
          {parts.choices.remove}
        </button>
      </header>
      {said === null ? null : <p>{said}</p>}
      <p>{said === null ? words.goes : words.check}</p>
      {kind === "picture" || said !== null ? null : (
        <p class="small muted">
          {help} {words.atOnce}
        </p>
      )}
      {children}
      {isSending && hasFile ? (
        <progress aria-label={parts.upload.sending(format.percent(sentShare))} max={1} value={sentShare} />
      ) : null}
      {isSending && !hasFile ? (
        <p class="note note-warning">
          {parts.upload.interrupted} {parts.upload.goneHelp}
        </p>
      ) : null}
    </article>
  );
}
