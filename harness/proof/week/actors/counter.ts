// Orders by phone: a person types them into the panel's form, looks at the price, and places them.

import type { LedgerOrder } from "../models/ledger.ts";
import { deliveryMinorOf } from "../models/priced.ts";
import type { WeekBasket } from "./basket.ts";
import { NotNow, type WeekExchange } from "./exchange.ts";
import type { Staff } from "./staff.ts";
import { enterOrder, readPlaced } from "./visitor.ts";
import type { WeekStudio } from "./week-studios.ts";

const MAX_LOOKED = 30;

type Fields = readonly (readonly [name: string, value: string])[];

export interface Call {
  readonly basket: WeekBasket;
  /** The form as it was first sent to be placed: sent again, it places nothing more. */
  draft: Fields | undefined;
}

export class PhoneCounter {
  readonly #studio: WeekStudio;
  readonly #exchange: WeekExchange;
  readonly #staff: Staff;

  constructor(studio: WeekStudio, exchange: WeekExchange, staff: Staff) {
    this.#studio = studio;
    this.#exchange = exchange;
    this.#staff = staff;
  }

  /** @throws LostAnswer; NotNow: the caller places it again */
  async order(call: Call): Promise<LedgerOrder> {
    const { contact, delivery } = call.basket;
    // Staff choose among models that the studio has.
    const usual = this.#studio.models.find(({ modelId }) => modelId !== undefined);
    if (usual === undefined) throw new NotNow("no model is known yet");
    const items = call.basket.items.map((item) =>
      item.model.modelId === undefined ? { ...item, model: usual } : item,
    );
    const basket = { ...call.basket, items };
    this.#studio.ledger.unclearPhones.add(contact.phone);
    call.draft ??= await this.#priced(basket);
    const { status, headers, text } = await this.#staff.postForm("/new-order", [...call.draft, ["do", "place"]]);
    const [, id] = /\/orders\/(\d+)/.exec(headers.get("Location") ?? "") ?? [];
    if (status !== 303 || id === undefined) {
      const isDown = this.#exchange.system.hasOutage;
      const refused = /class="fault[^>]*>([^<]+)/.exec(text)?.[1];
      this.#exchange.checks.hold("movesTaken", isDown, () => `a phone order answered ${status}: ${refused}`);
      call.draft = undefined;
      throw new NotNow("not placed");
    }
    const rows = await readPlaced(this.#exchange, Number(id));
    const known = { door: "phone", phone: contact.phone, page: undefined } as const;
    const total = rows.order.totalPriceMinor;
    return enterOrder(this.#exchange, this.#studio, basket, rows, {
      ...known,
      deliveryMinor: deliveryMinorOf(delivery, total),
    });
  }

  /** The filled form, with the prices that the person was shown. */
  async #priced({ items, contact, delivery }: WeekBasket): Promise<Fields> {
    const blank = await this.#staff.get(`${this.#staff.base}/new-order`);
    const fields = {
      requestKey: /name="requestKey" value="([^"]+)"/.exec(blank.text)?.[1] ?? "",
      ...{ firstName: contact.firstName, lastName: contact.lastName, phoneNumber: contact.phone },
      ...{ email: contact.email, source: "phone" },
      ...(delivery === undefined ? {} : { deliveryMethodId: String(delivery.id), cityName: "Київ" }),
    };
    const ofItems = items.flatMap(({ model, materialId, printingQualityId, finishingIds, quantity }, place) => {
      const part = { modelId: model.modelId ?? "", fileName: model.fileName, materialId, printingQualityId, quantity };
      const texts = Object.entries(part).map(([name, value]) => [`items.${place}.${name}`, String(value)] as const);
      return [...texts, ...finishingIds.map((id) => [`items.${place}.finishingIds[]`, String(id)] as const)];
    });
    const filled: Fields = [...Object.entries(fields), ...ofItems];
    for (let looked = 0; looked < MAX_LOOKED; looked++) {
      const shown = await this.#staff.postForm("/new-order", filled);
      if (shown.status === 503) throw new NotNow("no price yet");
      const [, prices] = /name="shownPrices" value="([^"]*)"/.exec(shown.text) ?? [];
      if (prices !== undefined && prices !== "") return [...filled, ["shownPrices", prices]];
      if (this.#exchange.system.isDown("engine")) throw new NotNow("the engine is down");
    }
    this.#exchange.checks.hold("slicing", false, () => "a phone order has no price");
    throw new NotNow("no price");
  }
}
