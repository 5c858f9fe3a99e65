// Dropped or chosen files: sorts them into models, files for a price request and refused ones, before any upload.

import { formatOfExtension, type ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import type { Language } from "../../../domain/person.ts";
import { modelFormatsInWords } from "../../../models/formats-in-words.ts";
import { fileWords } from "../../models/file.words.ts";
import { helpWithFile } from "../../models/file-help.ts";
import type { PageConfiguration } from "../../wire.ts";
import type { partsWords } from "../words/parts.words.ts";
import type { TurnedAway } from "./basket.ts";

export interface AcceptedFile {
  readonly key: string;
  readonly file: File;
  readonly format: ModelFormat;
}

/** The page's limits and words for files. */
interface Page {
  readonly configuration: Pick<
    PageConfiguration,
    "maxFileMegabytes" | "maxItems" | "maxAttachments" | "takesPriceRequests"
  >;
  readonly language: Language;
  readonly parts: ReturnType<typeof partsWords>;
  readonly format: { readonly decimal: (value: number) => string; readonly count: (value: number) => string };
}

/** The server counts megabytes the same way. */
const BYTES_OF_MEGABYTE = 1024 * 1024;

/**
 * @param room numbers of parts and of files for a price request that the basket still takes
 * @param newKey called for each file
 */
export function sortFiles(
  files: readonly File[],
  room: { readonly parts: number; readonly attached: number },
  { configuration, language, parts, format }: Page,
  newKey: () => string,
): {
  readonly accepted: readonly AcceptedFile[];
  readonly attached: readonly Pick<AcceptedFile, "key" | "file">[];
  readonly turnedAway: readonly TurnedAway[];
} {
  const accepted: AcceptedFile[] = [];
  const attached: Pick<AcceptedFile, "key" | "file">[] = [];
  const turnedAway: TurnedAway[] = [];
  const words = parts.turnedAway;
  for (const file of files) {
    const key = newKey();
    const turnAway = (message: string, help: string) => turnedAway.push({ key, fileName: file.name, message, help });
    const extension = file.name.toLowerCase().split(".").at(-1) ?? "";
    const known = formatOfExtension(extension);
    if (known === undefined && !configuration.takesPriceRequests) {
      turnAway(words.extension(modelFormatsInWords()[language]), helpWithFile(file.name, language));
    } else if (file.size === 0) turnAway(words.empty, words.emptyHelp);
    else if (file.size > configuration.maxFileMegabytes * BYTES_OF_MEGABYTE) {
      const megabytes = format.decimal(Math.ceil((10 * file.size) / BYTES_OF_MEGABYTE) / 10);
      turnAway(
        words.tooLarge(megabytes, format.count(configuration.maxFileMegabytes)),
        known ? fileWords(language).smaller : words.tooLargeHelp,
      );
    } else if (known === undefined) {
      const { maxAttachments } = configuration;
      if (attached.length < room.attached) attached.push({ key, file });
      else turnAway(words.tooManyAttached(format.count(maxAttachments)), words.tooManyAttachedHelp);
    } else if (accepted.length >= room.parts) {
      turnAway(words.tooMany(format.count(configuration.maxItems)), words.tooManyHelp);
    } else accepted.push({ key, file, format: known });
  }
  return { accepted, attached, turnedAway };
}
