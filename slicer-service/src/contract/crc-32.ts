// CRC-32, the checksum of zip archives.
//
// SPDX-License-Identifier: MIT

/** By byte, for the polynomial 0xedb88320 (APPNOTE.TXT, 4.4.7). */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte;
  for (let bit = 0; bit < 8; bit++) checksum = checksum & 1 ? (checksum >>> 1) ^ 0xedb88320 : checksum >>> 1;
  return checksum;
});

/** Goes on from the checksum of the bytes before; 0 at the start. */
export function crc32(bytes: Uint8Array, before: number): number {
  let checksum = ~before;
  // An iterator would be several times slower.
  for (let at = 0; at < bytes.length; at++) {
    checksum = (checksum >>> 8) ^ (CHECKSUMS[(checksum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return ~checksum >>> 0;
}
