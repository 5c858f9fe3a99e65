// Settings in G-code comments: slicers write their whole configuration as lines "; name = value".

const OPTION = /^;\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s?(.*)$/;
/** Marks around the configuration: PrusaSlicer's since 2.4, and those of Bambu Studio and OrcaSlicer. */
const MARKS = [
  ["; prusaslicer_config = begin", "; prusaslicer_config = end"],
  ["; CONFIG_BLOCK_START", "; CONFIG_BLOCK_END"],
] as const;

/** The configuration in a G-code's text; empty if it has none. Moves and commands are skipped. */
export function parseGcodeComments(text: string): ReadonlyMap<string, readonly string[]> {
  for (const [begin, end] of MARKS) {
    const start = text.lastIndexOf(begin);
    if (start === -1) continue;
    const stop = text.indexOf(end, start);
    return parseComments(text.slice(start + begin.length, stop === -1 ? undefined : stop));
  }
  return parseComments(trailingComments(text));
}

/** Lines "; name = value"; all others are skipped. */
export function parseComments(text: string): ReadonlyMap<string, readonly string[]> {
  const options = new Map<string, readonly string[]>();
  for (const line of text.split(/\r?\n/)) {
    const option = OPTION.exec(line);
    if (option?.[1] !== undefined) options.set(option[1], [(option[2] ?? "").trim()]);
  }
  return options;
}

/** Older versions write the configuration last, without marks. */
function trailingComments(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const last = lines.findLastIndex((line) => line.trim() !== "" && !line.startsWith(";"));
  return lines.slice(last + 1).join("\n");
}
