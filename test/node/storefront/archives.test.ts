// Zip archives in the browser: their files by name and content, the limits, and archives that lie.

import { assert, asyncProperty, integer, uint8Array } from "fast-check";
import { strToU8, type Zippable, zipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";
import { archive } from "../../../harness/models/handmade-zip.ts";
import { named, TRIED_ARCHIVES, unpackAll } from "../../../harness/models/hostile-archives.ts";
import { binaryStl, cube } from "../../../harness/models.ts";
import { crc32 } from "../../../slicer-service/src/contract/crc-32.ts";
import { openArchive } from "../../../src/pages/browser/archive/open-archive.ts";
import { formatNamedBy, sortFiles } from "../../../src/storefront/browser/basket/chosen-files.ts";
import { unpackArchive } from "../../../src/storefront/browser/basket/unpacked-archive.ts";
import { partsWords } from "../../../src/storefront/browser/words/parts.words.ts";

const PART = binaryStl(cube(10));
const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const LAMP = zipSync({ "3D/3dmodel.model": strToU8("<model/>") });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("an archive", () => {
  it.each(TRIED_ARCHIVES)("with $name is unpacked as far as it may be", async ({ make, outcome }) => {
    expect(await unpackAll(blobOf(await make()))).toEqual(outcome);
  });

  it("gives back the very bytes that were packed", async () => {
    const content = Uint8Array.from({ length: 1_200_000 }, (_, at) => (at * at) % 251);
    for (const level of [0, 1, 9] as const) {
      const opened = await openArchive(blobOf(zipSync({ "a.stl": content }, { level })));
      const [file] = opened.kind === "files" ? opened.files : [];
      expect(Buffer.compare(new Uint8Array((await (await file?.unpack())?.arrayBuffer()) ?? []), content)).toBe(0);
    }
  });

  it("tells a browser that cannot inflate, and still gives what is only stored", async () => {
    vi.stubGlobal(
      "DecompressionStream",
      class {
        constructor(format: string) {
          throw new TypeError(`Unsupported: ${format}`);
        }
      },
    );
    const zip = zipSync({ "a.stl": PART, "b.stl": [PART, { level: 0 }] });
    expect(await unpackAll(blobOf(zip))).toEqual(["a.stl: browser", "b.stl: 684 bytes"]);
    vi.stubGlobal("DecompressionStream", undefined);
    expect(await unpackAll(blobOf(zip))).toEqual(["a.stl: browser", "b.stl: 684 bytes"]);
  });

  it.each([
    { reads: 0, outcome: "unreadable" },
    { reads: 2, outcome: "unreadable" },
    { reads: 3, outcome: ["a.stl: unreadable", "b.stl: unreadable"] },
    { reads: 4, outcome: ["a.stl: unreadable", "b.stl: unreadable"] },
    { reads: 6, outcome: ["a.stl: 684 bytes", "b.stl: unreadable"] },
  ])("tells that it became unreadable after $reads reads", async ({ reads, outcome }) => {
    const zip = blobOf(zipSync({ "a.stl": PART, "b.stl": [PART, { level: 0 }] }));
    const { arrayBuffer } = Blob.prototype;
    let left = reads;
    vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(function (this: Blob) {
      if (left-- <= 0) return Promise.reject(new DOMException("The file is gone", "NotReadableError"));
      return arrayBuffer.call(this);
    });
    expect(await unpackAll(zip)).toEqual(outcome);
  });

  it("is read no further once a file is longer than stated", async () => {
    const bomb = archive([{ name: "a.stl", text: "\0".repeat(1000), repeated: 4_000_000, statedSize: 1000 }]);
    const read = vi.spyOn(Blob.prototype, "arrayBuffer");
    expect(await unpackAll(blobOf(bomb))).toEqual(["a.stl: damaged"]);
    const readBytes = read.mock.contexts.reduce<number>((sum, blob) => sum + (blob instanceof Blob ? blob.size : 0), 0);
    expect(readBytes).toBeLessThan(bomb.length / 2);
  });

  it("never gives a file of another size than stated, or fails but for a known fault, wherever it is cut or damaged", async () => {
    const whole = zipSync({ "a.stl": PART, "папка/б.stl": [PART, { level: 0 }], "c.pdf": strToU8("%PDF ".repeat(99)) });
    const at = integer({ min: 0, max: whole.length - 1 });
    await assert(
      asyncProperty(at, at, uint8Array({ minLength: 1, maxLength: 8 }), async (cut, damagedAt, damage) => {
        const damaged = new Uint8Array(whole);
        damaged.set(damage.subarray(0, whole.length - damagedAt), damagedAt);
        for (const archive of [whole.subarray(0, cut), damaged]) {
          const told = await unpackAll(blobOf(archive));
          if (typeof told === "string") expect(told).toMatch(/^(damaged|locked|empty|too_many|other|3mf)$/);
          else for (const file of told) expect(file).toMatch(/: (684 bytes|495 bytes|0 bytes|damaged|method|beyond)$/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("an archive that a visitor chooses", () => {
  const unpack = (
    packed: Zippable | Uint8Array,
    { parts = 3, attached = 2, takesPriceRequests = true, name = "set.zip" } = {},
  ) => {
    const configuration = { maxFileMegabytes: 1, maxItems: parts, maxAttachments: attached, takesPriceRequests };
    const page = {
      configuration,
      language: "en" as const,
      parts: partsWords("en"),
      format: { decimal: String, count: String },
    };
    let keys = 0;
    const newKey = () => `key-${++keys}`;
    return unpackArchive(new File([blobOf(packed instanceof Uint8Array ? packed : zipSync(packed))], name), {
      language: "en",
      takesPriceRequests,
      formats: "STL or 3MF",
      isModel: (file) => formatNamedBy(file) !== undefined,
      sort: (listed) => sortFiles(listed, { parts, attached }, page, newKey),
      newKey,
    });
  };
  const namesOf = (files: readonly File[]) => files.map(({ name }) => name);
  const pdf = strToU8("%PDF");

  it("gives its models, and the other files for a price request", async () => {
    const { files, turnedAway } = await unpack({
      "plan.pdf": pdf,
      "a.stl": PART,
      "b.3mf": LAMP,
      "more.zip": zipSync({}),
    });
    expect(namesOf(files)).toEqual(["a.stl", "b.3mf", "plan.pdf", "more.zip"]);
    expect(turnedAway).toEqual([]);
  });

  it("gives as many as the basket takes, and unpacks no others", async () => {
    const slices = vi.spyOn(Blob.prototype, "slice");
    const models = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}.stl`, PART]));
    const { files, turnedAway } = await unpack({ ...models, "1.pdf": pdf, "2.pdf": pdf, "3.pdf": pdf });
    expect(namesOf(files)).toEqual(["0.stl", "1.stl", "2.stl", "1.pdf", "2.pdf"]);
    expect(turnedAway).toHaveLength(998);
    expect(turnedAway[0]).toMatchObject({ fileName: "3.stl", message: "One order takes at most 3 parts." });
    expect(turnedAway.at(-1)).toMatchObject({
      fileName: "3.pdf",
      message: expect.stringMatching(/at most 2 such files/),
    });
    expect(slices.mock.calls.length).toBeLessThan(30);
  });

  it("without requests for a price gives its models alone, and tells why the others stay", async () => {
    const { files, turnedAway } = await unpack({ "a.stl": PART, "plan.pdf": pdf }, { takesPriceRequests: false });
    expect(namesOf(files)).toEqual(["a.stl"]);
    expect(turnedAway).toMatchObject([
      {
        fileName: "plan.pdf",
        message: expect.stringMatching(/takes STL/),
        help: expect.stringMatching(/3D model itself/),
      },
    ]);
  });

  it("without a model goes with a price request as it is, and is refused if none is taken", async () => {
    const drawings = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.sldprt`, pdf]));
    expect(namesOf((await unpack(drawings)).files)).toEqual(["set.zip"]);
    const { files, turnedAway } = await unpack(drawings, { takesPriceRequests: false });
    expect(files).toEqual([]);
    expect(turnedAway).toMatchObject([{ fileName: "set.zip", message: "The archive holds no STL or 3MF model." }]);
  });

  it("is left as it is if it is no ZIP: a price request takes any file", async () => {
    const { files, turnedAway } = await unpack(strToU8("Rar!"));
    expect([namesOf(files), turnedAway]).toEqual([["set.zip"], []]);
  });

  it("is one model if it is a 3MF under another name", async () => {
    const threemf = { "[Content_Types].xml": pdf, "3D/3dmodel.model": pdf };
    expect(namesOf((await unpack(threemf, { name: "lamp.ZIP" })).files)).toEqual(["lamp.3mf"]);
  });

  it("tells each file that is too large as stated, or empty", async () => {
    const large = new Uint8Array(1024 * 1024 + 1);
    const { files, turnedAway } = await unpack({ "a.stl": PART, "large.stl": large, "none.stl": new Uint8Array() });
    expect(namesOf(files)).toEqual(["a.stl"]);
    expect(turnedAway).toMatchObject([
      { message: "It is 1.1 MB; the limit is 1 MB." },
      { message: "The file is empty." },
    ]);
  });
});

describe("a name in an archive", () => {
  const nameIn = async (archive: Uint8Array) => {
    const told = await unpackAll(blobOf(archive));
    return String(told[0]).replace(/: \d+ bytes$/, "");
  };
  const cyrillic = new TextDecoder("ibm866").decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
  const in866 = (name: string) =>
    [...name].map((letter) => (letter < "\x80" ? letter.charCodeAt(0) : 128 + cyrillic.indexOf(letter)));

  it.each(["Деталь №2.stl", "Корпус_лiвий v3.stl", "Їжак.stl", "кришка PLA.stl", "М3 болт.stl"])(
    "of Windows in Ukraine is read: %s",
    async (name) => {
      expect(await nameIn(named(in866(name)))).toBe(name);
    },
  );

  it.each([
    ["Gehäuse.stl", [0x47, 0x65, 0x68, 0x84, 0x75, 0x73, 0x65]],
    ["Größe.stl", [0x47, 0x72, 0x94, 0xe1, 0x65]],
    ["Öl.stl", [0x99, 0x6c]],
  ])("of Windows in Germany is read: %s", async (name, bytes) => {
    expect(await nameIn(named([...bytes, ...Buffer.from(".stl")]))).toBe(name);
  });

  it("in UTF-8 is read with the sign of it, and without", async () => {
    expect(await nameIn(zipSync({ "Їжак.stl": PART }))).toBe("Їжак.stl");
    expect(await nameIn(named([...Buffer.from("Їжак.stl")]))).toBe("Їжак.stl");
  });

  it("is read from the field with its Unicode form, if that belongs to it", async () => {
    const plain = strToU8("????.stl");
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(plain, 0));
    const field = (of: Uint8Array) => Uint8Array.from([1, ...of, ...Buffer.from("Їжак.stl")]);
    expect(await nameIn(named([...plain], field(checksum)))).toBe("Їжак.stl");
    expect(await nameIn(named([...plain], field(new Uint8Array(4))))).toBe("????.stl");
  });
});
