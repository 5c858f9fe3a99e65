// Operator's commands on process parameters: show them with their sources, and override them for a studio or a quality.

import { and, asc, eq, sql } from "drizzle-orm";
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
import type { StudioParameters } from "../../src/db/column-types.ts";
import { printingQualities, studios } from "../../src/db/schema.ts";
import { technologyOf } from "../../src/domain/technology.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import { type Operator, studioBySlug, unknownStudio } from "./studio-commands.ts";

/** All parameters of all technologies. */
export function showParameters(): string {
  return LAYERED_TECHNOLOGIES.map((technology) => describeTechnology(technology)).join("\n\n");
}

/** The parameters of one technology, or of all, with the studio's own values and those of its qualities. */
export async function showStudioParameters(
  { database }: Operator,
  slug: string,
  typedTechnology?: string,
): Promise<string> {
  const wanted = typedTechnology === undefined ? LAYERED_TECHNOLOGIES : [readTechnology(typedTechnology)];
  const [studio] = await database
    .select({ id: studios.id, parameters: studios.processParameters })
    .from(studios)
    .where(eq(studios.slug, slug));
  if (studio === undefined) throw unknownStudio(slug);
  const qualities = await database
    .select({
      id: printingQualities.id,
      name: printingQualities.name,
      technologyId: printingQualities.technologyId,
      parameters: printingQualities.processParameters,
    })
    .from(printingQualities)
    .where(eq(printingQualities.studioId, studio.id))
    .orderBy(asc(printingQualities.id));
  return wanted
    .map((technology) => {
      const own = qualities.filter(
        ({ technologyId, parameters }) =>
          technologyOf(technologyId).slug === technology && Object.keys(parameters ?? {}).length > 0,
      );
      const ofQualities = own.map(
        ({ id, name, parameters }) => `Quality ${id}, "${name}": ${formatParameters(parameters)}`,
      );
      return [describeTechnology(technology, { [slug]: studio.parameters?.[technology] }), ...ofQualities].join("\n");
    })
    .join("\n\n");
}

/** @param typed such as `exposureSeconds=2.5`, or `exposureSeconds=default` to remove the studio's own value */
export async function setStudioParameters(
  { database }: Operator,
  slug: string,
  typedTechnology: string,
  typed: readonly string[],
): Promise<string> {
  const technology = readTechnology(typedTechnology);
  const changes = readChanges(technology, typed);
  const [studio] = await database
    .update(studios)
    .set({ processParameters: mergePatch(studios.processParameters, { [technology]: changes }) })
    .where(eq(studios.slug, slug))
    .returning({ parameters: studios.processParameters });
  if (studio === undefined) throw unknownStudio(slug);
  return `${slug} prints ${technology} with ${formatParameters(studio.parameters?.[technology])} from the next request on.`;
}

/** The parameters of one quality of the studio's, with the studio's own values and the quality's. */
export async function showQualityParameters(operator: Operator, slug: string, typedId: string): Promise<string> {
  const { id, name, technology, parameters, ofStudio } = await requireQuality(operator, slug, typedId);
  return describeTechnology(technology, { [slug]: ofStudio?.[technology], [`quality ${id}, ${name}`]: parameters });
}

/** Like `setStudioParameters`, for one quality of the studio's. */
export async function setQualityParameters(
  operator: Operator,
  slug: string,
  typedId: string,
  typed: readonly string[],
): Promise<string> {
  const { id, studioId, name, technology } = await requireQuality(operator, slug, typedId);
  const changes = readChanges(technology, typed);
  const [quality] = await operator.database
    .update(printingQualities)
    .set({ processParameters: mergePatch(printingQualities.processParameters, changes) })
    .where(and(eq(printingQualities.id, id), eq(printingQualities.studioId, studioId)))
    .returning({ parameters: printingQualities.processParameters });
  if (quality === undefined) throw unknownQuality(slug, typedId);
  return `Quality ${id}, "${name}", of ${slug} prints with ${formatParameters(quality.parameters)} from the next request on.`;
}

async function requireQuality({ database }: Operator, slug: string, typedId: string) {
  if (!/^[1-9]\d{0,14}$/.test(typedId)) {
    throw new UserError(`--quality must be the id of a printing quality, a number, not "${typedId}".`);
  }
  const [quality] = await database
    .select({
      id: printingQualities.id,
      studioId: printingQualities.studioId,
      name: printingQualities.name,
      technologyId: printingQualities.technologyId,
      parameters: printingQualities.processParameters,
      ofStudio: sql<string | null>`${studios.processParameters}`.as("of_studio"),
    })
    .from(printingQualities)
    .innerJoin(studios, eq(studios.id, printingQualities.studioId))
    .where(and(eq(printingQualities.id, Number(typedId)), eq(studios.slug, slug)));
  if (quality === undefined) {
    await studioBySlug(database, slug);
    throw unknownQuality(slug, typedId);
  }
  const technology = readTechnology(technologyOf(quality.technologyId).slug);
  // The studio's column under an alias: a row cannot have two columns of one name. The column holds StudioParameters.
  const ofStudio = JSON.parse(quality.ofStudio ?? "null") as StudioParameters | null;
  return { ...quality, technology, ofStudio };
}

function unknownQuality(slug: string, id: string): UserError {
  return new UserError(`${slug} has no printing quality ${id}.`);
}

/** A JSON merge patch (RFC 7396), where null removes a name. One statement, so that no concurrent change is lost. */
function mergePatch(
  column: typeof studios.processParameters | typeof printingQualities.processParameters,
  patch: object,
) {
  return sql`json_patch(coalesce(${column}, '{}'), ${JSON.stringify(patch)})`;
}

function readChanges(technology: LayeredTechnology, typed: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    typed.map((word): [string, number | null] => {
      const [, name = word, value = ""] = /^([^=]+)=(.*)$/.exec(word) ?? [];
      const parameter = parametersOf(technology).get(name);
      if (parameter === undefined) {
        const known = [...parametersOf(technology).keys()].join(", ");
        throw new UserError(`There is no parameter "${name}" of ${technology}. There are: ${known}.`);
      }
      if (value === "default") return [name, null];
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(value)) {
        throw new UserError(`${name} must be a number from ${boundsInWords(parameter)}, or "default": not "${value}".`);
      }
      const fault = parameterFault(technology, name, Number(value));
      if (fault !== undefined) throw new UserError(`${fault}.`);
      return [name, Number(value)];
    }),
  );
}

function readTechnology(typed: string): LayeredTechnology {
  if (isLayeredTechnology(typed)) return typed;
  const known = LAYERED_TECHNOLOGIES.join(", ");
  throw new UserError(`There are no process parameters of "${typed}". Technologies that have some: ${known}.`);
}

/** @param own overriding values by column title, shown beside the defaults; the rightmost one applies */
function describeTechnology(
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

function formatParameters(parameters: OwnParameters | null | undefined): string {
  const values = Object.entries(parameters ?? {}).map(([name, value]) => `${name} ${value}`);
  return values.length === 0 ? "no values of its own" : values.join(", ");
}
