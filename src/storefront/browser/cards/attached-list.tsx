// The files that go with a price request. Their cards are loaded with the first: most visitors bring models only.

import { useEffect, useState } from "preact/hooks";
import { helpWithFile, kindOfFile } from "../../models/file-help.ts";
import type { AttachedFile } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import type { AttachedCardProps } from "./attached-card.tsx";
import { TroubleNote } from "./price-panel.tsx";

type Card = typeof import("./attached-card.tsx").AttachedCard;

export function AttachedList({
  files,
  onRemove,
}: Pick<AttachedCardProps, "onRemove"> & { readonly files: readonly AttachedFile[] }) {
  const tools = usePage();
  const [loaded, setLoaded] = useState<{ readonly Card: Card } | null>(null);
  const isNeeded = files.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    import("./attached-card.tsx").then(
      ({ AttachedCard }) => setLoaded({ Card: AttachedCard }),
      // Without a connection the names stand alone; the files are kept all the same.
      (error: unknown) => console.warn(error),
    );
  }, [isNeeded]);
  return (
    <>
      {files.map((file) => {
        const { key, fileName, uploadTrouble } = file;
        if (loaded === null) return <p class="card file-name">{fileName}</p>;
        const [kind, help] = [kindOfFile(fileName), helpWithFile(fileName, tools.language)];
        return (
          <loaded.Card key={key} {...{ file, kind, help, tools, onRemove }}>
            {uploadTrouble === null ? null : (
              <TroubleNote trouble={uploadTrouble} onRetry={() => tools.dispatch({ type: "uploadRetried", key })} />
            )}
          </loaded.Card>
        );
      })}
    </>
  );
}
