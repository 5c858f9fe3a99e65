// PrusaSlicer's ini text: lines "name = value", in a bundle under headers such as [print:0.20mm QUALITY].

export interface IniSection {
  /** Undefined before the first header. */
  readonly type: string | undefined;
  readonly name: string;
  readonly options: ReadonlyMap<string, readonly string[]>;
}

const HEADER = /^\[([a-z_]+)(?::(.*))?\]$/;
const OPTION = /^([A-Za-z][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/** Sections in the order of the text. Lines that are neither header, option nor comment are skipped. */
export function parseIni(text: string): readonly IniSection[] {
  let options = new Map<string, readonly string[]>();
  const sections: IniSection[] = [{ type: undefined, name: "", options }];
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#") || trimmed.startsWith(";")) continue;
    const header = HEADER.exec(trimmed);
    if (header !== null) {
      options = new Map();
      sections.push({ type: header[1], name: (header[2] ?? "").trim(), options });
      continue;
    }
    const option = OPTION.exec(trimmed);
    if (option?.[1] !== undefined) options.set(option[1], [(option[2] ?? "").trim()]);
  }
  return sections.filter(({ options: { size } }) => size > 0);
}
