// Operator's commands on machine profiles: list and show them, begin one with a preset or a slicer's settings, change it.

import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { and, asc, eq, sql } from "drizzle-orm";
import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import { machineProfileSchema } from "../../src/catalog/catalog.request.ts";
import { combinationsOfMachine } from "../../src/catalog/trial/combinations.ts";
import { machineProfiles, printingQualities } from "../../src/db/schema.ts";
import { technologyOf } from "../../src/domain/technology.ts";
import { describeFault } from "../../src/http/request/validation.ts";
import { changeOfParameters } from "../../src/machine-profiles/change-of-parameters.ts";
import { MAX_IMPORT_BYTES, readSlicerSettings } from "../../src/machine-profiles/import/read-slicer-settings.ts";
import type { ImportChoice, ImportReport, OfferedPresets } from "../../src/machine-profiles/import/slicer-settings.ts";
import { MACHINE_PARAMETERS, type MachineParameter } from "../../src/machine-profiles/machine-parameters.ts";
import { presetBySlug, presetNamedBy, presetSource, presetTitle } from "../../src/machine-profiles/preset-source.ts";
import { PRESETS } from "../../src/machine-profiles/presets/presets.ts";
import { terminalText } from "../terminal-text.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import { type Operator, studioBySlug } from "./studio-commands.ts";
import { readPrinting, tryCombinations } from "./tried-profiles.ts";

/** The presets that a profile can begin with. */
export function showPresets(): string {
  const rows = PRESETS.map(({ slug, vendor, name, parameters }) => [
    slug,
    vendor,
    name,
    String(Object.keys(parameters).length),
  ]);
  return table([["PRESET", "VENDOR", "MACHINE", "PUBLISHED VALUES"], ...rows]);
}

/** The studio's profiles, and the qualities that name each. */
export async function listMachines({ database }: Operator, slug: string): Promise<string> {
  const { id: studioId } = await studioBySlug(database, slug);
  const machines = await database
    .select()
    .from(machineProfiles)
    .where(eq(machineProfiles.studioId, studioId))
    .orderBy(asc(machineProfiles.position), asc(machineProfiles.id));
  if (machines.length === 0) return `${slug} has no machine profile: filament is estimated by the defaults.`;
  const qualities = await database
    .select({ name: printingQualities.name, machineProfileId: printingQualities.machineProfileId })
    .from(printingQualities)
    .where(eq(printingQualities.studioId, studioId));
  const rows = machines.map(({ id, name, parameters, source, isArchived }) => [
    String(id),
    name,
    qualities
      .filter(({ machineProfileId }) => machineProfileId === id)
      .map((quality) => quality.name)
      .join(", "),
    String(Object.keys(parameters).length),
    shownSource(source),
    isArchived ? "archived" : "",
  ]);
  return table([["ID", "NAME", "QUALITIES", "OWN VALUES", "FROM", ""], ...rows]);
}

/** Every number of a profile, with what it states itself and where each value is from. */
export async function showMachine(operator: Operator, slug: string, typedId: string): Promise<string> {
  const { id, name, parameters, source } = await requireMachine(operator, slug, typedId);
  const preset = presetNamedBy(source);
  const rows = [...MACHINE_PARAMETERS].map(([parameterName, parameter]) => {
    const own = parameters[parameterName];
    const published = preset?.parameters[parameterName] === own ? preset?.sources[parameterName] : undefined;
    const ofDefault = parameter.isAssumption ? `ASSUMED: ${parameter.source}` : parameter.source;
    return [
      parameterName,
      String(own ?? ""),
      String(parameter.default),
      boundsInWords(parameter),
      parameter.meaning,
      own === undefined ? ofDefault : (published ?? shownSource(source)),
    ];
  });
  const titles = ["PARAMETER", "OWN", "DEFAULT", "BOUNDS", "MEANING", "SOURCE"];
  return [`Machine profile ${id}, "${terminalText(name)}".`, table([titles, ...rows])].join("\n");
}

/** @param typed such as `infillMmPerSecond=200`, or `infillMmPerSecond=default` to remove the profile's own value */
export async function setMachine(
  operator: Operator,
  slug: string,
  typedId: string,
  typed: readonly string[],
): Promise<string> {
  const machine = await requireMachine(operator, slug, typedId);
  const changes = readChanges(typed);
  const after = Object.entries({ ...machine.parameters, ...changes }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  const { studio, qualities } = await readPrinting(operator.database, machine.studioId);
  const own = qualities.filter(({ machineProfileId }) => machineProfileId === machine.id);
  const combinations = combinationsOfMachine(studio, { parameters: Object.fromEntries(after) }, own);
  const said = await tryCombinations(operator, machine.studioId, combinations);
  // A JSON merge patch (RFC 7396), where null removes a name. One statement, so that no concurrent change is lost.
  const parameters = sql`json_patch(${machineProfiles.parameters}, ${JSON.stringify(changes)})`;
  const [changed] = await operator.database
    .update(machineProfiles)
    .set({ parameters, parametersChangedAt: changeOfParameters(parameters) })
    .where(and(eq(machineProfiles.id, machine.id), eq(machineProfiles.studioId, machine.studioId)))
    .returning({ parameters: machineProfiles.parameters });
  if (changed === undefined) throw unknownMachine(slug, typedId);
  const count = Object.keys(changed.parameters).length;
  return [`${slug}: ${named(machine)}, has ${count} values of its own from the next request on.`, ...said].join("\n");
}

/** A new profile with a preset's values. */
export async function createFromPreset(
  operator: Operator,
  slug: string,
  typedPreset: string,
  typedName: string | undefined,
): Promise<string> {
  const preset = presetBySlug(typedPreset);
  if (preset === undefined) {
    throw new UserError(
      `There is no preset "${typedPreset}". There are: ${PRESETS.map((one) => one.slug).join(", ")}.`,
    );
  }
  return createMachine(operator, slug, typedName ?? presetTitle(preset), presetSource(preset), preset.parameters);
}

/**
 * A new profile with the values of a slicer's settings, and what was taken, changed and left.
 *
 * @param isDryRun only says it
 */
export async function importMachine(
  operator: Operator,
  slug: string,
  paths: readonly string[],
  { name, isDryRun, ...choice }: ImportChoice & { readonly name?: string | undefined; readonly isDryRun: boolean },
): Promise<string> {
  await studioBySlug(operator.database, slug);
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), bytes: await readSettings(path) })),
  );
  const read = readSlicerSettings(files, choice);
  switch (read.outcome) {
    case "unreadable":
      throw new UserError(read.fault.en);
    case "choose":
      throw new UserError(`The files hold several presets. Say which are meant:\n${choicesInWords(read)}`);
    case "read": {
      const report = describeReport(read.report);
      if (isDryRun) return [report, "Nothing was written. Without --dry-run it becomes a machine profile."].join("\n");
      const { machine } = read;
      return [
        report,
        await createMachine(operator, slug, name ?? machine.name, machine.source, machine.parameters),
      ].join("\n");
    }
    default:
      return read satisfies never;
  }
}

/** Lets a quality print with a profile. @param typedId `default`: with none, by the defaults */
export async function giveQualityItsMachine(
  operator: Operator,
  slug: string,
  typedId: string,
  typedQuality: string,
): Promise<string> {
  const machine = typedId === "default" ? undefined : await requireMachine(operator, slug, typedId);
  const { id: studioId } = await studioBySlug(operator.database, slug);
  const quality = idIn(typedQuality, "--quality must be the id of a printing quality");
  const ofQuality = and(eq(printingQualities.id, quality), eq(printingQualities.studioId, studioId));
  const [found] = await operator.database.select().from(printingQualities).where(ofQuality);
  if (found === undefined) throw new UserError(`${slug} has no printing quality ${quality}.`);
  const { process, name } = technologyOf(found.technologyId);
  if (process !== "filament")
    throw new UserError(`Printing quality ${quality} is for ${name}: only filament has machine profiles.`);
  const { studio } = await readPrinting(operator.database, studioId);
  const said = await tryCombinations(operator, studioId, [
    { qualityName: found.name, inUse: { quality: found, studio, machine } },
  ]);
  const [changed] = await operator.database
    .update(printingQualities)
    .set({ machineProfileId: machine?.id ?? null })
    .where(ofQuality)
    .returning({ name: printingQualities.name });
  if (changed === undefined) throw new UserError(`${slug} has no printing quality ${quality}.`);
  const by = machine === undefined ? "the defaults" : named(machine);
  return [
    `Quality ${quality}, "${terminalText(changed.name)}", of ${slug} prints by ${by} from the next request on.`,
    ...said,
  ].join("\n");
}

async function createMachine(
  operator: Operator,
  slug: string,
  typedName: string,
  source: string,
  parameters: OwnParameters,
): Promise<string> {
  const { database } = operator;
  const { id: studioId } = await studioBySlug(database, slug);
  const texts = Object.fromEntries(Object.entries(parameters).map(([parameter, value]) => [parameter, String(value)]));
  const parsed = machineProfileSchema.safeParse(
    { ...texts, name: typedName },
    { error: (fault) => describeFault(fault)?.en },
  );
  if (!parsed.success) {
    throw new UserError(parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}.`).join("\n"));
  }
  const { name } = parsed.data;
  const [taken] = await database
    .select({ id: machineProfiles.id })
    .from(machineProfiles)
    .where(
      and(
        eq(machineProfiles.studioId, studioId),
        eq(machineProfiles.name, name),
        eq(machineProfiles.isArchived, false),
      ),
    );
  if (taken !== undefined)
    throw new UserError(`${slug} has a machine profile "${name}" already, ${taken.id}: say --name.`);
  const { studio } = await readPrinting(database, studioId);
  const said = await tryCombinations(operator, studioId, combinationsOfMachine(studio, parsed.data, []));
  const last = sql`(SELECT coalesce(max(${machineProfiles.position}), -1) + 1 FROM ${machineProfiles} WHERE ${machineProfiles.studioId} = ${studioId})`;
  const [created] = await database
    .insert(machineProfiles)
    .values({ studioId, name, source, parameters: parsed.data.parameters, position: last })
    .returning();
  if (created === undefined) throw new Error("the database returned no machine profile");
  return [
    `${slug} has ${named(created)}. A quality prints with it after: npm run studio -- machines ${slug} ${created.id} --quality <id>`,
    ...said,
  ].join("\n");
}

async function requireMachine({ database }: Operator, slug: string, typedId: string) {
  const { id: studioId } = await studioBySlug(database, slug);
  const id = idIn(typedId, "A machine profile is named by its id");
  const [machine] = await database
    .select()
    .from(machineProfiles)
    .where(and(eq(machineProfiles.id, id), eq(machineProfiles.studioId, studioId)));
  if (machine === undefined) throw unknownMachine(slug, typedId);
  return machine;
}

function idIn(typed: string, rule: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new UserError(`${rule}, a number, not "${typed}".`);
  return Number(typed);
}

function unknownMachine(slug: string, id: string): UserError {
  return new UserError(`${slug} has no machine profile ${id}.`);
}

function named({ id, name }: { readonly id: number; readonly name: string }): string {
  return `machine profile ${id}, "${terminalText(name)}"`;
}

function shownSource(source: string | null): string {
  const preset = presetNamedBy(source);
  return preset === undefined ? (source ?? "typed in") : `preset ${preset.slug}`;
}

function boundsInWords({ min, max, unit }: MachineParameter): string {
  return `${min} to ${max} ${unit}`.trimEnd();
}

function readChanges(typed: readonly string[]): Record<string, number | null> {
  const removed = new Set<string>();
  const texts: Record<string, string> = {};
  for (const word of typed) {
    const [, name = word, value = ""] = /^([^=]+)=(.*)$/.exec(word) ?? [];
    if (!MACHINE_PARAMETERS.has(name)) {
      throw new UserError(
        `There is no parameter "${name}" of a machine profile. There are: ${[...MACHINE_PARAMETERS.keys()].join(", ")}.`,
      );
    }
    if (value === "default") removed.add(name);
    else texts[name] = value;
  }
  const parsed = machineProfileSchema.safeParse(
    { ...texts, name: "any" },
    { error: (fault) => describeFault(fault)?.en },
  );
  if (!parsed.success) {
    throw new UserError(
      parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}, or "default".`).join("\n"),
    );
  }
  return { ...parsed.data.parameters, ...Object.fromEntries([...removed].map((name) => [name, null])) };
}

async function readSettings(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > MAX_IMPORT_BYTES) throw new UserError(`${path} is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${path} cannot be read: ${terminalText(error instanceof Error ? error.message : String(error))}`,
    );
  }
}

function choicesInWords({ printers, prints, filaments }: OfferedPresets): string {
  const lines = [
    ["--printer", printers],
    ["--print", prints],
    ["--filament", filaments],
  ] as const;
  return lines
    .filter(([, names]) => names.length > 1)
    .map(([option, names]) => `  ${option}: ${names.map(terminalText).join(", ")}`)
    .join("\n");
}

function describeReport({ taken, changed, left, lacking, irrelevant }: ImportReport): string {
  const parts = [
    table([
      ["TAKEN", "IN THE FILE", "BECOMES"],
      ...taken.map(({ option, value, becomes, as }) => [option, value, `${becomes} ${as}`]),
    ]),
    ...(changed.length === 0
      ? []
      : [
          table([
            ["CHANGED", "IN THE FILE", "BECOMES", "WHY"],
            ...changed.map(({ option, value, becomes, as, why }) => [option, value, `${becomes} ${as}`, why.en]),
          ]),
        ]),
    ...(left.length === 0
      ? []
      : [
          table([
            ["LEFT OUT", "IN THE FILE", "EFFECT"],
            ...left.map(({ option, value, effect }) => [option, value, effect.en]),
          ]),
        ]),
    ...(lacking.length === 0
      ? []
      : [
          `Inherited from presets that are in none of the files, so not known: ${lacking.map(terminalText).join(", ")}.`,
        ]),
    `${irrelevant} further options change neither time nor material.`,
  ];
  return parts.join("\n\n");
}
