// Formats of photos, told by their content: a file's name says nothing.

export const PHOTO_FORMATS = [
  { extension: "jpg", mediaType: "image/jpeg", name: "JPEG" },
  { extension: "png", mediaType: "image/png", name: "PNG" },
  { extension: "webp", mediaType: "image/webp", name: "WebP" },
] as const;

export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
type Extension = PhotoFormat["extension"];

/** The first bytes of each format. */
const BEGINS: Readonly<Record<Extension, (bytes: Uint8Array) => boolean>> = {
  jpg: (bytes) => hasAt(bytes, 0, [0xff, 0xd8, 0xff]),
  png: (bytes) => hasAt(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  // A RIFF container whose form is WEBP.
  webp: (bytes) => hasAt(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && hasAt(bytes, 8, [0x57, 0x45, 0x42, 0x50]),
};

export function recognisePhoto(bytes: Uint8Array): PhotoFormat | undefined {
  return PHOTO_FORMATS.find(({ extension }) => BEGINS[extension](bytes));
}

function hasAt(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}
