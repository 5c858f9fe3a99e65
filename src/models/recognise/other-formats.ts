// Formats of CAD, modelling and printing that the service does not take: their names, extensions, and advice on each kind.

import type { Sentence } from "../../domain/sentence.ts";

/** Each format's extensions by its name, by kind. Those under no name are names themselves: the page's script has this table. */
const OTHER_FORMATS = {
  solid: {
    IGES: "iges igs",
    SolidWorks: "sldprt sldasm slddrw",
    Fusion: "f3d f3z",
    Inventor: "ipt iam",
    Rhino: "3dm",
    Parasolid: "x_t x_b",
    ACIS: "sat sab",
    CATIA: "catpart",
    FreeCAD: "fcstd",
    OpenSCAD: "scad",
    "": "brep prt dxf dwg",
  },
  scene: {
    Blender: "blend",
    glTF: "gltf glb",
    SketchUp: "skp",
    COLLADA: "dae",
    Maya: "ma mb",
    "": "fbx amf max c4d ztl usdz wrl 3ds lys",
  },
  printerCode: {
    "G-code": "gcode gco g bgcode",
    "": "ctb cbddlp sl1 sl1s pwmx chitubox",
  },
  archive: { "": "zip rar 7z tar gz tgz" },
} as const;

export type OtherKind = keyof typeof OTHER_FORMATS;

export interface OtherFormat {
  readonly name: string;
  readonly kind: OtherKind;
}

/** The format that a file's extension names; undefined if none of these does. */
export function otherFormatOf(fileName: string): OtherFormat | undefined {
  const extension = fileName.toLowerCase().split(".").slice(1).at(-1) ?? "";
  for (const [kind, formats] of Object.entries(OTHER_FORMATS)) {
    for (const [name, extensions] of Object.entries(formats)) {
      if (!extensions.split(" ").includes(extension)) continue;
      // The keys of the table above.
      return { name: name || extension.toUpperCase(), kind: kind as OtherKind };
    }
  }
  return undefined;
}

const WAY_TO_A_MODEL: Readonly<Record<Exclude<OtherKind, "archive">, Sentence>> = {
  solid: { en: "open it in its program, and export it", uk: "відкрийте його у своїй програмі й експортуйте" },
  scene: { en: "open it in its program, and export it", uk: "відкрийте його у своїй програмі й експортуйте" },
  printerCode: {
    en: "it is sliced for a printer already, so export its model",
    uk: "це вже код для принтера, тож експортуйте саму модель",
  },
};

/** A sentence about a file of the format, with advice, without its subject. */
export function adviceOn({ name, kind }: OtherFormat): Sentence {
  if (kind === "archive") {
    return {
      en: `is a ${name} archive: unpack it, and send each model in it by itself`,
      uk: `є архівом ${name}: розпакуйте його й надішліть кожну модель окремо`,
    };
  }
  const { en, uk } = WAY_TO_A_MODEL[kind];
  return {
    en: `is in ${name} format: ${en} as STL, 3MF or STEP`,
    uk: `має формат ${name}: ${uk} як STL, 3MF чи STEP`,
  };
}
