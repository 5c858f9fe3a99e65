// The operator's commands on machine profiles: list, show, begin with a preset or a slicer's settings, change.

import { Hono } from "hono";
import { z } from "zod";
import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import { readPrintingQuality } from "../catalog/catalog.store.ts";
import { readMachineProfile, readQualitiesWithMachines } from "../catalog/catalog-lists.store.ts";
import { changeMachineProfile, createMachineProfile } from "../catalog/machine-profile/machine-profile.store.ts";
import { machineProfileSchema } from "../catalog/machine-profile/machine-profile-fields.request.ts";
import { changeQuality } from "../catalog/quality/quality.store.ts";
import { combinationsOfMachine } from "../catalog/trial/combinations.ts";
import { technologyOf } from "../domain/technology.ts";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { describeFault } from "../http/request/validation.ts";
import { readSlicerSettings } from "../machine-profiles/import/read-slicer-settings.ts";
import type { ImportReport, OfferedPresets } from "../machine-profiles/import/slicer-settings.ts";
import { MACHINE_PARAMETERS, type MachineParameter } from "../machine-profiles/machine-parameters.ts";
import { presetBySlug, presetNamedBy, presetSource, presetTitle } from "../machine-profiles/preset-source.ts";
import { PRESETS } from "../machine-profiles/presets/presets.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { formBody, jsonBody, readId, readStudio, studioSlugOf } from "./operator-context.ts";
import { changesSchema } from "./parameters.routes.ts";
import { CommandRefused, refuseUnknown } from "./refused.ts";
import { terminalText } from "./terminal-text.ts";
import { table } from "./text-table.ts";
import { tryCombinations } from "./tried-profiles.ts";

const presetSchema = z.object({ preset: z.string(), name: z.string().optional() });

const importSchema = z.object({
  /** One file comes as it is, several as a list. */
  files: z.union([z.instanceof(File).transform((file) => [file]), z.array(z.instanceof(File))]),
  printer: z.string().optional(),
  print: z.string().optional(),
  filament: z.string().optional(),
  name: z.string().optional(),
  "dry-run": z.enum(["true", "false"]),
});

/** `default` names no profile: the quality prints by the defaults. */
const machineOfQualitySchema = z.object({ machine: z.string() });

/** Below the studio's path. */
export const machineCommands = new Hono<ApiEnv>()
  .get("/machines", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { machines, qualities } = await readQualitiesWithMachines(tenant.db);
    if (machines.length === 0) {
      return context.json({ said: `${slug} has no machine profile: filament is estimated by the defaults.` });
    }
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
    return context.json({ said: table([["ID", "NAME", "QUALITIES", "OWN VALUES", "FROM", ""], ...rows]) });
  })
  .post("/machines", jsonBody(presetSchema), async (context) => {
    const { preset: typed, name } = context.req.valid("json");
    const preset = presetBySlug(typed);
    if (preset === undefined) {
      throw new CommandRefused(
        `There is no preset "${typed}". There are: ${PRESETS.map(({ slug }) => slug).join(", ")}.`,
      );
    }
    const { parameters } = preset;
    return context.json({
      said: await createMachine(context, name ?? presetTitle(preset), presetSource(preset), parameters),
    });
  })
  .post("/machine-imports", formBody(importSchema), async (context) => {
    const { files, name, "dry-run": isDryRun, ...choice } = context.req.valid("form");
    const read = readSlicerSettings(
      await Promise.all(
        files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      ),
      choice,
    );
    switch (read.outcome) {
      case "unreadable":
        throw new CommandRefused(read.fault.en);
      case "choose":
        throw new CommandRefused(`The files hold several presets. Say which are meant:\n${choicesInWords(read)}`);
      case "read": {
        const report = reportInWords(read.report);
        const { machine } = read;
        const outcome =
          isDryRun === "true"
            ? "Nothing was written. Without --dry-run it becomes a machine profile."
            : await createMachine(context, name ?? machine.name, machine.source, machine.parameters);
        return context.json({ said: [report, outcome].join("\n") });
      }
      default:
        return read satisfies never;
    }
  })
  .get("/machines/:id", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { machine } = await requireMachine(tenant, slug, context.req.param("id"));
    const { id, name, parameters, source } = machine;
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
    return context.json({
      said: [`Machine profile ${id}, "${terminalText(name)}".`, table([titles, ...rows])].join("\n"),
    });
  })
  .patch("/machines/:id", jsonBody(changesSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { machine, qualities } = await requireMachine(tenant, slug, context.req.param("id"));
    const changes = Object.entries({ ...machine.parameters, ...readChanges(context.req.valid("json").changes) });
    const parameters = Object.fromEntries(changes.filter((entry): entry is [string, number] => entry[1] !== null));
    const said = await tryCombinations(
      tenant,
      combinationsOfMachine(await readStudio(tenant), { parameters }, qualities),
    );
    await changeMachineProfile(tenant.db, machine.id, { parameters });
    const count = Object.keys(parameters).length;
    const done = `${slug}: ${named(machine)}, has ${count} values of its own from the next request on.`;
    return context.json({ said: [done, ...said].join("\n") });
  })
  .put("/qualities/:id/machine", jsonBody(machineOfQualitySchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const typed = context.req.valid("json").machine;
    const machine = typed === "default" ? undefined : (await requireMachine(tenant, slug, typed)).machine;
    const id = readId("--quality must be the id of a printing quality", context.req.param("id"));
    const quality = await readPrintingQuality(tenant.db, id).catch((error) =>
      refuseUnknown(error, `${slug} has no printing quality ${id}.`),
    );
    const { process, name } = technologyOf(quality.technologyId);
    if (process !== "filament") {
      throw new CommandRefused(`Printing quality ${id} is for ${name}: only filament has machine profiles.`);
    }
    const inUse = { quality, studio: await readStudio(tenant), machine };
    const said = await tryCombinations(tenant, [{ qualityName: quality.name, inUse }]);
    await changeQuality(tenant.db, id, { machineProfileId: machine?.id ?? null });
    const by = machine === undefined ? "the defaults" : named(machine);
    const done = `Quality ${id}, "${terminalText(quality.name)}", of ${slug} prints by ${by} from the next request on.`;
    return context.json({ said: [done, ...said].join("\n") });
  });

/** The presets that a profile can begin with. */
export const presetList = new Hono<ApiEnv>().get("/presets", (context) => {
  const rows = PRESETS.map(({ slug, vendor, name, parameters }) => [
    slug,
    vendor,
    name,
    String(Object.keys(parameters).length),
  ]);
  return context.json({ said: table([["PRESET", "VENDOR", "MACHINE", "PUBLISHED VALUES"], ...rows]) });
});

async function createMachine(
  context: ApiContext,
  typedName: string,
  source: string,
  given: OwnParameters,
): Promise<string> {
  const { tenant } = context.var;
  const slug = studioSlugOf(context);
  const texts = Object.fromEntries(Object.entries(given).map(([parameter, value]) => [parameter, String(value)]));
  const { name, parameters } = readProfile({ ...texts, name: typedName }, ".");
  const taken = new CommandRefused(`${slug} has a machine profile "${name}" already: say --name.`);
  const { machines } = await readQualitiesWithMachines(tenant.db);
  // A trial takes seconds, so a taken name is refused before it.
  if (machines.some((machine) => machine.name === name && !machine.isArchived)) throw taken;
  const said = await tryCombinations(tenant, combinationsOfMachine(await readStudio(tenant), { parameters }, []));
  const created = await createMachineProfile(tenant.db, { name, source, parameters });
  if (created === "taken") throw taken;
  const done = `${slug} has ${named(created)}. A quality prints with it after: npm run studio -- machines ${slug} ${created.id} --quality <id>`;
  return [done, ...said].join("\n");
}

async function requireMachine({ db }: Tenant, slug: string, typedId: string) {
  const id = readId("A machine profile is named by its id", typedId);
  return readMachineProfile(db, id).catch((error) => refuseUnknown(error, `${slug} has no machine profile ${id}.`));
}

/** @param end of each fault's sentence */
function readProfile(texts: Readonly<Record<string, string>>, end: string) {
  const parsed = machineProfileSchema.safeParse(texts, { error: (fault) => describeFault(fault)?.en });
  if (parsed.success) return parsed.data;
  throw new CommandRefused(
    parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}${end}`).join("\n"),
  );
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
      throw new CommandRefused(
        `There is no parameter "${name}" of a machine profile. There are: ${[...MACHINE_PARAMETERS.keys()].join(", ")}.`,
      );
    }
    if (value === "default") removed.add(name);
    else texts[name] = value;
  }
  const { parameters } = readProfile({ ...texts, name: "any" }, ', or "default".');
  return { ...parameters, ...Object.fromEntries([...removed].map((name) => [name, null])) };
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

function reportInWords({ taken, changed, left, lacking, irrelevant }: ImportReport): string {
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
