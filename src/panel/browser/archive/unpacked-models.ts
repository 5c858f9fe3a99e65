// The models of chosen files and zip archives within the page's limits, and the reasons why others are left out.

import { formatOfExtension } from "../../../../slicer-service/src/contract/model-formats.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../domain/person.ts";
import { modelFormatsInWords } from "../../../models/formats-in-words.ts";
import { archiveWords } from "../../../pages/browser/archive/archive.words.ts";
import { openArchive, type PackedFile, UnpackingError } from "../../../pages/browser/archive/open-archive.ts";
import { leftOutWords } from "./left-out.words.ts";

/** The server counts megabytes the same way. */
const BYTES_OF_MEGABYTE = 1024 * 1024;

interface Room {
  /** Parts that the order still takes. */
  readonly parts: number;
  readonly fileMegabytes: number;
  readonly requestMegabytes: number;
}

interface UnpackedModels {
  readonly models: readonly File[];
  /** A line for each file, with its name and the reason. */
  readonly leftOut: readonly string[];
}

export async function unpackModels(files: readonly File[], room: Room): Promise<UnpackedModels> {
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? DEFAULT_LANGUAGE;
  const words = { ...archiveWords(language), ...leftOutWords(language) };
  const formats = modelFormatsInWords()[language];
  const models: File[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  const leave = (name: string, ...reasons: readonly string[]) => leftOut.push(`${name}: ${reasons.join(" ")}`);

  /** Only a file that is taken is unpacked. */
  const take = async ({ name, size }: Pick<File, "name" | "size">, unpack: () => Promise<File> | File) => {
    if (models.length >= room.parts) return leave(name, words.tooMany);
    if (size > room.fileMegabytes * BYTES_OF_MEGABYTE) return leave(name, words.tooLarge(room.fileMegabytes));
    if (bytes + size > room.requestMegabytes * BYTES_OF_MEGABYTE) return leave(name, words.tooLargeTogether);
    try {
      models.push(await unpack());
      bytes += size;
    } catch (error) {
      if (!(error instanceof UnpackingError)) throw error;
      const { message, help } = words.file[error.fault];
      leave(name, message, help);
    }
  };

  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      await take(file, () => file);
      continue;
    }
    const opened = await openArchive(file);
    if (opened.kind === "3mf") {
      await take(file, () => new File([file], file.name.replace(/zip$/i, "3mf")));
    } else if (opened.kind === "other") leave(file.name, words.archive.damaged.message);
    else if (opened.kind === "faulty") {
      const { message, help } = words.archive[opened.fault];
      leave(file.name, message, help);
    } else if (!opened.files.some(isModel)) leave(file.name, words.noModels(formats), words.noModelsHelp);
    else {
      for (const packed of opened.files) {
        if (isModel(packed)) await take(packed, packed.unpack);
        else leave(packed.name, words.noModel(formats));
      }
    }
  }
  return { models, leftOut };
}

/** By the name's extension: the content is read by the server. */
function isModel({ name }: Pick<PackedFile, "name">): boolean {
  return formatOfExtension(name.toLowerCase().split(".").at(-1) ?? "") !== undefined;
}
