// Reads slicers' settings: a studio's own presets become a machine profile, a quality and a material.

import type { Sentence } from "../../domain/sentence.ts";
import { applyMapping } from "./apply-mapping.ts";
import type { SlicerMapping } from "./option-mapping.ts";
import { BAMBU_MAPPING, ORCA_MAPPING } from "./orca-mapping.ts";
import { meetsCondition } from "./printer-condition.ts";
import { PRUSASLICER_MAPPING } from "./prusaslicer-mapping.ts";
import { presetsOf, UnreadableFile } from "./setting-files.ts";
import { SlicerOptions } from "./slicer-options.ts";
import {
  type ActivePresets,
  ancestorNames,
  type PresetKind,
  resolveInheritance,
  resolveOption,
  type SlicerPreset,
} from "./slicer-preset.ts";
import type {
  ImportChoice,
  ImportedFile,
  OfferedPresets,
  SlicerDialect,
  SlicerSettingsRead,
} from "./slicer-settings.ts";

/** For all files together; a door may refuse more before it reads them. */
export const MAX_IMPORT_BYTES = 32_000_000;
export const MAX_IMPORT_FILES = 200;
/** Several times the size of the largest vendor's bundle. */
const MAX_PRESETS = 20_000;

const KINDS = ["printer", "print", "filament"] as const satisfies readonly PresetKind[];

const MAPPINGS: Readonly<Record<SlicerDialect, SlicerMapping>> = {
  prusaslicer: PRUSASLICER_MAPPING,
  orcaslicer: ORCA_MAPPING,
  bambu: BAMBU_MAPPING,
};

const SLICER_NAMES: Readonly<Record<SlicerDialect, string>> = {
  prusaslicer: "PrusaSlicer",
  orcaslicer: "OrcaSlicer",
  bambu: "Bambu Studio",
};

/** The option of a printer's preset that names its default presets. */
const DEFAULT_OPTION: Readonly<Partial<Record<PresetKind, string>>> = {
  print: "default_print_profile",
  filament: "default_filament_profile",
};

/** A printer's texts that conditions look at; the slicer takes an unstated one as empty. */
const UNSTATED_TEXTS = { printer_model: "", printer_notes: "", printer_variant: "", printer_vendor: "" };

/**
 * Reads settings of PrusaSlicer, OrcaSlicer or Bambu Studio from files given together: those that inherit from one another, or a
 * printer, a print and a filament.
 *
 * Commands in them (G-code, post_process) are neither run nor kept. The same files and choice always give the same answer.
 */
export function readSlicerSettings(files: readonly ImportedFile[], choice: ImportChoice = {}): SlicerSettingsRead {
  try {
    return read(files, choice);
  } catch (error) {
    if (error instanceof UnreadableFile) return { outcome: "unreadable", fault: error.sentence };
    throw error;
  }
}

function read(files: readonly ImportedFile[], choice: ImportChoice): SlicerSettingsRead {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (files.length === 0) throw new UnreadableFile(noFile);
  if (files.length > MAX_IMPORT_FILES || bytes > MAX_IMPORT_BYTES) throw new UnreadableFile(tooMuch);
  const read = files.map(presetsOf);
  const found = read.flatMap((file) => file.presets);
  if (found.length > MAX_PRESETS) throw new UnreadableFile(tooManyPresets);
  const presets = new Presets(found, Object.assign({}, ...read.map(({ active }) => active)));
  presets.refuseWhatDoesNotMix();

  const printer = presets.choose("printer", choice.printer, undefined);
  // Prints and filaments are asked for by the printer, so after it.
  if (printer === "several") return { outcome: "choose", ...presets.offered(undefined), prints: [], filaments: [] };
  const offered = presets.offered(printer);
  const isWhole = printer?.kind === "all";
  const print = isWhole ? undefined : presets.choose("print", choice.print, printer);
  if (print === "several") return { outcome: "choose", ...offered };
  const filament = isWhole ? undefined : presets.choose("filament", choice.filament, printer);
  if (filament === "several") return { outcome: "choose", ...offered };

  return readCombination(presets, { printer, print, filament });
}

type Combination = Readonly<Record<PresetKind, SlicerPreset | undefined>>;

function readCombination(presets: Presets, combination: Combination): SlicerSettingsRead {
  const used = KINDS.flatMap((kind) => combination[kind] ?? []);
  const [first] = used;
  if (first === undefined) throw new UnreadableFile(noPresets);
  const dialects = used.map(({ dialect }) => dialect);
  const dialect = dialects.find((one) => one === "bambu") ?? first.dialect;
  const isPrusa = dialect === "prusaslicer";
  const mapping = MAPPINGS[dialect];

  const stated = new Map<string, readonly string[]>();
  const lacking = new Set<string>();
  const defaults: Record<string, string> = {};
  for (const preset of used) {
    const resolved = presets.resolve(preset);
    for (const [name, values] of resolved.options) stated.set(name, values);
    const kinds = preset.kind === "all" ? KINDS : [preset.kind];
    const isAll = isPrusa && kinds.every((kind) => mapping.essential[kind].every((name) => resolved.options.has(name)));
    // PrusaSlicer exports a preset whole, so a missing parent takes nothing from it. The others export differences.
    if (!isAll) for (const name of resolved.lacking) lacking.add(name);
    if (isAll || resolved.lacking.length === 0) {
      for (const kind of kinds) Object.assign(defaults, mapping.defaults[kind]);
    }
  }

  const applied = applyMapping(mapping, new SlicerOptions(stated, defaults));
  const { printer, print, filament } = namesOf(combination, stated);
  return {
    outcome: "read",
    dialect,
    machine: {
      name: printer ?? print ?? filament ?? first.name,
      parameters: applied.machine,
      source: sourceOf(dialect, [printer, print, filament], used),
    },
    quality: { name: print ?? printer ?? first.name, ...applied.quality },
    material:
      filament === undefined
        ? null
        : {
            name: filament,
            densityGramsPerCubicCm: applied.densityGramsPerCubicCm,
            parameters: applied.material,
          },
    report: { ...applied.report, lacking: [...lacking] },
    offered: presets.offered(combination.printer),
  };
}

/** A whole configuration names the presets that it was made of. */
function namesOf(
  { printer, print, filament }: Combination,
  stated: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<PresetKind, string | undefined>> {
  if (printer?.kind !== "all") return { printer: printer?.name, print: print?.name, filament: filament?.name };
  const name = (option: string): string => {
    const text = stated.get(option)?.[0]?.split(/[;,]/)[0]?.replaceAll('"', "").trim() ?? "";
    return text === "" ? printer.name : text;
  };
  return { printer: printer.name, print: name("print_settings_id"), filament: name("filament_settings_id") };
}

function sourceOf(
  dialect: SlicerDialect,
  names: readonly (string | undefined)[],
  used: readonly SlicerPreset[],
): string {
  const parts = [...new Set(names.filter((name) => name !== undefined))];
  const files = [...new Set(used.map(({ file }) => file))];
  return `${SLICER_NAMES[dialect]}: ${parts.join(" + ")} (${files.join(", ")})`;
}

/** All presets of the files, and the selection by a choice. */
class Presets {
  readonly #presets: readonly SlicerPreset[];
  readonly #active: ActivePresets;
  readonly #byKind: Readonly<Record<PresetKind, ReadonlyMap<string, SlicerPreset>>>;
  readonly #selectable: Readonly<Record<PresetKind, readonly SlicerPreset[]>>;

  constructor(presets: readonly SlicerPreset[], active: ActivePresets) {
    this.#presets = presets;
    this.#active = active;
    const named = (kind: PresetKind) =>
      new Map(presets.filter((preset) => preset.kind === kind).map((preset) => [preset.name, preset]));
    this.#byKind = { printer: named("printer"), print: named("print"), filament: named("filament") };
    const ready = (kind: PresetKind) => this.#readyOf(kind);
    this.#selectable = { printer: ready("printer"), print: ready("print"), filament: ready("filament") };
  }

  /** @throws UnreadableFile for files of two slicers, and for presets beside a configuration that has all of them */
  refuseWhatDoesNotMix(): void {
    const isOfPrusa = this.#presets.map(({ dialect }) => dialect === "prusaslicer");
    if (isOfPrusa.includes(true) && isOfPrusa.includes(false)) throw new UnreadableFile(twoSlicers);
    const whole = this.#presets.find(({ kind }) => kind === "all");
    if (whole !== undefined && this.#presets.some(({ kind }) => kind !== "all")) {
      throw new UnreadableFile(wholeBesideParts(whole.file));
    }
  }

  /** The names to choose from: every printer, and the prints and filaments that fit this one. */
  offered(printer: SlicerPreset | undefined): OfferedPresets {
    const names = (kind: PresetKind): string[] => this.#fitting(kind, printer).map(({ name }) => name);
    return { printers: names("printer"), prints: names("print"), filaments: names("filament") };
  }

  resolve(preset: SlicerPreset): ReturnType<typeof resolveInheritance> {
    return resolveInheritance(preset, this.#siblings(preset));
  }

  #option(preset: SlicerPreset, option: string): string | undefined {
    return resolveOption(preset, this.#siblings(preset), option)?.[0];
  }

  #siblings({ kind }: SlicerPreset): ReadonlyMap<string, SlicerPreset> {
    return kind === "all" ? new Map() : this.#byKind[kind];
  }

  /**
   * The selected preset of a kind; undefined if the files have none.
   *
   * @param printer the chosen one, which the preset must fit; its defaults hold if nothing else decides
   * @throws UnreadableFile if the chosen name is in no file
   */
  choose(
    kind: PresetKind,
    name: string | undefined,
    printer: SlicerPreset | undefined,
  ): SlicerPreset | "several" | undefined {
    const all = this.#fitting(kind, printer);
    if (name !== undefined) {
      const chosen = all.find((preset) => preset.name === name);
      if (chosen !== undefined) return chosen;
      // A preset of the printer that was chosen before is chosen anew.
      const isOfOther = this.#selectable[kind].some((preset) => preset.name === name);
      if (!isOfOther) throw new UnreadableFile(noSuchPreset(kind, name));
    }
    if (all.length <= 1) return all[0];
    const byName = (wanted: string | undefined) => all.find((preset) => preset.name === wanted);
    return (
      byName(this.#active[kind]) ?? byName(this.#defaultOf(kind, printer)) ?? this.#onlyLeaf(kind, all) ?? "several"
    );
  }

  /** Templates count only if there is nothing else, as in the vendor's base presets alone. */
  #readyOf(kind: PresetKind): readonly SlicerPreset[] {
    const all = this.#presets
      .filter((preset) => preset.kind === kind || (kind === "printer" && preset.kind === "all"))
      .filter((preset) => !this.#isOfResin(preset));
    const ready = all.filter(({ isTemplate }) => !isTemplate);
    return ready.length > 0 ? ready : all;
  }

  /** A vendor's bundle has its resin printers beside the others. */
  #isOfResin(preset: SlicerPreset): boolean {
    return preset.kind === "printer" && this.#option(preset, "printer_technology") === "SLA";
  }

  /** The presets that fit the printer; all of them if none says that it does. */
  #fitting(kind: PresetKind, printer: SlicerPreset | undefined): readonly SlicerPreset[] {
    const all = this.#selectable[kind];
    if (kind === "printer" || printer === undefined || printer.kind === "all") return all;
    const siblings = this.#siblings(printer);
    const { options: stated, lacking } = resolveInheritance(printer, siblings);
    const options = new SlicerOptions(stated, lacking.length === 0 ? UNSTATED_TEXTS : {});
    const names = new Set([printer.name, ...ancestorNames(printer, siblings)]);
    const met = new Map<string, boolean>();
    const fits = (preset: SlicerPreset): boolean => {
      const listed = this.#listed(preset, "compatible_printers");
      if (listed.length > 0) return listed.some((name) => names.has(name));
      const condition = this.#option(preset, "compatible_printers_condition")?.trim() ?? "";
      if (condition === "") return true;
      const isMet = met.get(condition) ?? meetsCondition(condition, options) ?? true;
      met.set(condition, isMet);
      return isMet;
    };
    const fitting = all.filter(fits);
    return fitting.length > 0 ? fitting : all;
  }

  /** A list of names: one text with semicolons between in an ini file, a list in JSON. */
  #listed(preset: SlicerPreset, option: string): readonly string[] {
    const values = resolveOption(preset, this.#siblings(preset), option) ?? [];
    return values.flatMap((text) => text.split(";").map((name) => name.trim().replace(/^"|"$/g, ""))).filter(Boolean);
  }

  #defaultOf(kind: PresetKind, printer: SlicerPreset | undefined): string | undefined {
    const option = DEFAULT_OPTION[kind];
    if (option === undefined || printer === undefined) return undefined;
    return this.#option(printer, option)?.replace(/^"|"$/g, "").split('";"')[0];
  }

  /** A preset given with its parents: the one that no other inherits from. */
  #onlyLeaf(kind: PresetKind, all: readonly SlicerPreset[]): SlicerPreset | undefined {
    const parents = new Set([...this.#byKind[kind].values()].flatMap(({ inherits }) => inherits));
    const leaves = all.filter(({ name }) => !parents.has(name));
    return leaves.length === 1 ? leaves[0] : undefined;
  }
}

const noFile: Sentence = {
  en: "Give at least one file of settings.",
  uk: "Дайте принаймні один файл налаштувань.",
};

const noPresets: Sentence = {
  en: "The files hold no preset of a filament printer, a print or a filament.",
  uk: "У файлах немає налаштувань принтера, друку чи пластику.",
};

const tooMuch: Sentence = {
  en: `Give at most ${MAX_IMPORT_FILES} files of ${MAX_IMPORT_BYTES / 1_000_000} MB together; of long G-code, export the settings instead.`,
  uk: `Дайте щонайбільше ${MAX_IMPORT_FILES} файлів, разом до ${MAX_IMPORT_BYTES / 1_000_000} МБ; замість довгого G-code експортуйте налаштування.`,
};

const tooManyPresets: Sentence = {
  en: `The files hold more than ${MAX_PRESETS} presets. Give only those of your printers.`,
  uk: `У файлах понад ${MAX_PRESETS} наборів налаштувань. Дайте лише ті, що для ваших принтерів.`,
};

const twoSlicers: Sentence = {
  en: "The files are of two slicers, whose settings do not mix. Import those of one at a time.",
  uk: "Файли з двох слайсерів, а їхні налаштування не поєднуються. Імпортуйте за раз файли одного.",
};

const wholeBesideParts = (name: string): Sentence => ({
  en: `${name} holds a whole configuration, of printer, print and filament. Import it without the other files.`,
  uk: `${name} містить усю конфігурацію: принтера, друку й пластику. Імпортуйте його без інших файлів.`,
});

const KIND_WORDS: Readonly<Record<PresetKind, Sentence>> = {
  printer: { en: "printer", uk: "принтера" },
  print: { en: "print", uk: "друку" },
  filament: { en: "filament", uk: "пластику" },
};

const noSuchPreset = (kind: PresetKind, name: string): Sentence => ({
  en: `The files have no ${KIND_WORDS[kind].en} preset named ${name}.`,
  uk: `У файлах немає налаштувань ${KIND_WORDS[kind].uk} з назвою ${name}.`,
});
