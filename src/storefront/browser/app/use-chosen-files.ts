// Files from the page's own field, which the server draws, or dropped anywhere on the page.

import { useEffect, useRef } from "preact/hooks";

export function useChosenFiles(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const field = document.querySelector<HTMLInputElement>("#model-files");
    const zone = document.getElementById("drop-zone");
    const take = () => {
      const files = [...(field?.files ?? [])];
      if (files.length > 0) latest.current(files);
      // Cleared, so that choosing the same file again fires a change.
      if (field !== null) field.value = "";
    };
    // Files chosen before this script arrived.
    take();
    field?.addEventListener("change", take, { signal });

    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      zone?.classList.add("is-over");
    };
    const leave = (event: DragEvent) => {
      // null: the drag left the window. Otherwise it went on to another element.
      if (event.relatedTarget === null) zone?.classList.remove("is-over");
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // A file dropped beside the zone would replace the page.
      event.preventDefault();
      zone?.classList.remove("is-over");
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => controller.abort();
  }, []);
}
