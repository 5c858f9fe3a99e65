// What the operator can do to process parameters: show the table with the source of each number, and state what a
// studio's machine, or one of its quality profiles, does otherwise.

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
import { findTechnology } from "../../src/domain/technology.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import { type Operator, unknownStudio } from "./studio-commands.ts";

/** All parameters of all technologies. */
export function showParameters(): string {
  return LAYERED_TECHNOLOGIES.map((technology) => describeTechnology(technology)).join("\n\n");
}

/** The parameters of one technology, or of all, with what the studio states. */
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
          slugOf(technologyId) === technology && Object.keys(parameters ?? {}).length > 0,
      );
      const exceptions = own.map(({ id, name, parameters }) => `Quality ${id}, "${name}": ${written(parameters)}`);
      return [describeTechnology(technology, { [slug]: studio.parameters?.[technology] }), ...exceptions].join("\n");
    })
    .join("\n\n");
}

/** @param typed such as `exposureSeconds=2.5`, or `exposureSeconds=default` to state nothing any more */
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
    .set({ processParameters: patched(studios.processParameters, { [technology]: changes }) })
    .where(eq(studios.slug, slug))
    .returning({ parameters: studios.processParameters });
  if (studio === undefined) throw unknownStudio(slug);
  return `${slug} prints ${technology} with ${written(studio.parameters?.[technology])} from the next request on.`;
}

/** The parameters of one quality of the studio's, with what the studio and the quality state. */
export async function showQualityParameters(operator: Operator, slug: string, typedId: string): Promise<string> {
  const { id, name, technology, parameters, ofStudio } = await requireQuality(operator, slug, typedId);
  return describeTechnology(technology, { [slug]: ofStudio?.[technology], [`quality ${id}, ${name}`]: parameters });
}

/** @see setStudioParameters */
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
    .set({ processParameters: patched(printingQualities.processParameters, changes) })
    .where(and(eq(printingQualities.id, id), eq(printingQualities.studioId, studioId)))
    .returning({ parameters: printingQualities.processParameters });
  if (quality === undefined) throw new UserError(`${slug} has no printing quality ${typedId}.`);
  return `Quality ${id}, "${name}", of ${slug} prints with ${written(quality.parameters)} from the next request on.`;
}

async function requireQuality({ database }: Operator, slug: string, typedId: string) {
  if (!/^[1-9]\d{0,14}$/.test(typedId)) throw new UserError(`--quality is a quality's id, a number, not "${typedId}".`);
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
  if (quality === undefined) throw new UserError(`There is no studio "${slug}" with a printing quality ${typedId}.`);
  const technology = readTechnology(slugOf(quality.technologyId));
  // What the column of the same name holds; asked for under another, since a row cannot have two of one name.
  const ofStudio = JSON.parse(quality.ofStudio ?? "null") as StudioParameters | null;
  return { ...quality, technology, ofStudio };
}

/** A JSON merge patch (RFC 7396) in one statement: nobody else's change in between is lost, and null removes a name. */
function patched(column: typeof studios.processParameters | typeof printingQualities.processParameters, patch: object) {
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
  throw new UserError(`There are no process parameters of "${typed}". There are some of: ${known}.`);
}

function slugOf(technologyId: number): string {
  return findTechnology(technologyId)?.slug ?? "";
}

/** @param own columns beside the default: what is stated instead, the more specific to the right */
function describeTechnology(
  technology: LayeredTechnology,
  own: Readonly<Record<string, OwnParameters | null | undefined>> = {},
): string {
  const rows = [...parametersOf(technology)].map(([name, parameter]) => [
    name,
    String(parameter.default),
    ...Object.values(own).map((stated) => String(stated?.[name] ?? "")),
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

function written(parameters: OwnParameters | null | undefined): string {
  const stated = Object.entries(parameters ?? {}).map(([name, value]) => `${name} ${value}`);
  return stated.length === 0 ? "nothing of its own" : stated.join(", ");
}
