// Names of a zip archive's entries: their encoding, hidden files of systems, and a distinct name for each.

import { crc32 } from "../../../../slicer-service/src/contract/crc-32.ts";
import type { DirectoryEntry } from "../../../../slicer-service/src/contract/zip-directory.ts";
import { cleanFileName } from "../../../models/file-name.ts";

/** Bit 11 (PKWARE's APPNOTE.TXT, 4.4.4). */
const IS_UTF_8 = 0x0800;
/** Info-ZIP's field with the name in UTF-8 (APPNOTE.TXT, 4.6.9): version, checksum of the other name, name. */
const UNICODE_PATH = 0x7075;

/** Letters of code page 437 from 0x80 on, the encoding of the standard (APPNOTE.TXT, appendix D). Browsers do not know it. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/**
 * The name as its writer meant it. Without a sign of UTF-8 it is tried all the same, since many programs forget the sign; then
 * code page 866, which Windows of Ukraine writes, and 437, if 866 would put Cyrillic letters among Latin ones.
 */
export function nameOf({ nameBytes, extra, flags }: DirectoryEntry): string {
  const inUtf8 = (flags & IS_UTF_8) !== 0 ? nameBytes : (unicodePath(extra, nameBytes) ?? nameBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(inUtf8);
  } catch {
    const cyrillic = new TextDecoder("ibm866").decode(nameBytes);
    return hasMixedWord(cyrillic) ? inCodePage437(nameBytes) : cyrillic;
  }
}

/** undefined without such a field, and if the name was changed after it was written. */
function unicodePath(extra: Uint8Array, nameBytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) !== UNICODE_PATH || end > extra.length || end < at + 9) continue;
    return view.getUint32(at + 5, true) === crc32(nameBytes, 0) ? extra.subarray(at + 9, end) : undefined;
  }
  return undefined;
}

/** Code page 866 lacks the Ukrainian і, and Windows writes the Latin one in its place. */
function hasMixedWord(name: string): boolean {
  return (name.match(/\p{L}+/gu) ?? []).some((word) => {
    const cyrillic = word.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
    const latin = word.match(/[a-hj-z]/gi)?.length ?? 0;
    return cyrillic > 0 && latin >= cyrillic;
  });
}

function inCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80])).join("");
}

/** The folders and the name; steps to other folders are left out. Programs of Windows write backslashes too. */
export function pathOf(name: string): readonly string[] {
  return name.split(/[\\/]/).filter((step) => step !== "" && step !== "." && step !== "..");
}

/** A hidden file, or one that a system adds to a folder. */
export function isOfSystem(path: readonly string[]): boolean {
  return path.some((step) => step.startsWith(".") || /^(__MACOSX|thumbs\.db|desktop\.ini)$/i.test(step));
}

/** A clean name for each file: with its folder if several share one, then with a number. */
export function distinctNames(paths: readonly (readonly string[])[]): readonly string[] {
  const bare = paths.map((path) => cleanFileName(path.at(-1) ?? "") || "file");
  const sharing = new Map<string, number>();
  for (const name of bare) sharing.set(name, (sharing.get(name) ?? 0) + 1);
  const distinct = bare.map((name, place) =>
    (sharing.get(name) ?? 0) > 1 ? inFolder(paths[place]?.at(-2), name) : name,
  );
  const taken = new Set(distinct);
  const copies = new Map<string, number>();
  return distinct.map((name) => {
    let [unlike, copy] = [name, copies.get(name) ?? 1];
    // A numbered name may be that of another file.
    while (copies.has(name) && taken.has(unlike)) unlike = numbered(name, ++copy);
    copies.set(name, copy);
    taken.add(unlike);
    return unlike;
  });
}

/** The number stands before the extension. */
function numbered(name: string, copy: number): string {
  return name.replace(/(?=(\.[^.]*)?$)/, ` (${copy})`);
}

/** The name alone if both together are too long: the extension would be cut off. */
function inFolder(folder: string | undefined, name: string): string {
  const joined = cleanFileName(`${folder ?? ""} - ${name}`);
  return folder !== undefined && joined.endsWith(name) ? joined : name;
}
