// The zip reader: entries of every kind of archive, and the limits that a zip bomb would exceed.

import { strFromU8, strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { archive } from "../../harness/models/handmade-zip.ts";
import { InflatesTooMuch, ZipArchive } from "../../slicer-service/src/contract/zip-archive.ts";

const TEXT = "a shape ".repeat(100);
const open = (file: Uint8Array, maxBytes = 10_000) => new ZipArchive(file, maxBytes, (name) => name.toLowerCase());
const textOf = (archive: ZipArchive, name: string) => strFromU8(archive.read(name) ?? strToU8("nothing"));

test.each([
  ["packed", zipSync({ "a.model": strToU8(TEXT), "b/C.model": strToU8("b") }, { level: 9 })],
  ["stored", zipSync({ "a.model": strToU8(TEXT), "b/C.model": strToU8("b") }, { level: 0 })],
  ["with a comment at its end", withComment(zipSync({ "a.model": strToU8(TEXT), "b/C.model": strToU8("b") }))],
])("reads entries that are %s, by names compared through the given function", (_how, file) => {
  const archive = open(file);
  expect(textOf(archive, "A.model")).toBe(TEXT);
  expect(textOf(archive, "b/c.MODEL")).toBe("b");
  expect(archive.read("c.model")).toBeUndefined();
});

test("reads an archive with sizes of 64 bits", () => {
  expect(textOf(open(archiveOf64Bits("a.model", strToU8(TEXT))), "a.model")).toBe(TEXT);
});

test("inflates only the entries that are read, and no more bytes in all than its limit", () => {
  const archive = open(zipSync({ a: strToU8(TEXT), b: strToU8(TEXT), c: strToU8(TEXT) }), 2 * TEXT.length);
  expect(textOf(archive, "a")).toBe(TEXT);
  expect(textOf(archive, "c")).toBe(TEXT);
  expect(() => archive.read("b")).toThrow(InflatesTooMuch);
});

test("reads no more packed bytes than its limit, though they inflate to nothing", () => {
  // 900 of deflate's empty blocks, of five bytes each.
  const nothing = { name: "a", text: "", repeated: 2 ** 16 * 900 };
  const file = open(archive([nothing, ...["b", "c"].map((name) => ({ name, sharesBytesOf: "a" }))]));
  expect([file.read("a"), file.read("b")].map((content) => content?.length)).toEqual([0, 0]);
  expect(() => file.read("c")).toThrow(InflatesTooMuch);
});

test.each([
  ["longer than the directory states", -1],
  ["shorter than the directory states", 1],
])("refuses an entry that is %s", (_how, difference) => {
  const file = zipSync({ a: strToU8(TEXT) });
  const view = new DataView(file.buffer);
  view.setUint32(view.getUint32(file.length - 6, true) + 24, TEXT.length + difference, true);
  expect(() => open(file).read("a")).toThrow();
});

test("refuses a file that is not an archive, and an archive whose directory is not at its stated place", () => {
  expect(() => open(strToU8(TEXT))).toThrow();
  const file = zipSync({ a: strToU8(TEXT) });
  new DataView(file.buffer).setUint32(file.length - 6, 0xfffffff0, true);
  expect(() => open(file)).toThrow();
});

function withComment(file: Uint8Array): Uint8Array {
  const comment = strToU8("made by hand");
  const commented = new Uint8Array([...file, ...comment]);
  new DataView(commented.buffer).setUint16(file.length - 2, comment.length, true);
  return commented;
}

/** One stored entry, with every size and offset written in 64 bits. */
function archiveOf64Bits(name: string, content: Uint8Array): Uint8Array {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const directoryAt = local.length + name.length + content.length;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.fill(0xff, 20, 28);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(6 + 28, 30);
  entry.fill(0xff, 42, 46);
  // Another extra field before the one that counts.
  const extra = Buffer.alloc(6 + 28);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(2, 2);
  extra.writeUInt16LE(1, 6);
  extra.writeUInt16LE(24, 8);
  extra.writeBigUInt64LE(BigInt(content.length), 10);
  extra.writeBigUInt64LE(BigInt(content.length), 18);
  extra.writeBigUInt64LE(0n, 26);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(1n, 32);
  end64.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + entry.length + name.length + extra.length), 8);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0, 20);
  return new Uint8Array(
    Buffer.concat([local, Buffer.from(name), content, entry, Buffer.from(name), extra, end64, locator, end]),
  );
}
