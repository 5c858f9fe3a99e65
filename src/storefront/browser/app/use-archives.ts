// Chosen zip archives: unpacked one after the other, as far as the basket has room.

import { useEffect, useRef, useState } from "preact/hooks";
import { modelFormatsInWords } from "../../../models/formats-in-words.ts";
import type { TurnedAway } from "../basket/basket.ts";
import { type BasketRoom, formatNamedBy, sortFiles } from "../basket/chosen-files.ts";
import type { PageTools } from "../basket/page-tools.ts";

/**
 * @param room the basket's of the moment
 * @param onUnpacked takes files like those chosen by themselves, and the notes about those that stay in an archive
 * @returns the archive in work, if there is one, and the way in for more
 */
export function useArchives(
  tools: PageTools,
  room: () => BasketRoom,
  newKey: () => string,
  onUnpacked: (files: readonly File[], turnedAway: readonly TurnedAway[]) => void,
) {
  // Unpacking takes a while: the basket may have changed meanwhile.
  const latest = useRef(onUnpacked);
  latest.current = onUnpacked;
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [unpacking] = waiting;
  useEffect(() => {
    if (unpacking === undefined) return;
    const { trouble, upload } = tools.parts;
    const [message, help] = [trouble.failed, upload.goneHelp];
    import("../basket/unpacked-archive.ts")
      .then(({ unpackArchive }) =>
        unpackArchive(unpacking, {
          language: tools.language,
          takesPriceRequests: tools.configuration.takesPriceRequests,
          formats: modelFormatsInWords()[tools.language],
          isModel: (file) => formatNamedBy(file) !== undefined,
          sort: (files) => sortFiles(files, room(), tools, newKey),
          newKey,
        }),
      )
      // The script may be missing for lack of a connection.
      .catch(() => ({ files: [], turnedAway: [{ key: newKey(), fileName: unpacking.name, message, help }] }))
      .then(({ files, turnedAway }) => {
        latest.current(files, turnedAway);
        setWaiting((now) => now.slice(1));
      });
  }, [unpacking]);
  return {
    unpacking,
    add: (archives: readonly File[]) => setWaiting((now) => [...now, ...archives]),
  };
}
