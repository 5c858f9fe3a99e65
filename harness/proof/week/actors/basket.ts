// WeekBasket of a simulated customer: models with their choices, and the contact and delivery of the order.

import { latinCanary } from "../../canary.ts";
import type { SeededRandom } from "../models/random.ts";
import { ASSUMED, RETURNING_CUSTOMERS } from "../models/shop-figures.ts";
import { type WeekDelivery, type WeekModel, type WeekStudio, weekModel } from "./week-studios.ts";

export interface WeekBasketItem {
  readonly model: WeekModel;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  readonly quantity: number;
}

export interface WeekContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
}

export interface WeekBasket {
  readonly items: readonly WeekBasketItem[];
  readonly contact: WeekContact;
  readonly delivery: WeekDelivery | undefined;
  readonly priority: string | undefined;
}

const MAX_ITEMS = 4;
const FIRST_NAMES = ["Олена", "Тарас", "Ірина", "Максим", "Софія", "Андрій"] as const;
const LAST_NAMES = ["Коваль", "Шевчук", "Бондар", "Мельник", "Лисенко", "Д’яченко"] as const;

export class Customers {
  readonly #known: WeekContact[] = [];
  readonly #studio: WeekStudio;
  #newModels = 0;

  constructor(studio: WeekStudio) {
    this.#studio = studio;
  }

  next(): WeekContact {
    const { random, index } = this.#studio;
    if (this.#known.length > 0 && random.chance(RETURNING_CUSTOMERS)) return random.one(this.#known);
    const number = this.#known.length + 1;
    const contact: WeekContact = {
      firstName: random.one(FIRST_NAMES),
      lastName: random.one(LAST_NAMES),
      phone: `+38067${String(1_000_000 + index * 10_000 + number)}`,
      email: `customer-${number}@${latinCanary(index)}.example`,
    };
    this.#known.push(contact);
    return contact;
  }

  basket(): WeekBasket {
    const { random, deliveries, priorities } = this.#studio;
    return {
      items: Array.from({ length: random.geometric(ASSUMED.furtherItem, MAX_ITEMS) }, () => this.#item(random)),
      contact: this.next(),
      delivery: random.chance(0.7) ? random.one(deliveries) : undefined,
      priority: priorities.length > 0 && random.chance(0.1) ? priorities[0]?.slug : undefined,
    };
  }

  #item(random: SeededRandom): WeekBasketItem {
    const { models, qualities, finishings, ledger } = this.#studio;
    const model = random.chance(ASSUMED.newModel) ? this.#newModel() : random.one(models);
    const finishingIds = finishings.filter(() => random.chance(0.2)).map(({ id }) => id);
    return {
      model,
      materialId: random.one([...ledger.materials.keys()]),
      printingQualityId: random.one(qualities),
      finishingIds,
      quantity: random.chance(ASSUMED.largeQuantity) ? random.whole(10, 40) : random.geometric(ASSUMED.furtherCopy, 9),
    };
  }

  #newModel(): WeekModel {
    this.#newModels++;
    return weekModel(this.#studio.random, `new-${this.#newModels}-${latinCanary(this.#studio.index)}.stl`);
  }
}
