// A chosen zip archive: its models, its files for a price request, and those that stay in it, with the reasons.
//
// Loaded with the first archive.

import { modelFormatsInWords } from "../../../models/formats-in-words.ts";
import { openArchive, UnpackingError } from "../../../pages/browser/archive/open-archive.ts";
import { archiveWords } from "../words/archive.words.ts";
import type { TurnedAway } from "./basket.ts";
import { type BasketRoom, type FilePage, formatNamedBy, sortFiles } from "./chosen-files.ts";

interface UnpackedArchive {
  /** As if each had been chosen by itself. */
  readonly files: readonly File[];
  readonly turnedAway: readonly TurnedAway[];
}

/** Only files for which the basket has room are unpacked. */
export async function unpackArchive(
  archive: File,
  room: BasketRoom,
  page: FilePage,
  newKey: () => string,
): Promise<UnpackedArchive> {
  const {
    configuration: { takesPriceRequests },
    language,
  } = page;
  const words = archiveWords(language);
  const refuse = (message: string, help: string): UnpackedArchive => ({
    files: [],
    turnedAway: [{ key: newKey(), fileName: archive.name, message, help }],
  });
  const opened = await openArchive(archive);
  if (opened.kind === "3mf") {
    return { files: [new File([archive], archive.name.replace(/zip$/i, "3mf"))], turnedAway: [] };
  }
  if (opened.kind === "faulty") {
    const { message, help } = words.archive[opened.fault];
    return refuse(message, help);
  }
  if (!opened.files.some(formatNamedBy)) {
    // Drawings of one assembly belong together: without a model among them, the archive goes with a price request as it is.
    if (takesPriceRequests) return { files: [archive], turnedAway: [] };
    return refuse(words.noModels(modelFormatsInWords()[language]), words.noModelsHelp);
  }
  const { accepted, attached, turnedAway } = sortFiles(opened.files, room, page, newKey);
  const files: File[] = [];
  const faulty: TurnedAway[] = [];
  for (const { key, file } of [...accepted, ...attached]) {
    try {
      files.push(await file.unpack());
    } catch (error) {
      if (!(error instanceof UnpackingError)) throw error;
      faulty.push({ key, fileName: file.name, ...words.file[error.fault] });
    }
  }
  return { files, turnedAway: [...turnedAway, ...faulty] };
}
