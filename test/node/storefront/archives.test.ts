// Zip archives in the browser: their files by name and content, the limits, and archives that lie.

import { assert, asyncProperty, integer, uint8Array } from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { archive } from "../../../harness/models/handmade-zip.ts";
import { named, TRIED_ARCHIVES, unpackAll } from "../../../harness/models/hostile-archives.ts";
import { binaryStl, cube } from "../../../harness/models.ts";
import { crc32 } from "../../../src/models/crc-32.ts";
import { openArchive } from "../../../src/pages/browser/archive/open-archive.ts";

const PART = binaryStl(cube(10));

describe("an archive", () => {
  it.each(TRIED_ARCHIVES)("with $name is unpacked as far as it may be", async ({ make, outcome }) => {
    expect(await unpackAll(await make())).toEqual(outcome);
  });

  it("gives back the very bytes that were packed", async () => {
    const content = Uint8Array.from({ length: 1_200_000 }, (_, at) => (at * at) % 251);
    for (const level of [0, 1, 9] as const) {
      const opened = await openArchive(new Blob([zipSync({ "a.stl": content }, { level })]));
      const [file] = opened.kind === "files" ? opened.files : [];
      expect(Buffer.compare(new Uint8Array((await (await file?.unpack())?.arrayBuffer()) ?? []), content)).toBe(0);
    }
  });

  it("is read no further once a file is longer than stated", async () => {
    const bomb = archive([{ name: "a.stl", text: "\0".repeat(1000), repeated: 4_000_000, statedSize: 1000 }]);
    const read = vi.spyOn(Blob.prototype, "arrayBuffer");
    expect(await unpackAll(bomb)).toEqual(["a.stl: damaged"]);
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
          const told = await unpackAll(archive);
          if (typeof told === "string") expect(told).toMatch(/^(damaged|locked|empty|too_many|3mf)$/);
          else for (const file of told) expect(file).toMatch(/: (684 bytes|495 bytes|0 bytes|damaged|method|beyond)$/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a name in an archive", () => {
  const nameIn = async (archive: Uint8Array) => {
    const told = await unpackAll(archive);
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
