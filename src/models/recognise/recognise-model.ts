// Recognises a model's format by its content. File names are not reliable: sites rename, browsers guess.

import { MODEL_FORMATS, type ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";
import { stepBeginsAt } from "../../../slicer-service/src/contract/step-opening.ts";
import { findDirectory } from "../../../slicer-service/src/contract/zip-directory.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { modelFormatsInWords } from "../formats-in-words.ts";
import { archiveIn, otherFormatIn } from "./other-format-signs.ts";
import { adviceOn, type OtherFormat, otherFormatOf } from "./other-formats.ts";

/** The ends of a file: enough to recognise it without holding all of it. */
export interface FileEnds {
  /** The first END_BYTES, or the whole file if it is shorter. */
  readonly head: Uint8Array;
  /** The last END_BYTES, or the whole file if it is shorter. */
  readonly tail: Uint8Array;
  readonly sizeBytes: number;
}

export const END_BYTES = 64 * 1024;

const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;

/** Signs of each format in the content. They exclude each other, so their order does not matter. */
const IS_OF_FORMAT: Readonly<Record<ModelFormat, (file: FileEnds) => boolean>> = {
  stl: (file) =>
    !isZip(file) &&
    !isPly(file) &&
    !isStep(file) &&
    (isWholeBinaryStl(file) || (isText(file) ? isAsciiStl(file) : isLongBinaryStl(file))),
  obj: (file) =>
    !isZip(file) &&
    !isPly(file) &&
    !isStep(file) &&
    !isWholeBinaryStl(file) &&
    isText(file) &&
    !isAsciiStl(file) &&
    hasObjVertex(file),
  "3mf": (file) => isZip(file) && hasModelPart(file),
  ply: isPly,
  step: isStep,
};

export type Recognised =
  | { readonly format: ModelFormat }
  /** The file's fault, as the end of a sentence about it; `advises` if the sentence has the next step in it. */
  | { readonly fault: Sentence; readonly advises: boolean };

/** @param fileName names the format of a file that is no model, if its content does not */
export function recogniseModel(file: FileEnds, fileName: string): Recognised {
  const known = MODEL_FORMATS.find(({ format }) => IS_OF_FORMAT[format](file));
  return known === undefined ? faultOf(file, fileName) : { format: known.format };
}

function faultOf(file: FileEnds, fileName: string): Exclude<Recognised, { format: ModelFormat }> {
  const { sizeBytes } = file;
  if (sizeBytes === 0) return { fault: { en: "is empty", uk: "порожній" }, advises: false };
  const other = otherFormatFor(file, fileName);
  if (other !== undefined) return { fault: adviceOn(other), advises: true };
  if (isZip(file)) return { fault: ZIP_WITHOUT_MODEL, advises: true };
  const formats = modelFormatsInWords();
  const triangles = isText(file) ? 0 : binaryStlTriangles(file);
  if (!isText(file) && sizeBytes === STL_HEADER_BYTES && triangles === 0) {
    return { fault: { en: "is an STL file without triangles", uk: "є файлом STL без трикутників" }, advises: false };
  }
  // An implausible triangle count means this is not a binary STL.
  if (triangles > 0 && triangles < 10_000_000 && sizeBytes > STL_HEADER_BYTES) {
    return {
      fault: {
        en: `is cut short, or not an ${formats.en} model: save it again, and send it anew`,
        uk: `неповний або не є моделлю ${formats.uk}: збережіть його ще раз і надішліть знову`,
      },
      advises: true,
    };
  }
  return { fault: { en: `is not an ${formats.en} model`, uk: `не є моделлю ${formats.uk}` }, advises: false };
}

const ZIP_WITHOUT_MODEL: Sentence = {
  en: "is a ZIP archive without a 3MF model in it: unpack it, and send each model by itself",
  uk: "є архівом ZIP без моделі 3MF: розпакуйте його й надішліть кожну модель окремо",
};

/** Another format, by the content or else by the name. An archive may be a program's own format, so its name decides. */
function otherFormatFor(file: FileEnds, fileName: string): OtherFormat | undefined {
  const inContent = otherFormatIn(file.head);
  if (inContent !== undefined) return inContent;
  const ofName = otherFormatOf(fileName);
  if (ofName !== undefined && ofName.kind !== "archive") return ofName;
  return isZip(file) ? undefined : (archiveIn(file.head) ?? ofName);
}

function isZip({ head }: FileEnds): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** A 3MF's model is a `.model` part. The directory alone is asked, if it is at hand: an archive may hold a whole 3MF. */
function hasModelPart({ head, tail, sizeBytes }: FileEnds): boolean {
  const latin1 = new TextDecoder("latin1");
  const directory = directoryIn(tail, sizeBytes - tail.length);
  const searched = directory === undefined ? [head, tail] : [directory];
  return searched.some((part) => latin1.decode(part).toLowerCase().includes(".model"));
}

/** undefined if the directory is damaged, or longer than the tail. */
function directoryIn(tail: Uint8Array, tailAt: number): Uint8Array | undefined {
  try {
    const { start, end } = findDirectory(tail, tailAt);
    return start < tailAt ? undefined : tail.subarray(start - tailAt, end - tailAt);
  } catch {
    return undefined;
  }
}

const PLY = new TextEncoder().encode("ply");

/** The header is text in every encoding. A binary STL may begin with the same words, so its length decides before them. */
function isPly(file: FileEnds): boolean {
  if (!PLY.every((byte, place) => file.head[place] === byte)) return false;
  const text = new TextDecoder("latin1").decode(file.head);
  const hasHeader = /^ply[ \t]*[\r\n]/.test(text) && /^format[ \t]+(ascii|binary_(little|big)_endian)\b/m.test(text);
  return hasHeader && !isWholeBinaryStl(file);
}

function isStep(file: FileEnds): boolean {
  return stepBeginsAt(file.head) !== undefined && !isWholeBinaryStl(file);
}

/** Some programs begin a binary STL with "solid" too, so its length decides before its text. */
function isWholeBinaryStl(file: FileEnds): boolean {
  const triangles = binaryStlTriangles(file);
  return triangles > 0 && file.sizeBytes === STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangles;
}

/** A binary STL with further bytes after its triangles, as some programs write. */
function isLongBinaryStl(file: FileEnds): boolean {
  const triangles = binaryStlTriangles(file);
  return triangles > 0 && file.sizeBytes > STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangles;
}

function isAsciiStl({ head }: FileEnds): boolean {
  return /^\s*solid\b/i.test(new TextDecoder().decode(head));
}

function hasObjVertex({ head }: FileEnds): boolean {
  return /^[ \t]*v[ \t]+[-+.\d]/m.test(new TextDecoder().decode(head));
}

function binaryStlTriangles({ head }: FileEnds): number {
  if (head.length < STL_HEADER_BYTES) return 0;
  return new DataView(head.buffer, head.byteOffset).getUint32(STL_HEADER_BYTES - 4, true);
}

function isText({ head }: FileEnds): boolean {
  return !head.includes(0);
}
