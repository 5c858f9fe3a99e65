// One import of slicers' settings, with its end judged: numbers within their bounds, or a sentence that names the file.

import { parameterFault } from "../../../../slicer-service/src/contract/process-parameters.ts";
import { machineProfileSchema } from "../../../../src/catalog/machine-profile/machine-profile-fields.request.ts";
import type { Sentence } from "../../../../src/domain/sentence.ts";
import { readSlicerSettings } from "../../../../src/machine-profiles/import/read-slicer-settings.ts";
import type { ImportChoice, SlicerSettingsRead } from "../../../../src/machine-profiles/import/slicer-settings.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../../../../src/machine-profiles/machine-parameters.ts";
import type { FileEnd } from "../end-of-file.ts";
import { SECRET_COMMAND, type WrittenSettings } from "./settings-grammar.ts";

export type JudgedSettings = Pick<WrittenSettings, "files" | "isSound">;
type Read = Extract<SlicerSettingsRead, { outcome: "read" }>;

/** A person chooses a printer, a print and a filament, one after the other. */
const MAX_CHOICES = 4;

export function judgeSettings({ files, isSound }: JudgedSettings): FileEnd {
  let choice: ImportChoice = {};
  const faults: string[] = [];
  for (let asked = 0; asked < MAX_CHOICES; asked++) {
    const found = readSlicerSettings(files, choice);
    if (JSON.stringify(readSlicerSettings(files, choice)) !== JSON.stringify(found))
      faults.push("read anew, it says otherwise");
    if (JSON.stringify(found).includes(SECRET_COMMAND)) faults.push("it shows a command");
    switch (found.outcome) {
      case "read":
        return { label: "settings read", kind: "figure", faults: [...faults, ...faultsOfRead(found)] };
      case "unreadable": {
        const missed = isSound ? [`a sound configuration was refused: ${found.fault.en}`] : [];
        return {
          label: "settings refused",
          kind: "reason",
          faults: [...faults, ...missed, ...faultsOfRefusal(found.fault, files)],
        };
      }
      case "choose": {
        const lists = [found.printers, found.prints, found.filaments];
        if (!lists.some((names) => names.length > 1)) faults.push(`a choice among ${JSON.stringify(lists)}`);
        choice = { printer: found.printers[0], print: found.prints[0], filament: found.filaments[0] };
        break;
      }
      default:
        return found satisfies never;
    }
  }
  return {
    label: "settings not chosen",
    kind: "reason",
    faults: [...faults, `not chosen after ${MAX_CHOICES} choices`],
  };
}

function faultsOfRefusal({ en, uk }: Sentence, files: readonly { readonly name: string }[]): string[] {
  const sentences = [en, uk]
    .filter((sentence) => !/^[\p{L}\p{N}"«_.].{10,}\.$/su.test(sentence))
    .map((said) => `no sentence: ${said}`);
  // Faults of all files together name none of them.
  const isOfAll = /^(?:Give at|The files)/.test(en);
  const named = isOfAll || files.some(({ name }) => en.includes(name)) ? [] : [`names no file: ${en}`];
  return [...sentences, ...named];
}

function faultsOfRead({ machine, material, quality, report }: Read): string[] {
  const faults: string[] = [];
  const bounded = [
    [machine.parameters, MACHINE_PARAMETERS],
    [material?.parameters ?? {}, MATERIAL_PARAMETERS],
  ] as const;
  for (const [parameters, table] of bounded) {
    for (const [name, value] of Object.entries(parameters)) {
      const bounds = table.get(name);
      if (bounds === undefined) faults.push(`${name} is no parameter`);
      else if (!(value >= bounds.min && value <= bounds.max)) faults.push(`${name} is ${value}`);
    }
  }
  const { layerHeightMm, wallCount, infillPercent, topLayers, bottomLayers } = quality;
  for (const [name, value] of Object.entries({ layerHeightMm, wallCount, infillPercent, topLayers, bottomLayers })) {
    const fault = value === null ? undefined : parameterFault("fdm", name, value);
    if (fault !== undefined) faults.push(`quality: ${fault}`);
  }
  const density = material?.densityGramsPerCubicCm ?? 1;
  if (!(density > 0 && density <= 20)) faults.push(`a density of ${density}`);
  for (const { option, becomes, as } of [...report.taken, ...report.changed]) {
    if (typeof as === "number" && !Number.isFinite(as)) faults.push(`${option} becomes ${as} as ${becomes}`);
  }
  return [...faults, ...faultsOfProfile(machine)];
}

/** The profile that would be stored, by the form's own rules: a fault names its field. */
function faultsOfProfile({ name, parameters }: Read["machine"]): string[] {
  const texts = Object.fromEntries(Object.entries(parameters).map(([parameter, value]) => [parameter, String(value)]));
  const parsed = machineProfileSchema.safeParse({ ...texts, name });
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(({ path, message }) =>
    path[0] === "name" ? [] : [`${path.join(".")} ${message}`],
  );
}
