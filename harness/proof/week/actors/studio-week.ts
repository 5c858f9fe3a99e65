// Week of one studio: its orders of all doors, its ERP, its printers' states, and its owner's prices and stock.

import { eq } from "drizzle-orm";
import { materials, orders, studios } from "../../../../src/db/schema.ts";
import type { AnswerCheck } from "../../../contract/answer-check.ts";
import { HOUR, MINUTE, whenOpen } from "../models/calendar.ts";
import type { LedgerMaterial, LedgerOrder } from "../models/ledger.ts";
import { ASSUMED } from "../models/shop-figures.ts";
import { Customers, type WeekBasket } from "./basket.ts";
import { PhoneCounter } from "./counter.ts";
import { Erp } from "./erp.ts";
import { LostAnswer, NotNow, type WeekExchange } from "./exchange.ts";
import { type Later, ShopFloor } from "./shop-floor.ts";
import { SiteClient } from "./site.ts";
import { SiteOrders } from "./site-orders.ts";
import { Staff } from "./staff.ts";
import { PageVisitor } from "./visitor.ts";
import type { WeekStudio } from "./week-studios.ts";

const SOON = 2 * MINUTE;
const LATER = 10 * MINUTE;
const MIN_STOCK = 30_000;
const MAX_PRINTERS = 5;

export class StudioWeek {
  readonly studio: WeekStudio;
  readonly staff: Staff;
  readonly erp: Erp;
  readonly #exchange: WeekExchange;
  readonly #later: Later;
  readonly #customers: Customers;
  readonly #site: SiteClient;
  readonly #siteOrders: SiteOrders;
  readonly #visitor: PageVisitor;
  readonly #counter: PhoneCounter;
  readonly #floor: ShopFloor;
  /** Orders that were begun and have no end yet. */
  open = 0;

  constructor(
    studio: WeekStudio,
    exchange: WeekExchange,
    later: Later,
    { contract, requestIds }: { readonly contract: AnswerCheck; readonly requestIds: Set<string> },
  ) {
    this.studio = studio;
    this.#exchange = exchange;
    this.#later = later;
    this.#customers = new Customers(studio);
    this.#site = new SiteClient(studio, exchange, contract, requestIds);
    this.#siteOrders = new SiteOrders(this.#site, exchange.checks);
    this.#visitor = new PageVisitor(studio, exchange);
    this.staff = new Staff(studio, exchange);
    this.#counter = new PhoneCounter(studio, exchange, this.staff);
    this.#floor = new ShopFloor(studio, this.staff, exchange, later);
    this.erp = new Erp(this.#site, exchange.checks);
  }

  get #now(): number {
    return this.#exchange.system.now;
  }

  /** Before the week: people sign in, and the site adds the printers. */
  async prepare(): Promise<void> {
    await this.staff.signIn();
    const { random, printers } = this.studio;
    const count = Math.min(MAX_PRINTERS, 2 + Math.round(this.studio.size));
    for (let place = 0; place < count; place++) {
      const name = `Принтер ${place + 1}`;
      printers.push({
        id: await this.erp.addPrinter(name, random.uuid()),
        name,
        isWorking: true,
        busyUntil: undefined,
      });
    }
  }

  /** An order begins, by the door that its customer takes. */
  async order(): Promise<void> {
    const { random } = this.studio;
    const door = random.weighted(ASSUMED.doors);
    const basket = this.#customers.basket();
    this.open++;
    switch (door) {
      case "site": {
        const toPlace = { basket, idempotencyKey: random.uuid(), wasSent: false };
        const isQuoted = random.chance(0.6);
        return this.#untilDone(basket, async () => {
          if (isQuoted && !toPlace.wasSent) await this.#siteOrders.quote(basket);
          return this.#siteOrders.place(toPlace);
        });
      }
      case "order_page": {
        if (random.chance(ASSUMED.priceRequest)) return this.#requestPrice(basket, random.uuid());
        const visit = { basket: { ...basket, priority: undefined }, quote: undefined };
        return this.#untilDone(basket, () => this.#visitor.order(visit));
      }
      case "phone": {
        const call = { basket: { ...basket, priority: undefined }, draft: undefined };
        return this.#untilDone(basket, () => this.#counter.order(call));
      }
      default:
        return door satisfies never;
    }
  }

  async #untilDone(basket: WeekBasket, place: () => Promise<LedgerOrder>): Promise<void> {
    try {
      const order = await place();
      this.open--;
      this.#floor.begin(order);
      this.#follow(order, basket);
    } catch (error) {
      this.#retry(error, () => this.#untilDone(basket, place));
    }
  }

  /** @throws the error, unless the service was not there: then it is tried later */
  #retry(error: unknown, run: () => Promise<void>): void {
    if (!(error instanceof LostAnswer || error instanceof NotNow)) throw error;
    this.#later(this.#now + (error instanceof LostAnswer ? SOON : LATER), run);
  }

  /** Runs it until the service is there for it. */
  async attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#retry(error, () => this.attempt(run));
    }
  }

  async #requestPrice(basket: WeekBasket, requestKey: string): Promise<void> {
    await this.attempt(async () => {
      await this.#visitor.requestPrice(basket, requestKey);
      this.open--;
      this.studio.ledger.priceRequests++;
    });
  }

  /** The customer looks at the order, or cancels it; the ERP reads it. */
  #follow(order: LedgerOrder, basket: WeekBasket): void {
    const { random } = this.studio;
    const at = (hours: number, run: () => Promise<void>) =>
      this.#later(this.#now + random.exponential(hours) * HOUR, () => this.attempt(run));
    if (order.door === "order_page" && random.chance(ASSUMED.cancelledByCustomer)) {
      at(0.3, () => this.#cancel(order, basket));
    }
    if (random.chance(0.4)) at(6, () => this.#visitor.look(order, basket));
    if (random.chance(0.6)) at(8, () => this.#siteOrders.read(order));
  }

  async #cancel(order: LedgerOrder, basket: WeekBasket): Promise<void> {
    if (order.status !== "pending" || order.isUnclear) return;
    order.isUnclear = true;
    const lost = await this.#visitor.cancel(order, basket).then(
      () => undefined,
      (error: unknown) => error,
    );
    const [row] = await this.#exchange.system.database.queries
      .select({ status: orders.status })
      .from(orders)
      .where(eq(orders.id, order.id));
    order.isUnclear = false;
    const isCancelled = row?.status === "cancelled";
    if (!isCancelled && lost !== undefined) throw lost;
    this.#exchange.checks.hold("movesTaken", isCancelled, () => `a cancelled order ${order.id} is ${row?.status}`);
    this.#floor.cancelledByCustomer(order);
  }

  async placeTestOrder(): Promise<void> {
    const { testKey, random } = this.studio;
    if (testKey === undefined) return;
    const key = random.uuid();
    const basket = this.#customers.basket();
    await this.attempt(() => this.#siteOrders.placeTest(basket, key, testKey));
  }

  /** A printer breaks, and works again some hours later. */
  async breakPrinter(): Promise<void> {
    const { random, printers } = this.studio;
    const printer = random.one(printers);
    if (!printer.isWorking || printers.filter(({ isWorking }) => isWorking).length < 2) return;
    await this.erp.setPrinter(printer, false);
    this.#later(this.#now + random.whole(1, 8) * HOUR, () =>
      this.attempt(async () => {
        await this.erp.setPrinter(printer, true);
        this.#floor.startPrinters();
      }),
    );
  }

  /** Fills up each material that runs low. */
  async fillUp(): Promise<void> {
    for (const material of this.studio.ledger.materials.values()) {
      if (material.stock === null || material.stock >= MIN_STOCK) continue;
      await this.#setStock(material, 100 * this.studio.random.whole(1000, 9000));
    }
  }

  async #setStock(material: LedgerMaterial, stock: number): Promise<void> {
    const fields = { stockQuantity: (stock / 100).toFixed(2) };
    await this.staff.post(`/catalog/materials/${material.id}/stock`, fields).catch(async (error: unknown) => {
      const [row] = await this.#exchange.system.database.queries
        .select()
        .from(materials)
        .where(eq(materials.id, material.id));
      if (row?.stockHundredthsOfGram !== stock) throw error;
    });
    material.stock = stock;
  }

  /** Changes the hourly rate and the markup, while no order is under way that may have the old price. */
  async changePrices(): Promise<void> {
    const { random, settings, ledger, id } = this.studio;
    if (ledger.unclearPhones.size > 0) throw new NotNow("an order is under way");
    const hourlyRate = 100 * random.whole(20, 90);
    const markup = 100 * random.whole(0, 60);
    const fields = {
      ...{
        currency: "UAH",
        hourlyRate: (hourlyRate / 100).toFixed(2),
        setupCost: (settings.setupCost / 100).toFixed(2),
      },
      ...{ markupPercentage: (markup / 100).toFixed(2), minimumPrice: (settings.minimumPrice / 100).toFixed(2) },
      minimumPricePer: "item",
    };
    await this.staff.post("/prices", fields).catch(async (error: unknown) => {
      const [row] = await this.#exchange.system.database.queries.select().from(studios).where(eq(studios.id, id));
      if (row?.hourlyRateMinor !== hourlyRate || row.markupBasisPoints !== markup) throw error;
    });
    settings.hourlyRate = hourlyRate;
    settings.markupBasisPoints = markup;
  }

  /** Reads the list of orders page by page, while orders come in. */
  async walkList(): Promise<void> {
    const before = [...this.studio.ledger.orders.keys()];
    const seen: number[] = [];
    let path: string | undefined = `${this.staff.base}/orders?view=list`;
    while (path !== undefined) {
      const { text } = await this.staff.get(path);
      // A notice of the last form may name an order too, above the list.
      const [, list = ""] = text.split('id="orders-list"');
      seen.push(...new Set([...list.matchAll(ORDER_LINK)].map(([, id]) => Number(id))));
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      await this.order();
    }
    const once = before.every((id) => seen.filter((other) => other === id).length === 1);
    this.#exchange.checks.hold("listStable", once, () => {
      const wrong = before.filter((id) => seen.filter((other) => other === id).length !== 1);
      return `studio ${this.studio.index}: orders ${wrong.slice(0, 10).join()} are not shown once among ${before.length}`;
    });
  }

  /** The next opening from that moment. */
  opening(moment: number): number {
    return whenOpen(moment, this.studio.random);
  }
}

const ORDER_LINK = /href="\/panel\/studios\/[^/"]+\/orders\/(\d+)"/g;
