// What would help with a file that is refused, by what its name says it is.

import type { Language } from "../../domain/person.ts";
import type { UploadedFile } from "../../models/upload.ts";
import { fileWords } from "./file.words.ts";

type Kind = "solid" | "archive" | "printerCode" | "scene" | "picture";

/** Extensions of files that people take for models, by what they are. */
const EXTENSIONS: Readonly<Record<Kind, readonly string[]>> = {
  solid: [
    ...[
      "step",
      "stp",
      "iges",
      "igs",
      "sat",
      "x_t",
      "x_b",
      "brep",
      "3dm",
      "f3d",
      "f3z",
      "sldprt",
      "sldasm",
      "ipt",
      "iam",
    ],
    ...["prt", "catpart", "fcstd", "scad", "dwg", "dxf"],
  ],
  archive: ["zip", "rar", "7z", "tar", "gz", "tgz"],
  printerCode: ["gcode", "gco", "g", "bgcode", "ctb", "cbddlp", "sl1", "sl1s", "pwmx", "chitubox"],
  scene: ["blend", "skp", "fbx", "glb", "gltf", "dae", "max", "ma", "mb", "c4d", "ztl", "usdz", "wrl", "3ds", "lys"],
  picture: ["jpg", "jpeg", "png", "gif", "webp", "heic", "svg", "bmp", "tif", "tiff", "pdf", "doc", "docx"],
};

/** A sentence on what to do with a file that was not taken. */
export function helpWith({ fileName, received }: UploadedFile, language: Language): string {
  const words = fileWords(language);
  if (received.outcome === "too_large") return words.smaller;
  const extension = /\.(\w{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const kind = kindOf(extension);
  return kind === undefined ? words.other : words[kind];
}

function kindOf(extension: string): Kind | undefined {
  // Object.keys answers the keys of the table.
  return (Object.keys(EXTENSIONS) as Kind[]).find((kind) => EXTENSIONS[kind].includes(extension));
}
