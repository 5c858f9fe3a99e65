// The operator's commands on estimates: figures of finished items, how far machines were off, and the correction of it.

import { Hono } from "hono";
import { z } from "zod";
import { isCorrectionOutdated } from "../db/machine-profile-record.ts";
import type { ApiEnv } from "../http/context.ts";
import { shortDecimal } from "../http/request/decimal-fields.ts";
import {
  acceptCorrection,
  findMachine,
  type MachineDeviation,
  type MachineId,
  readDeviations,
  takeBackCorrection,
} from "../machine-profiles/correction.store.ts";
import { type Deviation, MIN_PRINTS } from "../machine-profiles/deviation.ts";
import { realFiguresSchema, toRealFigures } from "../machine-profiles/real-figures.request.ts";
import {
  findItemsWithEstimate,
  type RealFigures,
  recordAllRealFigures,
} from "../machine-profiles/real-figures.store.ts";
import { readValues } from "../pages/form-values.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { jsonBody, studioSlugOf } from "./operator-context.ts";
import { CommandRefused, refuseUnknown } from "./refused.ts";
import { terminalText } from "./terminal-text.ts";
import { table } from "./text-table.ts";

const DEFAULT_MACHINE = "default";
const NAME_OF_DEFAULT = "Default machine";

/** Figures of one item, as typed. */
const typedFiguresSchema = z.object({
  /** The line of a file, for faults. */
  at: z.string(),
  item: z.string(),
  minutes: z.string().optional(),
  grams: z.string().optional(),
});

type TypedFigures = z.output<typeof typedFiguresSchema>;

const figuresSchema = z.object({ figures: z.array(typedFiguresSchema).min(1) });

/** Below the studio's path. */
export const estimateCommands = new Hono<ApiEnv>()
  .post("/figures", jsonBody(figuresSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const read = context.req.valid("json").figures.map(readFigures);
    const known = await findItemsWithEstimate(
      tenant.db,
      read.flatMap(({ itemId }) => itemId ?? []),
    );
    const faults = read.flatMap(({ at, itemId, faults: ofRow }) => [
      ...ofRow,
      ...(itemId === undefined || known.has(itemId)
        ? []
        : [
            `${at}${slug} has no item ${itemId} with an estimate: products, resin and powder have none, nor has what was ordered before estimates were kept`,
          ]),
    ]);
    if (faults.length > 0) {
      throw new CommandRefused(["Nothing was noted:", ...faults.map((fault) => `  ${fault}`)].join("\n"));
    }
    await recordAllRealFigures(
      tenant.db,
      read.flatMap(({ itemId, real }) => (itemId === undefined ? [] : [{ itemId, real }])),
    );
    const count = read.length === 1 ? `item ${read[0]?.itemId}` : `${read.length} items`;
    return context.json({
      said: `Noted of ${slug} what ${count} really took. What follows: npm run studio -- deviations ${slug}`,
    });
  })
  .get("/deviations", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    return context.json({ said: deviationsInWords(slug, await readDeviations(tenant.db)) });
  })
  .put("/machines/:id/correction", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const typed = context.req.param("id");
    const machineId = readMachine(typed);
    const { offered, machine } = await requireDeviation(tenant, slug, machineId);
    const isAccepted =
      offered !== undefined && (await acceptCorrection(tenant.db, machineId, offered, NAME_OF_DEFAULT)) === "accepted";
    if (!isAccepted) {
      throw new CommandRefused(`Nothing is offered for ${typed}: see npm run studio -- deviations ${slug}`);
    }
    const { timeBasisPoints, materialBasisPoints } = offered;
    const changes = [
      ...(timeBasisPoints === undefined ? [] : [`${percent(timeBasisPoints)} of the sliced time`]),
      ...(materialBasisPoints === undefined ? [] : [`${percent(materialBasisPoints)} of the sliced material`]),
    ];
    const made =
      machine === null
        ? ` It is the machine profile "${NAME_OF_DEFAULT}" now, of every filament quality that had none.`
        : "";
    const name = terminalText(machine?.name ?? NAME_OF_DEFAULT);
    return context.json({ said: `${slug} prices ${name} at ${changes.join(" and ")} from the next quote on.${made}` });
  })
  .delete("/machines/:id/correction", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const machineId = readMachine(context.req.param("id"));
    if (machineId === null) {
      throw new CommandRefused("The default machine has no correction: accepting one makes a profile.");
    }
    const { machine } = await requireDeviation(tenant, slug, machineId);
    await takeBackCorrection(tenant.db, machineId);
    const name = terminalText(machine?.name ?? "");
    return context.json({ said: `${slug} prices ${name} by what is sliced from the next quote on.` });
  });

function readFigures({ at, item, ...figures }: TypedFigures): {
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

function deviationsInWords(slug: string, deviations: readonly MachineDeviation[]): string {
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

async function requireDeviation({ db }: Tenant, slug: string, machineId: MachineId): Promise<MachineDeviation> {
  const deviations = await readDeviations(db);
  try {
    return findMachine(deviations, machineId);
  } catch (error) {
    return refuseUnknown(
      error,
      machineId === null
        ? `Nothing is noted of the default machine of ${slug} yet.`
        : `${slug} has no machine profile ${machineId}.`,
    );
  }
}

function readMachine(typed: string): MachineId {
  if (typed === DEFAULT_MACHINE) return null;
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
  throw new CommandRefused(`A machine is the id of a machine profile, or "${DEFAULT_MACHINE}": not "${typed}".`);
}

function keyOf({ machine }: MachineDeviation): string {
  return machine === null ? DEFAULT_MACHINE : String(machine.id);
}

function percent(basisPoints: number): string {
  return `${shortDecimal(10 * Math.round(basisPoints / 10), 2)} %`;
}
