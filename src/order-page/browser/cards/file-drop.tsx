// Where files are added: dropped anywhere on the page, or chosen by a button that a keyboard reaches.

import { useEffect, useRef, useState } from "preact/hooks";
import { acceptOf, formatLabels } from "../basket/chosen-files.ts";
import { usePage } from "../basket/page-tools.ts";

interface FileDropProps {
  readonly isFirst: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileDrop({ isFirst, onFiles }: FileDropProps) {
  const { configuration, parts, format } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropOnPage(onFiles);
  const words = parts.drop;
  return (
    <section class={`drop${isFirst ? " drop-first" : ""}${isOver ? " drop-over" : ""}`} aria-label={words.title}>
      <p class="drop-title">{isOver ? words.release : isFirst ? words.title : words.again}</p>
      <button type="button" class={isFirst ? "primary" : ""} onClick={() => input.current?.click()}>
        {words.choose}
      </button>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        multiple
        accept={acceptOf(configuration.formats)}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // So that choosing the same file again is a choice too.
          currentTarget.value = "";
        }}
      />
      <p class="small muted">
        {words.formats(formatLabels(configuration.formats), format.count(configuration.maxFileMegabytes))}
      </p>
      {isFirst ? <p class="small muted">{words.privacy}</p> : null}
    </section>
  );
}

/** The whole page takes what is dropped: a file let go beside the box would otherwise replace the page. */
function useDropOnPage(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Null: out of the window. Any other is one element after another.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => controller.abort();
  }, []);
  return isOver;
}
