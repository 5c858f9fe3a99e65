// Names of uploaded files, cleaned for people and pages.

const MAX_FILE_NAME = 255;

/** Controls, line breaks, and characters that cannot be seen or turn the direction of text; not the joiner within an emoji. */
const NOT_IN_FILE_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\ufeff]/gu;

/** The bare name in NFC: some browsers send a path, and macOS decomposed letters. Cut between characters as people see them. */
export function cleanFileName(sent: string): string {
  const bare = sent.split(/[\\/]/).at(-1) ?? "";
  const clean = bare.toWellFormed().replace(NOT_IN_FILE_NAMES, "").normalize("NFC").trim();
  if (clean.length <= MAX_FILE_NAME) return clean;
  let name = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(clean)) {
    if (name.length + segment.length > MAX_FILE_NAME) break;
    name += segment;
  }
  // A single character with more marks than a name may have.
  return name === "" ? clean.slice(0, MAX_FILE_NAME).toWellFormed() : name;
}
