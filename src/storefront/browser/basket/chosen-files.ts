// Dropped or chosen files: sorts them into models, files for a price request and refused ones, before any upload.

import { formatOfExtension, type ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import type { Language } from "../../../domain/person.ts";
import { modelFormatsInWords } from "../../../models/formats-in-words.ts";
import { fileWords } from "../../models/file.words.ts";
import { helpWithFile } from "../../models/file-help.ts";
import type { PageConfiguration } from "../../wire.ts";
import type { partsWords } from "../words/parts.words.ts";
import type { TurnedAway } from "./basket.ts";

/** A file, or its entry in an archive. */
interface Listed {
  readonly name: string;
  readonly size: number;
}

export interface AttachedAs<Kind extends Listed> {
  readonly key: string;
  readonly file: Kind;
}

interface AcceptedAs<Kind extends Listed> extends AttachedAs<Kind> {
  readonly format: ModelFormat;
}

export interface SortedFiles<Kind extends Listed> {
  readonly accepted: readonly AcceptedAs<Kind>[];
  readonly attached: readonly AttachedAs<Kind>[];
  readonly turnedAway: readonly TurnedAway[];
}

/** Numbers of parts and of files for a price request that the basket still takes. */
export interface BasketRoom {
  readonly parts: number;
  readonly attached: number;
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

/** @param newKey called for each file */
export function sortFiles<Kind extends Listed>(
  files: readonly Kind[],
  room: BasketRoom,
  { configuration, language, parts, format }: Page,
  newKey: () => string,
): SortedFiles<Kind> {
  const accepted: AcceptedAs<Kind>[] = [];
  const attached: AttachedAs<Kind>[] = [];
  const turnedAway: TurnedAway[] = [];
  const words = parts.turnedAway;
  for (const file of files) {
    const key = newKey();
    const turnAway = (message: string, help: string) => turnedAway.push({ key, fileName: file.name, message, help });
    const known = formatNamedBy(file);
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

/** By the name's extension: the content is read by the server. */
export function formatNamedBy({ name }: Listed): ModelFormat | undefined {
  return formatOfExtension(name.toLowerCase().split(".").at(-1) ?? "");
}

/** A zip archive is unpacked before its files are sorted. */
export function isArchive({ name }: Listed): boolean {
  return /\.zip$/i.test(name);
}
