// Damage to a file's bytes: flipped, cut, inserted, repeated, moved, or joined with those of another file.

import fc from "fast-check";

export interface Damage {
  readonly words: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Place = readonly [share: number, bytes: number];

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const place: fc.Arbitrary<Place> = fc.tuple(share, fc.nat(400));

function at(file: Uint8Array, [part]: Place): number {
  return Math.floor(part * file.length);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** The places that a format's readers trust most: numbers as whole words, so that a count or an offset becomes another. */
const WHOLE_NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe];

function oneDamage(file: Uint8Array, other: Uint8Array): fc.Arbitrary<Damage> {
  return fc.oneof(
    fc.array(fc.tuple(share, fc.nat(255)), { minLength: 1, maxLength: 6 }).map((flips): Damage => {
      const bytes = joined(file);
      for (const [part, value] of flips) bytes[Math.floor(part * bytes.length)] = value;
      return { words: `${flips.length} bytes replaced`, bytes };
    }),
    place.map((cut) => ({ words: `cut at ${at(file, cut)}`, bytes: joined(file.subarray(0, at(file, cut))) })),
    place.map((cut) => ({
      words: `without its first ${at(file, cut)} bytes`,
      bytes: joined(file.subarray(at(file, cut))),
    })),
    place.map((hole) => ({
      words: `without ${hole[1]} bytes at ${at(file, hole)}`,
      bytes: joined(file.subarray(0, at(file, hole)), file.subarray(at(file, hole) + hole[1])),
    })),
    fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 40 })).map(([into, more]) => ({
      words: `${more.length} bytes inserted at ${at(file, into)}`,
      bytes: joined(file.subarray(0, at(file, into)), more, file.subarray(at(file, into))),
    })),
    fc
      .tuple(place, fc.constantFrom("\0", "\r", "\n", "\t", ",", "-", "9", "e", '"', "<", "#", "'", "(", "é", "\ufeff"))
      .map(([into, text]) => ({
        words: `${JSON.stringify(text)} inserted at ${at(file, into)}`,
        bytes: joined(file.subarray(0, at(file, into)), Buffer.from(text), file.subarray(at(file, into))),
      })),
    fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(([from, times]) => {
      const block = file.subarray(at(file, from), at(file, from) + from[1]);
      const end = at(file, from) + block.length;
      return {
        words: `${block.length} bytes repeated ${times} times at ${end}`,
        bytes: joined(file.subarray(0, end), ...Array<Uint8Array>(times).fill(block), file.subarray(end)),
      };
    }),
    fc.tuple(place, fc.constantFrom(...WHOLE_NUMBERS), fc.constantFrom(1, 2, 4)).map(([from, value, size]): Damage => {
      const bytes = Buffer.from(joined(file));
      const start = Math.max(0, Math.min(at(file, from), bytes.length - size));
      if (bytes.length >= size) bytes.writeUIntLE(value % 256 ** size, start, size);
      return { words: `${value % 256 ** size} in ${size} bytes at ${start}`, bytes: new Uint8Array(bytes) };
    }),
    fc.tuple(place, place).map(([mine, theirs]) => ({
      words: `joined at ${at(file, mine)} with another from ${at(other, theirs)}`,
      bytes: joined(file.subarray(0, at(file, mine)), other.subarray(at(other, theirs))),
    })),
    fc.constant({ words: "twice", bytes: joined(file, file) }),
    fc.constant({
      words: "as UTF-16",
      bytes: new Uint8Array(Buffer.from(`\ufeff${Buffer.from(file).toString("latin1")}`, "utf16le")),
    }),
    fc.constant({
      words: "with decimal commas",
      bytes: new Uint8Array(Buffer.from(Buffer.from(file).toString("latin1").replaceAll(".", ","), "latin1")),
    }),
  );
}

/** One to three kinds of damage; the second file is the one that the first may be joined with. */
export function damagedBytes(file: Uint8Array, other: Uint8Array): fc.Arbitrary<Damage> {
  const first = oneDamage(file, other);
  const twice = first.chain((before) =>
    oneDamage(before.bytes, other).map(({ words, bytes }) => ({ words: `${before.words}, ${words}`, bytes })),
  );
  return fc.oneof({ weight: 3, arbitrary: first }, { weight: 1, arbitrary: twice });
}
