// Signs of other formats in a file's first bytes.

import { type OtherFormat, otherFormatOf } from "./other-formats.ts";

/** Enough for every sign. */
const SIGN_BYTES = 4096;

/** Signs at the file's beginning, as Latin-1, by an extension of each format. */
const BEGINNINGS: readonly (readonly [string, RegExp])[] = [
  // An S in column 73 of a line marks the start section.
  ["igs", /^[^\r\n]{72}S[ \d]{6}\d/],
  ["3dm", /^3D Geometry File Format/],
  ["x_t", /^\*\*ABCDEFGHIJKLMNOPQRSTUVWXYZ/],
  ["catpart", /^V5_CFV2/],
  ["brep", /^\s*(?:DBRep_DrawableShape|CASCADE Topology V)/],
  ["dxf", /^(?:AutoCAD Binary DXF|(?:[ \t]*999\r?\n[^\n]*\n)*[ \t]*0\r?\n[ \t]*SECTION\b)/],
  ["dwg", /^AC10\d\d/],
  ["blend", /^BLENDER/],
  ["fbx", /^(?:Kaydara FBX Binary|; FBX \d)/],
  ["gltf", /^(?:glTF|\s*\{[\s\S]*"asset"\s*:\s*\{)/],
  ["amf", /^(?:<\?xml[\s\S]*)?<amf\b/i],
  ["dae", /^(?:<\?xml[\s\S]*)?<COLLADA\b/],
  ["usdz", /^(?:PXR-USDC|#usda)/],
  ["wrl", /^#VRML V/],
  ["bgcode", /^GCDE/],
];

/** The first bytes of archives, by their extensions. */
const ARCHIVES: readonly (readonly [string, readonly number[]])[] = [
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["gz", [0x1f, 0x8b]],
];

/** The first command of a print: a move, a home, a unit, or a temperature. */
const PRINT_COMMAND =
  /^[ \t]*(?:G(?:0|1|20|21|28|90|91|92)|M(?:73|82|83|84|104|105|106|107|109|115|140|190|201|204|862))\b/;

/** The format that the first bytes are a sign of; undefined if none of these. */
export function otherFormatIn(head: Uint8Array): OtherFormat | undefined {
  const text = new TextDecoder("latin1").decode(head.subarray(0, SIGN_BYTES));
  const extension = BEGINNINGS.find(([, sign]) => sign.test(text))?.[0] ?? (isPrintCode(text) ? "gcode" : "");
  return otherFormatOf(`.${extension}`);
}

/** As `otherFormatIn`, for archives: some programs pack their own formats so. */
export function archiveIn(head: Uint8Array): OtherFormat | undefined {
  const found = ARCHIVES.find(([, sign]) => sign.every((byte, place) => head[place] === byte));
  return found && otherFormatOf(`.${found[0]}`);
}

function isPrintCode(text: string): boolean {
  const first = text.split(/\r?\n/).find((line) => !/^\s*(?:;.*)?$/.test(line));
  return first !== undefined && PRINT_COMMAND.test(first);
}
