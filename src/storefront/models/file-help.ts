// Files that are no models: their kind, and advice on each by its extension.

import type { Language } from "../../domain/person.ts";
import { adviceOn, type OtherKind, otherFormatOf } from "../../models/recognise/other-formats.ts";
import { fileWords } from "./file.words.ts";

const PICTURE = /\.(?:jpe?g|png|gif|webp|heic|svg|bmp|tiff?|pdf|docx?)$/i;

export type FileKind = OtherKind | "picture" | "other";

/** The kind of a file that is no model, by its extension. */
export function kindOfFile(fileName: string): FileKind {
  return otherFormatOf(fileName)?.kind ?? (PICTURE.test(fileName) ? "picture" : "other");
}

/** Advice on a file that is no model. */
export function helpWithFile(fileName: string, language: Language): string {
  const words = fileWords(language);
  const format = otherFormatOf(fileName);
  if (format !== undefined) return `${words.file} ${adviceOn(format)[language]}.`;
  return PICTURE.test(fileName) ? words.picture : words.other;
}
