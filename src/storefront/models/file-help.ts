// Files that the page takes, and advice on any other by its extension.

import type { Language } from "../../domain/person.ts";
import { fileWords } from "./file.words.ts";

/** Extensions of files that people take for models. */
const KINDS = [
  ["solid", "iges igs sat x_t x_b brep 3dm f3d f3z sldprt sldasm ipt iam prt catpart fcstd scad dwg dxf"],
  ["archive", "zip rar 7z tar gz tgz"],
  ["printerCode", "gcode gco g bgcode ctb cbddlp sl1 sl1s pwmx chitubox"],
  ["scene", "blend skp fbx glb gltf dae max ma mb c4d ztl usdz wrl 3ds lys"],
  ["picture", "jpg jpeg png gif webp heic svg bmp tif tiff pdf doc docx"],
] as const;

export type FileKind = (typeof KINDS)[number][0] | "other";

/** The kind of a file that is no model, by its extension. */
export function kindOfFile(fileName: string): FileKind {
  const extension = /\.(\w{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const [kind] = KINDS.find(([, extensions]) => extensions.split(" ").includes(extension)) ?? [];
  return kind ?? "other";
}

/** Advice on a file that is no model. */
export function helpWithFile(fileName: string, language: Language): string {
  return fileWords(language)[kindOfFile(fileName)];
}
