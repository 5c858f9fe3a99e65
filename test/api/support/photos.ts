// Photos for tests: bytes that begin as each format does, and bytes of no format.

const BEGINNINGS = {
  jpg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
} as const;

export function photoFile(format: keyof typeof BEGINNINGS, name = `photo.${format}`, sizeBytes = 100): File {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(BEGINNINGS[format]);
  // So that no two photos have the same bytes.
  crypto.getRandomValues(bytes.subarray(20, 40));
  return new File([bytes], name);
}
