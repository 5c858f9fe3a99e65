// Studios of a simulated week: plan, catalog, prices, messages, keys and people of each, drawn by the seed.

import { eq } from "drizzle-orm";
import {
  apiKeys,
  customerMessages,
  deliveryMethods,
  finishings,
  materials,
  printingQualities,
  staffMessages,
  studioMembers,
  studios,
} from "../../../../src/db/schema.ts";
import type { CustomerEvent } from "../../../../src/domain/message/events.ts";
import { hourlyLimitOf } from "../../../../src/domain/plan.ts";
import { finishingRow, idOf, materialRow, newApiKey, qualityRow, studioRow } from "../../../catalog-rows.ts";
import { binaryStl, box } from "../../../models.ts";
import { addOwner } from "../../../studios.ts";
import { LINK_SECRET, type SystemDatabase } from "../../../systems/miniflare-system.ts";
import { latinCanary } from "../../canary.ts";
import { Ledger } from "../models/ledger.ts";
import type { PricedSettings } from "../models/price-model.ts";
import type { SeededRandom } from "../models/random.ts";
import { UnclearHour } from "../models/unclear-hour.ts";

export interface WeekFinishing {
  readonly id: number;
  readonly price: number | null;
  readonly basisPoints: number | null;
}

export interface WeekDelivery {
  readonly id: number;
  readonly priceMinor: number | null;
  readonly freeFromMinor: number | null;
}

export interface WeekModel {
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Known after its first sending. */
  modelId: string | undefined;
}

export interface WeekPrinter {
  readonly id: number;
  readonly name: string;
  isWorking: boolean;
  /** The simulated end of the print that runs; undefined: it is idle. */
  busyUntil: number | undefined;
}

export interface WeekStudio {
  readonly index: number;
  readonly id: number;
  readonly slug: string;
  readonly limit: number;
  readonly key: string;
  readonly testKey: string | undefined;
  readonly owner: { readonly email: string; readonly password: string };
  readonly settings: PricedSettings;
  readonly priorities: readonly { readonly slug: string; readonly surchargeBasisPoints: number }[];
  readonly qualities: readonly number[];
  readonly finishings: readonly WeekFinishing[];
  readonly deliveries: readonly WeekDelivery[];
  readonly models: WeekModel[];
  readonly printers: WeekPrinter[];
  readonly customerEvents: ReadonlySet<CustomerEvent>;
  readonly isStaffTold: boolean;
  readonly hour: UnclearHour;
  readonly ledger: Ledger;
  readonly random: SeededRandom;
  /** The mean studio's is 1. */
  readonly size: number;
}

const CUSTOMER_EVENTS_ON: readonly CustomerEvent[] = ["received", "confirmed", "ready", "shipped", "cancelled"];
const MODELS_OF_STUDIO = 2;

export async function addWeekStudio(
  database: SystemDatabase,
  index: number,
  random: SeededRandom,
): Promise<WeekStudio> {
  const canary = latinCanary(index);
  const plan = index % 2 === 0 ? "pro" : "enterprise";
  const settings: PricedSettings = {
    hourlyRate: 100 * random.whole(20, 90),
    setupCost: 500 * random.whole(0, 8),
    minimumPrice: random.chance(0.4) ? 1000 * random.whole(5, 20) : 0,
    markupBasisPoints: 100 * random.whole(0, 60),
    tiers: random.chance(0.5)
      ? [
          { fromQuantity: 5, discountBasisPoints: 100 * random.whole(2, 7) },
          { fromQuantity: 20, discountBasisPoints: 100 * random.whole(8, 20) },
        ]
      : [],
  };
  const priorities = random.chance(0.5) ? [{ slug: "fast", surchargeBasisPoints: 100 * random.whole(10, 60) }] : [];
  const [studio] = await database
    .insert(studios)
    .values(
      studioRow({
        slug: canary,
        title: `Студія ${canary}`,
        plan,
        hourlyRateMinor: settings.hourlyRate,
        setupCostMinor: settings.setupCost,
        minimumPriceMinor: settings.minimumPrice,
        markupBasisPoints: settings.markupBasisPoints,
        quantityTiers: settings.tiers.length === 0 ? null : [...settings.tiers],
        priorities: priorities.map((one) => ({
          ...one,
          name: `Швидко ${canary}`,
          nameInSecondLanguage: null,
          workingDays: 1,
        })),
      }),
    )
    .returning({ id: studios.id });
  const studioId = idOf(studio);
  const ledger = new Ledger();
  for (const color of ["white", "black"]) {
    const costPerKg = 1000 * random.whole(40, 120);
    const stock = random.chance(0.8) ? 100 * random.whole(500, 20_000) : null;
    const row = materialRow({
      name: `PLA ${color} ${canary}`,
      color,
      costPerKgMinor: costPerKg,
      densityMilligramsPerCubicCm: 1240,
      stockHundredthsOfGram: stock,
      lowStockHundredthsOfGram: stock === null ? null : 20_000,
    });
    const [added] = await database
      .insert(materials)
      .values({ studioId, ...row })
      .returning({ id: materials.id });
    ledger.materials.set(idOf(added), { id: idOf(added), costPerKg, stock });
  }
  const qualities: number[] = [];
  for (const layerHeightMicrometres of random.chance(0.5) ? [200] : [200, 300]) {
    const row = qualityRow({
      name: `${layerHeightMicrometres} ${canary}`,
      layerHeightMicrometres,
      isDefault: layerHeightMicrometres === 200,
    });
    const [added] = await database
      .insert(printingQualities)
      .values({ studioId, ...row })
      .returning({ id: printingQualities.id });
    qualities.push(idOf(added));
  }
  const chosenFinishings: WeekFinishing[] = [];
  for (const charge of [
    { price: 100 * random.whole(10, 90), basisPoints: null },
    { price: null, basisPoints: 100 * random.whole(5, 40) },
  ]) {
    const row = finishingRow({
      name: `Шліфування ${chosenFinishings.length} ${canary}`,
      priceMinor: charge.price,
      percentageBasisPoints: charge.basisPoints,
    });
    const [added] = await database
      .insert(finishings)
      .values({ studioId, ...row })
      .returning({ id: finishings.id });
    chosenFinishings.push({ id: idOf(added), ...charge });
  }
  const deliveries: WeekDelivery[] = [];
  for (const [name, priceMinor, freeFromMinor] of [
    ["Самовивіз", null, null],
    ["Кур’єр", 100 * random.whole(50, 120), random.chance(0.5) ? 100_000 : null],
  ] as const) {
    const row = {
      name: `${name} ${canary}`,
      slug: name === "Самовивіз" ? "pickup" : "courier",
      priceMinor,
      freeFromMinor,
    };
    const [added] = await database
      .insert(deliveryMethods)
      .values({ studioId, ...row, isPickup: name === "Самовивіз" })
      .returning({ id: deliveryMethods.id });
    deliveries.push({ id: idOf(added), priceMinor, freeFromMinor });
  }
  const live = await newApiKey(LINK_SECRET, studioId, `Сайт ${canary}`);
  const test = index % 3 === 0 ? await newApiKey(LINK_SECRET, studioId, `Тест ${canary}`) : undefined;
  await database.insert(apiKeys).values(live.row);
  if (test !== undefined) await database.insert(apiKeys).values({ ...test.row, kind: "test" });
  const owner = await addOwner(database, studioId);
  const customerEvents = new Set(random.chance(0.8) ? CUSTOMER_EVENTS_ON : []);
  for (const event of customerEvents) await database.insert(customerMessages).values({ studioId, event, isOn: true });
  const isStaffTold = random.chance(0.5);
  if (isStaffTold) {
    const [member] = await database.select().from(studioMembers).where(eq(studioMembers.studioId, studioId));
    const personId = member?.personId ?? 0;
    for (const event of ["new_order", "new_request", "cancelled_by_customer"] as const) {
      await database.insert(staffMessages).values({ studioId, personId, event, channel: "email" });
    }
  }
  return {
    ...{ index, id: studioId, slug: canary, limit: hourlyLimitOf(plan) ?? 0, key: live.secret, testKey: test?.secret },
    ...{
      owner,
      settings,
      priorities,
      qualities,
      finishings: chosenFinishings,
      deliveries,
      customerEvents,
      isStaffTold,
    },
    models: Array.from({ length: MODELS_OF_STUDIO }, (_, place) => weekModel(random, `part-${place}-${canary}.stl`)),
    printers: [],
    hour: new UnclearHour(hourlyLimitOf(plan) ?? 0),
    ledger,
    random,
    size: random.logNormal(1, 0.4),
  };
}

/** A box that no studio has sent. */
export function weekModel(random: SeededRandom, fileName: string): WeekModel {
  const side = () => 8 + random.share() * 4;
  return { fileName, bytes: binaryStl(box([0, 0, 0], [side(), side(), side()])), modelId: undefined };
}
