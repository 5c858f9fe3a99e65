// CRC-32, the checksum of zip archives.

/** By byte, for the polynomial 0xedb88320 (APPNOTE.TXT, 4.4.7). */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte;
  for (let bit = 0; bit < 8; bit++) checksum = checksum & 1 ? (checksum >>> 1) ^ 0xedb88320 : checksum >>> 1;
  return checksum;
});

/** Goes on from the checksum of the bytes before; 0 at the start. */
export function crc32(bytes: Uint8Array, before: number): number {
  let checksum = ~before;
  for (const byte of bytes) checksum = (checksum >>> 8) ^ (CHECKSUMS[(checksum ^ byte) & 0xff] ?? 0);
  return ~checksum >>> 0;
}
