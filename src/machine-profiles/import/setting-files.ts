// Files of slicer settings, by content: ini, bundle, 3MF, G-code or JSON, and the presets in each.

import { z } from "zod";
import type { Sentence } from "../../domain/sentence.ts";
import { parseComments, parseGcodeComments } from "./gcode-comments.ts";
import { parseIni } from "./ini-text.ts";
import { ORCA_CONFIG, PRUSASLICER_CONFIG, unpackSettings } from "./settings-archive.ts";
import type { StatedOptions } from "./slicer-options.ts";
import type { ActivePresets, PresetKind, SlicerPreset } from "./slicer-preset.ts";
import type { ImportedFile, SlicerDialect } from "./slicer-settings.ts";

/** For settings as text: three times a vendor's bundle with all its printers. */
const MAX_SETTINGS_BYTES = 8_000_000;

/** A file that cannot be read; the sentence names it, and says which files can be. */
export class UnreadableFile extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.en);
    this.sentence = sentence;
  }
}

export interface PresetsOfFile {
  readonly presets: readonly SlicerPreset[];
  readonly active: ActivePresets;
}

const TEXT = new TextDecoder();
const ZIP = "PK\u0003\u0004";
const BINARY_GCODE = "GCDE";

/** @throws UnreadableFile */
export function presetsOf(file: ImportedFile): PresetsOfFile {
  const { name, bytes } = file;
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (start === ZIP) return presetsOfArchive(file);
  if (start === BINARY_GCODE) throw new UnreadableFile(binaryGcode(name));
  if (bytes.includes(0)) throw new UnreadableFile(noSettings(name));
  const head = TEXT.decode(bytes.subarray(0, 4096))
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (head.startsWith("{")) return presetsOfJson(name, limitedText(file));
  if (isGcode(name, bytes)) return presetsOfGcode(file);
  return presetsOfIni(name, limitedText(file));
}

/** @throws UnreadableFile */
function limitedText({ name, bytes }: ImportedFile): string {
  if (bytes.length > MAX_SETTINGS_BYTES) throw new UnreadableFile(tooLarge(name));
  return TEXT.decode(bytes).replace(/^\uFEFF/, "");
}

function isGcode(name: string, bytes: Uint8Array): boolean {
  if (/\.(?:gcode|gco|g)$/i.test(name)) return true;
  const ends = `${TEXT.decode(bytes.subarray(0, 65_536))}\n${TEXT.decode(bytes.subarray(-65_536))}`;
  return /^(?:G1 |; CONFIG_BLOCK_|; prusaslicer_config = )/m.test(ends);
}

/** The configuration stands at the beginning or at the end; the moves between are not read. */
function presetsOfGcode({ name, bytes }: ImportedFile): PresetsOfFile {
  const half = MAX_SETTINGS_BYTES / 4;
  const texts = bytes.length <= 2 * half ? [bytes] : [bytes.subarray(0, half), bytes.subarray(-half)];
  for (const text of texts.map((part) => TEXT.decode(part)).reverse()) {
    const options = parseGcodeComments(text);
    const whole = wholeConfiguration(name, options, /^; BambuStudio/m.test(text) ? "bambu" : undefined);
    if (whole !== undefined) return { presets: [whole], active: {} };
  }
  throw new UnreadableFile(gcodeWithoutSettings(name));
}

function presetsOfArchive({ name, bytes }: ImportedFile): PresetsOfFile {
  let entries: ReadonlyMap<string, Uint8Array>;
  try {
    entries = unpackSettings(bytes, MAX_SETTINGS_BYTES);
  } catch {
    throw new UnreadableFile(damagedArchive(name));
  }
  const orca = entries.get(ORCA_CONFIG);
  if (orca !== undefined) return presetsOfJson(name, TEXT.decode(orca));
  const prusa = entries.get(PRUSASLICER_CONFIG);
  if (prusa !== undefined) {
    const whole = wholeConfiguration(name, parseComments(TEXT.decode(prusa)), undefined);
    if (whole !== undefined) return { presets: [whole], active: {} };
  }
  const presets = [...entries].flatMap(([entry, content]) => {
    // A bundle may hold files that are no presets, such as its list of contents.
    return presetFromJson(entry, parseJson(TEXT.decode(content))) ?? [];
  });
  if (presets.length === 0) throw new UnreadableFile(archiveWithoutSettings(name));
  return { presets, active: {} };
}

// JSON of OrcaSlicer and Bambu Studio

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Values = z.union([Scalar.transform((value) => [value]), z.array(Scalar)]);
const Json = z.record(z.string(), z.unknown());

const KIND_OF_TYPE: Readonly<Record<string, PresetKind>> = {
  machine: "printer",
  process: "print",
  filament: "filament",
};
/** A preset that a person saved has no type; it names itself by one of these. */
const KIND_OF_ID: readonly (readonly [string, PresetKind])[] = [
  ["printer_settings_id", "printer"],
  ["print_settings_id", "print"],
  ["filament_settings_id", "filament"],
];
/** Options that Bambu Studio writes and OrcaSlicer does not know. */
const BAMBU_ONLY = ["vertical_shell_speed", "circle_compensation_speed", "top_one_wall_type", "enable_height_slowdown"];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function presetsOfJson(name: string, text: string): PresetsOfFile {
  const json = parseJson(text);
  if (json === undefined) throw new UnreadableFile(damagedJson(name));
  const preset = presetFromJson(name, json);
  if (preset === undefined) throw new UnreadableFile(noSettings(name));
  return { presets: [preset], active: {} };
}

function presetFromJson(file: string, json: unknown): SlicerPreset | undefined {
  const record = Json.safeParse(json);
  if (!record.success) return undefined;
  const options = new Map(
    Object.entries(record.data).flatMap(([name, value]): [string, readonly string[]][] => {
      const values = Values.safeParse(value);
      return values.success ? [[name, values.data]] : [];
    }),
  );
  const type = options.get("type")?.[0];
  const kinds = KIND_OF_ID.flatMap(([id, kind]) => (options.has(id) ? [kind] : []));
  const stated = type === undefined ? (kinds.length === 1 ? kinds[0] : undefined) : KIND_OF_TYPE[type];
  if (stated === undefined) {
    return type === undefined && kinds.length > 1 ? wholeConfiguration(file, options, undefined) : undefined;
  }
  const inherits = [...(options.get("include") ?? []), ...(options.get("inherits") ?? [])].filter(
    (name) => name !== "",
  );
  return {
    dialect: dialectOf(options),
    kind: stated,
    name: options.get("name")?.[0] ?? nameOfFile(file),
    file,
    inherits: [...new Set(inherits)],
    isTemplate: options.get("instantiation")?.[0] === "false",
    options: ownOptions(options),
  };
}

/** A preset's own state is not inherited. */
function ownOptions(options: StatedOptions): StatedOptions {
  const own = new Map(options);
  for (const name of ["name", "inherits", "include", "instantiation", "type", "from"]) own.delete(name);
  return own;
}

function dialectOf(options: StatedOptions): SlicerDialect {
  return BAMBU_ONLY.some((name) => options.has(name)) ? "bambu" : "orcaslicer";
}

// Ini of PrusaSlicer

const SECTION_KINDS: Readonly<Record<string, PresetKind>> = {
  printer: "printer",
  print: "print",
  filament: "filament",
};

/** Options that mark a preset's kind: every preset of it has some. */
const SIGNS: readonly (readonly [PresetKind, readonly string[]])[] = [
  ["printer", ["nozzle_diameter", "bed_shape", "machine_max_acceleration_x", "printable_area"]],
  ["print", ["layer_height", "perimeters", "perimeter_speed", "wall_loops", "outer_wall_speed"]],
  ["filament", ["filament_diameter", "extrusion_multiplier", "filament_type"]],
];

function presetsOfIni(name: string, text: string): PresetsOfFile {
  const sections = parseIni(text);
  const presets = sections.flatMap((section): SlicerPreset[] => {
    const kind = section.type === undefined ? undefined : SECTION_KINDS[section.type];
    if (kind === undefined || section.name === "") return [];
    return [iniPreset(kind, section.name, name, section.options)];
  });
  const [first] = sections;
  if (presets.length === 0) {
    if (first === undefined || first.type !== undefined) throw new UnreadableFile(noSettings(name));
    return { presets: [singlePreset(name, first.options)], active: {} };
  }
  const chosen = sections.find(({ type }) => type === "presets")?.options;
  const active = Object.values(SECTION_KINDS).flatMap((kind) => {
    const value = chosen?.get(kind)?.[0];
    return value === undefined || value === "" ? [] : [[kind, value]];
  });
  return { presets, active: Object.fromEntries(active) };
}

/** An exported configuration, or a preset that PrusaSlicer keeps in a file of its own. */
function singlePreset(file: string, options: StatedOptions): SlicerPreset {
  if (options.get("printer_technology")?.[0] === "SLA") throw new UnreadableFile(resinPrinter(file));
  const kinds = kindsOf(options);
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) return iniPreset(only, nameOfFile(file), file, options);
  const whole = wholeConfiguration(file, options, undefined);
  if (whole === undefined) throw new UnreadableFile(noSettings(file));
  return whole;
}

function iniPreset(kind: PresetKind, name: string, file: string, options: StatedOptions): SlicerPreset {
  const own = new Map(options);
  own.delete("inherits");
  const inherits = options.get("inherits")?.[0]?.split(";") ?? [];
  return {
    dialect: "prusaslicer",
    kind,
    name,
    file,
    inherits: inherits.map((parent) => parent.trim().replace(/^"|"$/g, "")).filter((parent) => parent !== ""),
    isTemplate: name.startsWith("*"),
    options: own,
  };
}

function kindsOf(options: StatedOptions): PresetKind[] {
  return SIGNS.flatMap(([kind, signs]) => (signs.some((name) => options.has(name)) ? [kind] : []));
}

/** Undefined if the options are no configuration. */
function wholeConfiguration(
  file: string,
  options: StatedOptions,
  known: SlicerDialect | undefined,
): SlicerPreset | undefined {
  if (kindsOf(options).length < 2) return undefined;
  const isPrusa = options.has("perimeter_speed") || options.has("perimeters");
  const name = options.get("printer_settings_id")?.[0]?.replaceAll('"', "") ?? "";
  return {
    dialect: isPrusa ? "prusaslicer" : (known ?? dialectOf(options)),
    kind: "all",
    name: name === "" ? nameOfFile(file) : name,
    file,
    inherits: [],
    isTemplate: false,
    options: ownOptions(options),
  };
}

function nameOfFile(path: string): string {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return file.replace(/\.[A-Za-z0-9_]+$/, "");
}

// Sentences about faulty files

const tooLarge = (name: string): Sentence => ({
  en: `${name}: settings are at most ${MAX_SETTINGS_BYTES / 1_000_000} MB. Give only the presets of your printers.`,
  uk: `${name}: налаштування мають щонайбільше ${MAX_SETTINGS_BYTES / 1_000_000} МБ. Дайте лише налаштування ваших принтерів.`,
});

const noSettings = (name: string): Sentence => ({
  en: `${name} holds no settings of PrusaSlicer, OrcaSlicer or Bambu Studio. Export them as .ini or .json, or give a project (.3mf) or G-code that was saved there.`,
  uk: `${name} не містить налаштувань PrusaSlicer, OrcaSlicer чи Bambu Studio. Експортуйте їх як .ini або .json чи дайте проєкт (.3mf) або G-code, збережений там.`,
});

const binaryGcode = (name: string): Sentence => ({
  en: `${name} is binary G-code, which is not read. In PrusaSlicer choose File › Export › Export Config and give the .ini file.`,
  uk: `${name} — двійковий G-code, він не читається. У PrusaSlicer виберіть «Файл › Експорт › Експортувати конфігурацію» й дайте файл .ini.`,
});

const gcodeWithoutSettings = (name: string): Sentence => ({
  en: `${name} is G-code without its slicer's settings. Give G-code as PrusaSlicer, OrcaSlicer or Bambu Studio saves it, or the exported settings.`,
  uk: `${name} — G-code без налаштувань слайсера. Дайте G-code у тому вигляді, як його зберігає PrusaSlicer, OrcaSlicer чи Bambu Studio, або експортовані налаштування.`,
});

const archiveWithoutSettings = (name: string): Sentence => ({
  en: `${name} holds models but no settings. Save it as a project in PrusaSlicer, OrcaSlicer or Bambu Studio.`,
  uk: `${name} містить моделі, але не налаштування. Збережіть його як проєкт у PrusaSlicer, OrcaSlicer чи Bambu Studio.`,
});

const damagedArchive = (name: string): Sentence => ({
  en: `${name} cannot be unpacked: it is damaged, or its settings are larger than ${MAX_SETTINGS_BYTES / 1_000_000} MB. Save it anew in the slicer.`,
  uk: `${name} не розпаковується: він пошкоджений або його налаштування більші за ${MAX_SETTINGS_BYTES / 1_000_000} МБ. Збережіть його у слайсері ще раз.`,
});

const damagedJson = (name: string): Sentence => ({
  en: `${name} is no valid JSON. Export the preset anew from OrcaSlicer or Bambu Studio.`,
  uk: `${name} — пошкоджений JSON. Експортуйте налаштування з OrcaSlicer чи Bambu Studio ще раз.`,
});

const resinPrinter = (name: string): Sentence => ({
  en: `${name} is of a resin printer. Only settings of filament printers are imported; a resin printer's numbers are typed in its quality.`,
  uk: `${name} — від принтера на смолі. Переносяться лише налаштування принтерів на пластику; числа принтера на смолі вводяться в його якості друку.`,
});
