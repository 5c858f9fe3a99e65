// Zip archives of every kind, sound to malicious, with the outcome of unpacking each.

import { strToU8, type Zippable, zipSync } from "fflate";
import { zipStream } from "../../src/models/zip-stream.ts";
import { openArchive, UnpackingError } from "../../src/pages/browser/archive/open-archive.ts";
import { fineBall } from "./fine-stl.ts";
import { archive } from "./handmade-zip.ts";
import { cube } from "./shapes.ts";
import { binaryStl } from "./stl.ts";

export interface TriedArchive {
  readonly name: string;
  readonly make: () => Uint8Array | Promise<Uint8Array>;
  /** "3mf", "other", the archive's fault, or each file as `unpackAll` tells it. */
  readonly outcome: string | readonly string[];
}

const PART = binaryStl(cube(10));
const CONTENT_TYPES = "[Content_Types].xml";
const LAMP = zipSync({ [CONTENT_TYPES]: strToU8("<Types/>"), "3D/3dmodel.model": strToU8("<model/>") });
const ZEROS = "\0".repeat(1000);
/** 600 MB of zeros in half a megabyte. */
const MANY_ZEROS = 600_000;

/** Fields of a directory's entry, by their places in it. */
const FIELDS = { flags: [8, 2], method: [10, 2], checksum: [16, 4], bytes: [24, 4], offset: [42, 4] } as const;
const END_RECORD = 0x06054b50;

/** The archive with fields of its first entry changed. */
export function withEntry(zip: Uint8Array, changes: Partial<Record<keyof typeof FIELDS, number>>): Uint8Array {
  const changed = Buffer.from(zip);
  const entry = changed.readUInt32LE(endOf(changed) + 16);
  for (const [field, [at, length]] of Object.entries(FIELDS)) {
    const value = changes[field as keyof typeof FIELDS];
    if (value !== undefined) changed.writeUIntLE(value, entry + at, length);
  }
  return new Uint8Array(changed);
}

/** The archive with fields of its end record changed. */
function withEnd(zip: Uint8Array, at: number, length: 2 | 4, value: number): Uint8Array {
  const changed = Buffer.from(zip);
  changed.writeUIntLE(value, endOf(changed) + at, length);
  return new Uint8Array(changed);
}

function endOf(zip: Buffer): number {
  for (let at = zip.length - 22; at >= 0; at--) if (zip.readUInt32LE(at) === END_RECORD) return at;
  throw new Error("The archive has no end record");
}

/** An archive of one file with these bytes as its name, without a sign of their encoding. */
export function named(bytes: readonly number[], extra: Uint8Array = new Uint8Array()): Uint8Array {
  const placeholder = "a".repeat(bytes.length);
  const files: Zippable = { [placeholder]: [PART, extra.length === 0 ? {} : { extra: { 28789: extra } }] };
  const zip = Buffer.from(withEntry(zipSync(files), { flags: 0 }));
  for (let at = zip.indexOf(placeholder); at !== -1; at = zip.indexOf(placeholder)) Buffer.from(bytes).copy(zip, at);
  return new Uint8Array(zip);
}

const many = (count: number): Uint8Array =>
  zipSync(Object.fromEntries(Array.from({ length: count }, (_, place) => [`${place}.stl`, PART])), { level: 0 });

/** Empty files; zipSync would keep but one of each name. */
function sameNamed(names: readonly string[]): Uint8Array {
  return archive(names.map((name) => ({ name, text: "" })));
}

async function withDescriptors(): Promise<Uint8Array> {
  async function* files() {
    yield { name: "part.stl", content: PART };
  }
  return new Uint8Array(await new Response(zipStream(files())).arrayBuffer());
}

export const TRIED_ARCHIVES: readonly TriedArchive[] = [
  {
    name: "models and a drawing, packed",
    make: () => zipSync({ "a.stl": PART, "b.OBJ": strToU8("v 0 0 0"), "c.pdf": strToU8("%PDF") }),
    outcome: ["a.stl: 684 bytes", "b.OBJ: 7 bytes", "c.pdf: 4 bytes"],
  },
  { name: "a model, stored", make: () => zipSync({ "a.stl": PART }, { level: 0 }), outcome: ["a.stl: 684 bytes"] },
  { name: "sizes after the file", make: withDescriptors, outcome: ["part.stl: 684 bytes"] },
  {
    name: "folders and hidden files of systems",
    make: () =>
      zipSync({
        "set/": new Uint8Array(),
        "set/a.stl": PART,
        "set/.DS_Store": PART,
        "__MACOSX/set/._a.stl": PART,
        "set/Thumbs.db": PART,
        "set/.git/b.stl": PART,
      }),
    outcome: ["a.stl: 684 bytes"],
  },
  {
    name: "names that lead out of the archive",
    make: () =>
      zipSync({ "../../up.stl": PART, "/etc/root.stl": PART, "C:\\Users\\windows.stl": PART, "a/../b.stl": PART }),
    outcome: ["up.stl: 684 bytes", "root.stl: 684 bytes", "windows.stl: 684 bytes", "b.stl: 684 bytes"],
  },
  {
    name: "names with controls and turned text",
    make: () => zipSync({ "a\u202elts.exe\n.stl": PART, "\u0007": PART }),
    outcome: ["alts.exe.stl: 684 bytes", "file: 684 bytes"],
  },
  {
    name: "one name in several folders",
    make: () => zipSync({ "left/arm.stl": PART, "right/arm.stl": PART, "x/right/arm.stl": PART, "arm.stl": PART }),
    outcome: [
      "left - arm.stl: 684 bytes",
      "right - arm.stl: 684 bytes",
      "right - arm (2).stl: 684 bytes",
      "arm.stl: 684 bytes",
    ],
  },
  {
    name: "names that numbers or folders would make alike",
    make: () =>
      sameNamed(["arm.stl", "arm.stl", "arm (2).stl", "x/leg.stl", "y/leg.stl", "x - leg.stl", "a\u200b", "a"]),
    outcome: [
      "arm.stl: 0 bytes",
      "arm (3).stl: 0 bytes",
      "arm (2).stl: 0 bytes",
      "x - leg.stl: 0 bytes",
      "y - leg.stl: 0 bytes",
      "x - leg (2).stl: 0 bytes",
      "a: 0 bytes",
      "a (2): 0 bytes",
    ],
  },
  { name: "a 3MF", make: () => LAMP, outcome: "3mf" },
  {
    name: "a 3MF and an archive within",
    make: () => zipSync({ "lamp.3mf": LAMP, "more.zip": zipSync({ "a.stl": PART }) }, { level: 0 }),
    outcome: [`lamp.3mf: ${LAMP.length} bytes`, `more.zip: ${zipSync({ "a.stl": PART }).length} bytes`],
  },
  {
    name: "an unpacked 3MF in a folder",
    make: () =>
      zipSync({ [`lamp/${CONTENT_TYPES}`]: strToU8("<Types/>"), "lamp/3D/3dmodel.model": strToU8("<model/>") }),
    outcome: [`${CONTENT_TYPES}: 8 bytes`, "3dmodel.model: 8 bytes"],
  },
  { name: "nothing", make: () => zipSync({}), outcome: "empty" },
  { name: "hidden files only", make: () => zipSync({ "a/": new Uint8Array(), ".DS_Store": PART }), outcome: "empty" },
  { name: "an empty file", make: () => zipSync({ "a.stl": new Uint8Array() }), outcome: ["a.stl: 0 bytes"] },
  { name: "another kind of archive", make: () => strToU8(`Rar!\u001a\u0007${"x".repeat(200)}`), outcome: "other" },
  { name: "no bytes", make: () => new Uint8Array(), outcome: "other" },
  { name: "cut in the middle", make: () => many(3).subarray(0, 1500), outcome: "damaged" },
  { name: "cut before its end", make: () => many(3).subarray(0, -23), outcome: "damaged" },
  { name: "a directory elsewhere", make: () => withEnd(many(3), 16, 4, 7), outcome: "damaged" },
  { name: "fewer entries than stated", make: () => withEnd(many(3), 10, 2, 4), outcome: "damaged" },
  { name: "more entries than stated", make: () => withEnd(many(3), 10, 2, 2), outcome: "damaged" },
  {
    name: "2,000 files",
    make: () => many(2000),
    outcome: Array.from({ length: 2000 }, (_, at) => `${at}.stl: 684 bytes`),
  },
  { name: "2,001 files", make: () => many(2001), outcome: "too_many" },
  {
    name: "names of 60,000 letters",
    make: () => zipSync(Object.fromEntries(Array.from({ length: 20 }, (_, at) => ["n".repeat(60_000) + at, PART]))),
    outcome: "too_many",
  },
  { name: "a password", make: () => withEntry(many(1), { flags: 1 }), outcome: "locked" },
  { name: "an encrypted directory", make: () => withEntry(many(1), { flags: 0x2000 }), outcome: "locked" },
  ...[9, 12, 14, 93, 99].map((method) => ({
    name: `packed by method ${method}`,
    make: () => withEntry(many(2), { method }),
    outcome: ["0.stl: method", "1.stl: 684 bytes"],
  })),
  {
    name: "another checksum",
    make: () => withEntry(many(2), { checksum: 7 }),
    outcome: ["0.stl: damaged", "1.stl: 684 bytes"],
  },
  {
    name: "a file shorter than stated",
    make: () => withEntry(zipSync({ a: PART }), { bytes: 685 }),
    outcome: ["a: damaged"],
  },
  {
    name: "a file longer than stated",
    make: () => withEntry(zipSync({ a: PART }), { bytes: 3 }),
    outcome: ["a: damaged"],
  },
  { name: "a file elsewhere", make: () => withEntry(many(1), { offset: 9 }), outcome: ["0.stl: damaged"] },
  {
    name: "a file beyond the end",
    make: () => withEntry(many(1), { offset: 0xfffff000 }),
    outcome: ["0.stl: damaged"],
  },
  {
    name: "a file beyond 500 MB, as stated",
    make: () => withEntry(many(1), { bytes: 0xfffffff0 }),
    outcome: ["0.stl: beyond"],
  },
  {
    name: "600 MB in half a megabyte, stated as 1 KB",
    make: () => archive([{ name: "zeros.stl", text: ZEROS, repeated: MANY_ZEROS, statedSize: 1000 }]),
    outcome: ["zeros.stl: damaged"],
  },
  {
    name: "240 MB three times from the same bytes, as stated",
    make: () =>
      archive([
        { name: "a.stl", text: ZEROS, statedSize: 240_000_000 },
        { name: "b.stl", sharesBytesOf: "a.stl" },
        { name: "c.stl", sharesBytesOf: "a.stl" },
      ]),
    outcome: ["a.stl: damaged", "b.stl: damaged", "c.stl: beyond"],
  },
];

/** As many and as large files as a visitor may order at once. */
export function largestSet(): Uint8Array {
  const balls = Array.from({ length: 20 }, (_, at) => [`ball-${at}.stl`, fineBall(20 + at, 490_000)] as const);
  return zipSync(Object.fromEntries(balls), { level: 1 });
}

/** Each file with its size or fault: the archive's own fault or kind in its place. */
export async function unpackAll(archive: Blob): Promise<string | readonly string[]> {
  const opened = await openArchive(archive);
  if (opened.kind === "faulty") return opened.fault;
  if (opened.kind !== "files") return opened.kind;
  const told: string[] = [];
  for (const { name, unpack } of opened.files) {
    try {
      told.push(`${name}: ${(await unpack()).size} bytes`);
    } catch (error) {
      if (!(error instanceof UnpackingError)) throw error;
      told.push(`${name}: ${error.fault}`);
    }
  }
  return told;
}
