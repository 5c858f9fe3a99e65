// A chosen zip archive: its models, its files for a price request, and the reasons for the rest.
//
// Loaded with the first archive. It imports nothing that the page has loaded already, which would split that into smaller parts.

import type { Language } from "../../../domain/person.ts";
import { archiveWords } from "../../../pages/browser/archive/archive.words.ts";
import { openArchive, type PackedFile, UnpackingError } from "../../../pages/browser/archive/open-archive.ts";
import type { TurnedAway } from "./basket.ts";
import type { SortedFiles } from "./chosen-files.ts";

/** Files as if each had been chosen by itself. */
interface UnpackedArchive {
  readonly files: readonly File[];
  readonly turnedAway: readonly TurnedAway[];
}

interface Page {
  readonly language: Language;
  readonly takesPriceRequests: boolean;
  /** In words. */
  readonly formats: string;
  readonly isModel: (file: PackedFile) => boolean;
  /** Within the basket's room: only files that it takes are unpacked. */
  readonly sort: (files: readonly PackedFile[]) => SortedFiles<PackedFile>;
  readonly newKey: () => string;
}

export async function unpackArchive(archive: File, page: Page): Promise<UnpackedArchive> {
  const words = archiveWords(page.language);
  const refused = (message: string, help: string): UnpackedArchive => ({
    files: [],
    turnedAway: [{ key: page.newKey(), fileName: archive.name, message, help }],
  });
  const opened = await openArchive(archive);
  if (opened.kind === "other") return { files: [archive], turnedAway: [] };
  if (opened.kind === "3mf") {
    return { files: [new File([archive], archive.name.replace(/zip$/i, "3mf"))], turnedAway: [] };
  }
  if (opened.kind === "faulty") {
    const { message, help } = words.archive[opened.fault];
    return refused(message, help);
  }
  if (!opened.files.some(page.isModel)) {
    // Drawings of one assembly belong together: without a model among them, the archive goes with a price request as it is.
    if (page.takesPriceRequests) return { files: [archive], turnedAway: [] };
    return refused(words.noModels(page.formats), words.noModelsHelp);
  }
  const { accepted, attached, turnedAway } = page.sort(opened.files);
  const files: File[] = [];
  const faulty: TurnedAway[] = [];
  for (const { key, file } of [...accepted, ...attached]) {
    try {
      files.push(await file.unpack());
    } catch (error) {
      if (!(error instanceof UnpackingError)) throw error;
      const { message, help } = words.file[error.fault];
      faulty.push({ key, fileName: file.name, message, help });
    }
  }
  return { files, turnedAway: [...turnedAway, ...faulty] };
}
