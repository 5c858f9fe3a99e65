// The operator's commands on process parameters: show them with sources, override them for a studio or quality.

import { Hono } from "hono";
import { z } from "zod";
import {
  DEFAULT_MACHINE,
  isLayeredTechnology,
  LAYERED_TECHNOLOGIES,
  type LayeredTechnology,
  type OwnParameters,
  type ProcessParameter,
  parameterFault,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { readPrintingQuality } from "../catalog/catalog.store.ts";
import type { Quality } from "../catalog/catalog-rows.ts";
import { listed } from "../catalog/entries.store.ts";
import { setStudioParameters } from "../catalog/process-parameters.store.ts";
import { changeQuality } from "../catalog/quality/quality.store.ts";
import { printingQualities } from "../db/schema.ts";
import { technologyOf } from "../domain/technology.ts";
import type { ApiEnv } from "../http/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { jsonBody, readId, readStudio, studioSlugOf } from "./operator-context.ts";
import { CommandRefused, refuseUnknown } from "./refused.ts";
import { table } from "./text-table.ts";

/** Words such as `exposureSeconds=2.5`, or `exposureSeconds=default` to remove the own value. */
export const changesSchema = z.object({ changes: z.array(z.string()).min(1) });

/** Below the studio's path. */
export const parameterCommands = new Hono<ApiEnv>()
  .get("/parameters/:technology?", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const typed = context.req.param("technology");
    const wanted = typed === undefined ? LAYERED_TECHNOLOGIES : [readTechnology(typed)];
    const { processParameters } = await readStudio(tenant);
    const qualities = (await listed(tenant.db, printingQualities)).toSorted((one, other) => one.id - other.id);
    const said = wanted.map((technology) => {
      const own = qualities.filter(
        ({ technologyId, processParameters: values }) =>
          technologyOf(technologyId).slug === technology && Object.keys(values ?? {}).length > 0,
      );
      const ofQualities = own.map(
        ({ id, name, processParameters: values }) => `Quality ${id}, "${name}": ${valuesInWords(values)}`,
      );
      return [technologyInWords(technology, { [slug]: processParameters?.[technology] }), ...ofQualities].join("\n");
    });
    return context.json({ said: said.join("\n\n") });
  })
  .patch("/parameters/:technology", jsonBody(changesSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const technology = readTechnology(context.req.param("technology"));
    const changes = readChanges(technology, context.req.valid("json").changes);
    const { processParameters } = await readStudio(tenant);
    const own = withChanges(processParameters?.[technology], changes);
    await setStudioParameters(tenant.db, technology, own);
    return context.json({
      said: `${slug} prints ${technology} with ${valuesInWords(own)} from the next request on.`,
    });
  })
  .get("/qualities/:id/parameters", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { id, name, technology, processParameters } = await requireQuality(tenant, slug, context.req.param("id"));
    const ofStudio = (await readStudio(tenant)).processParameters?.[technology];
    return context.json({
      said: technologyInWords(technology, { [slug]: ofStudio, [`quality ${id}, ${name}`]: processParameters }),
    });
  })
  .patch("/qualities/:id/parameters", jsonBody(changesSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { id, name, technology, processParameters } = await requireQuality(tenant, slug, context.req.param("id"));
    const changes = readChanges(technology, context.req.valid("json").changes);
    const own = withChanges(processParameters, changes);
    await changeQuality(tenant.db, id, { processParameters: own });
    return context.json({
      said: `Quality ${id}, "${name}", of ${slug} prints with ${valuesInWords(own)} from the next request on.`,
    });
  });

/** All parameters of all technologies. */
export const parameterList = new Hono<ApiEnv>().get("/parameters", (context) =>
  context.json({ said: LAYERED_TECHNOLOGIES.map((technology) => technologyInWords(technology)).join("\n\n") }),
);

async function requireQuality(
  { db }: Tenant,
  slug: string,
  typedId: string,
): Promise<Quality & { readonly technology: LayeredTechnology }> {
  const id = readId("--quality must be the id of a printing quality", typedId);
  const quality = await readPrintingQuality(db, id).catch((error) =>
    refuseUnknown(error, `${slug} has no printing quality ${typedId}.`),
  );
  return { ...quality, technology: readTechnology(technologyOf(quality.technologyId).slug) };
}

/** @param changes null removes a value */
function withChanges(
  own: OwnParameters | null | undefined,
  changes: Readonly<Record<string, number | null>>,
): OwnParameters {
  const values = Object.entries({ ...own, ...changes });
  return Object.fromEntries(values.filter((entry): entry is [string, number] => entry[1] !== null));
}

function readChanges(technology: LayeredTechnology, typed: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    typed.map((word): [string, number | null] => {
      const [, name = word, value = ""] = /^([^=]+)=(.*)$/.exec(word) ?? [];
      const parameter = parametersOf(technology).get(name);
      if (parameter === undefined) {
        const known = [...parametersOf(technology).keys()].join(", ");
        throw new CommandRefused(`There is no parameter "${name}" of ${technology}. There are: ${known}.`);
      }
      if (value === "default") return [name, null];
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(value)) {
        throw new CommandRefused(
          `${name} must be a number from ${boundsInWords(parameter)}, or "default": not "${value}".`,
        );
      }
      const fault = parameterFault(technology, name, Number(value));
      if (fault !== undefined) throw new CommandRefused(`${fault}.`);
      return [name, Number(value)];
    }),
  );
}

function readTechnology(typed: string): LayeredTechnology {
  if (isLayeredTechnology(typed)) return typed;
  const known = LAYERED_TECHNOLOGIES.join(", ");
  throw new CommandRefused(`There are no process parameters of "${typed}". Technologies that have some: ${known}.`);
}

/** @param own overriding values by column title, shown beside the defaults; the rightmost one applies */
function technologyInWords(
  technology: LayeredTechnology,
  own: Readonly<Record<string, OwnParameters | null | undefined>> = {},
): string {
  const rows = [...parametersOf(technology)].map(([name, parameter]) => [
    name,
    String(parameter.default),
    ...Object.values(own).map((values) => String(values?.[name] ?? "")),
    boundsInWords(parameter),
    parameter.meaning,
    parameter.isAssumption ? `ASSUMED: ${parameter.source}` : parameter.source,
  ]);
  const titles = ["PARAMETER", "DEFAULT", ...Object.keys(own).map((title) => title.toUpperCase())];
  return [
    `${technology}. Defaults: ${DEFAULT_MACHINE[technology]}.`,
    table([[...titles, "BOUNDS", "MEANING", "SOURCE OF THE DEFAULT"], ...rows]),
  ].join("\n");
}

function boundsInWords({ min, max, unit }: ProcessParameter): string {
  return `${min} to ${max} ${unit}`.trimEnd();
}

function valuesInWords(parameters: OwnParameters | null | undefined): string {
  const values = Object.entries(parameters ?? {}).map(([name, value]) => `${name} ${value}`);
  return values.length === 0 ? "no values of its own" : values.join(", ");
}
