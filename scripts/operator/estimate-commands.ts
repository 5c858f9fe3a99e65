// Operator's commands on estimates: what finished items really took, how far machines were off, and the correction of it.

import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Database } from "../../src/db/database.ts";
import { inValues } from "../../src/db/in-values.ts";
import { isCorrectionOutdated } from "../../src/db/machine-profile-record.ts";
import { itemFigures } from "../../src/db/schema.ts";
import { type Statement, StudioDb } from "../../src/db/studio-db.ts";
import { NotFound } from "../../src/domain/errors.ts";
import { asStudioId } from "../../src/domain/ids.ts";
import { shortDecimal } from "../../src/http/request/decimal-fields.ts";
import {
  acceptStatements,
  findMachine,
  type MachineDeviation,
  type MachineId,
  readDeviations,
  takeBackStatement,
} from "../../src/machine-profiles/correction.store.ts";
import { type Deviation, MIN_PRINTS } from "../../src/machine-profiles/deviation.ts";
import { realFiguresSchema, toRealFigures } from "../../src/machine-profiles/real-figures.request.ts";
import { type RealFigures, recordStatement } from "../../src/machine-profiles/real-figures.store.ts";
import { readValues, type TypedValues } from "../../src/pages/form-values.ts";
import { terminalText } from "../terminal-text.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import { parseCsv } from "./catalog-csv.ts";
import type { WrittenStatement } from "./d1-execute.ts";
import { type Operator, studioBySlug } from "./studio-commands.ts";

const DEFAULT_MACHINE = "default";
const NAME_OF_DEFAULT = "Default machine";

/** What one item really took, as typed. */
interface TypedFigures {
  /** Named in error messages: the line of a file. */
  readonly at: string;
  readonly item: string;
  readonly figures: TypedValues;
}

/** Notes what one item really took. */
export function notePrinted(
  operator: Operator,
  slug: string,
  itemId: string,
  figures: { readonly minutes: string | undefined; readonly grams: string | undefined },
): Promise<string> {
  if (figures.minutes === undefined && figures.grams === undefined) {
    throw new UserError("Say what it really took: --minutes, --grams or both.");
  }
  return note(operator, slug, [{ at: "", item: itemId, figures: { ...figures } }]);
}

/** Notes what the items of a table really took: columns item, minutes, grams. All of them, or none where a row is wrong. */
export async function notePrintedFile(operator: Operator, slug: string, path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${terminalText(String(error))}`);
  }
  const rows = parseCsv(text, "item").map(({ line, cells }) => ({
    at: `line ${line}: `,
    item: cells.item ?? "",
    figures: { minutes: cells.minutes?.trim(), grams: cells.grams?.trim() },
  }));
  if (rows.length === 0) throw new UserError(`${path} has no rows below its first line, item;minutes;grams.`);
  return note(operator, slug, rows);
}

export function isFiguresFile(name: string): boolean {
  return extname(name).toLowerCase() === ".csv";
}

async function note(operator: Operator, slug: string, typed: readonly TypedFigures[]): Promise<string> {
  const read = typed.map(readFigures);
  const db = await openStudio(operator, slug);
  const known = await db.select(
    itemFigures,
    inValues(
      itemFigures.orderItemId,
      read.flatMap(({ itemId }) => itemId ?? []),
    ),
  );
  const knownIds = new Set(known.map(({ orderItemId }) => orderItemId));
  const faults = read.flatMap(({ at, itemId, faults: ofRow }) => [
    ...ofRow,
    ...(itemId === undefined || knownIds.has(itemId)
      ? []
      : [
          `${at}${slug} has no item ${itemId} with an estimate: products, resin and powder have none, nor has what was ordered before estimates were kept`,
        ]),
  ]);
  if (faults.length > 0) throw new UserError(["Nothing was noted:", ...faults.map((fault) => `  ${fault}`)].join("\n"));
  const statements = read.flatMap(({ itemId, real }) =>
    itemId === undefined ? [] : recordStatement(db, itemId, real),
  );
  await operator.database.writeWhole(statements.map(written));
  const count = read.length === 1 ? `item ${read[0]?.itemId}` : `${read.length} items`;
  return `Noted of ${slug} what ${count} really took. What follows: npm run studio -- deviations ${slug}`;
}

function readFigures({ at, item, figures }: TypedFigures): {
  readonly at: string;
  readonly itemId: number | undefined;
  readonly real: RealFigures;
  readonly faults: readonly string[];
} {
  const isId = /^[1-9]\d{0,14}$/.test(item.trim());
  const form = readValues("en", figures, realFiguresSchema);
  const ofFields = form.ok ? {} : form.state.faults;
  return {
    at,
    itemId: isId ? Number(item) : undefined,
    real: form.ok ? toRealFigures(form.fields) : { minutes: null, hundredthsOfGram: null },
    faults: [
      ...(isId ? [] : [`${at}item must be the id of an order's item, a number, not ${JSON.stringify(item)}`]),
      ...Object.entries(ofFields).map(([field, said]) => `${at}${field}: ${said.join(" ")}`),
    ].map(terminalText),
  };
}

/** How far each machine's estimates were off, and what correction is offered. */
export async function showDeviations(operator: Operator, slug: string): Promise<string> {
  const deviations = await readDeviations(await openStudio(operator, slug));
  const recorded = deviations.filter(({ time, material }) => time !== undefined || material !== undefined);
  const outdated = deviations.flatMap(({ machine }) =>
    machine !== null && isCorrectionOutdated(machine)
      ? [
          `The correction of ${machine.id} was measured before its numbers last changed: only items ordered since then count towards a new one.`,
        ]
      : [],
  );
  if (recorded.length === 0) {
    const nothing = `Nothing is noted of ${slug} yet: npm run studio -- printed ${slug} <item id> --minutes M --grams G`;
    return [nothing, ...outdated].join("\n");
  }
  const rows = recorded.flatMap((deviation) => [
    ...rowOf(deviation, "time", deviation.time, deviation.offered?.timeBasisPoints),
    ...rowOf(deviation, "material", deviation.material, deviation.offered?.materialBasisPoints),
  ]);
  const offers = recorded.flatMap((deviation) =>
    deviation.offered === undefined
      ? []
      : [`Accept what is offered: npm run studio -- correction ${slug} ${keyOf(deviation)} --accept`],
  );
  return [
    table([["ID", "MACHINE", "FIGURE", "MEDIAN", "HALF WITHIN", "PARTS", "PRICED AT", "OFFERED"], ...rows]),
    ...outdated,
    ...offers,
  ].join("\n");
}

function rowOf(
  deviation: MachineDeviation,
  figure: "time" | "material",
  found: Deviation | undefined,
  offered: number | undefined,
): string[][] {
  if (found === undefined) return [];
  const { machine } = deviation;
  const holds = figure === "time" ? machine?.timeCorrectionBasisPoints : machine?.materialCorrectionBasisPoints;
  return [
    [
      keyOf(deviation),
      machine?.name ?? NAME_OF_DEFAULT,
      figure,
      percent(found.medianBasisPoints),
      `${percent(found.lowerQuartileBasisPoints)} to ${percent(found.upperQuartileBasisPoints)}`,
      String(found.prints),
      percent(holds ?? 10_000),
      found.prints < MIN_PRINTS ? `from ${MIN_PRINTS} parts on` : offered === undefined ? "-" : percent(offered),
    ],
  ];
}

/** Prices a machine by what its finished items took, from the next quote on. */
export async function acceptOffered(operator: Operator, slug: string, typedMachine: string): Promise<string> {
  const db = await openStudio(operator, slug);
  const machineId = readMachine(typedMachine);
  const { offered, machine } = await foundMachine(db, slug, machineId);
  if (offered === undefined) {
    throw new UserError(`Nothing is offered for ${typedMachine}: see npm run studio -- deviations ${slug}`);
  }
  await operator.database.writeWhole(acceptStatements(db, machineId, offered, NAME_OF_DEFAULT).map(written));
  const { timeBasisPoints, materialBasisPoints } = offered;
  const changes = [
    ...(timeBasisPoints === undefined ? [] : [`${percent(timeBasisPoints)} of the sliced time`]),
    ...(materialBasisPoints === undefined ? [] : [`${percent(materialBasisPoints)} of the sliced material`]),
  ];
  const made =
    machine === null
      ? ` It is the machine profile "${NAME_OF_DEFAULT}" now, of every filament quality that had none.`
      : "";
  return `${slug} prices ${terminalText(machine?.name ?? NAME_OF_DEFAULT)} at ${changes.join(" and ")} from the next quote on.${made}`;
}

/** Prices a machine by what is sliced again. */
export async function takeBackAccepted(operator: Operator, slug: string, typedMachine: string): Promise<string> {
  const db = await openStudio(operator, slug);
  const machineId = readMachine(typedMachine);
  if (machineId === null) throw new UserError("The default machine has no correction: accepting one makes a profile.");
  const { machine } = await foundMachine(db, slug, machineId);
  await operator.database.writeWhole([written(takeBackStatement(db, machineId))]);
  return `${slug} prices ${terminalText(machine?.name ?? "")} by what is sliced from the next quote on.`;
}

async function foundMachine(db: StudioDb, slug: string, machineId: MachineId): Promise<MachineDeviation> {
  try {
    return findMachine(await readDeviations(db), machineId);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new UserError(
      machineId === null
        ? `Nothing is noted of the default machine of ${slug} yet.`
        : `${slug} has no machine profile ${machineId}.`,
    );
  }
}

function readMachine(typed: string): MachineId {
  if (typed === DEFAULT_MACHINE) return null;
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
  throw new UserError(`A machine is the id of a machine profile, or "${DEFAULT_MACHINE}": not "${typed}".`);
}

function keyOf({ machine }: MachineDeviation): string {
  return machine === null ? DEFAULT_MACHINE : String(machine.id);
}

function percent(basisPoints: number): string {
  return `${shortDecimal(10 * Math.round(basisPoints / 10), 2)} %`;
}

async function openStudio({ database }: Operator, slug: string): Promise<StudioDb> {
  const { id } = await studioBySlug(database, slug);
  // drizzle builds the same statements over either driver, and both answer a batch in its order.
  return new StudioDb(database as unknown as Database, asStudioId(id));
}

/** Without what it would answer: a file of statements answers nothing. */
function written(statement: Statement<unknown>): WrittenStatement {
  // Every statement that drizzle builds has it, though the type of a batch's items does not say so.
  const { sql, params } = (statement as unknown as { toSQL(): WrittenStatement }).toSQL();
  return { sql: sql.replace(/ returning .*$/s, ""), params };
}
