// ERP of a studio: lists by their ETags, printers, strangers' ids, and an export that uses up the hour.

import type { Checks } from "../checks.ts";
import type { ShownAmount } from "../models/priced.ts";
import { minorOf } from "../models/priced.ts";
import type { ApiRequest, SiteClient } from "./site.ts";
import type { WeekPrinter, WeekStudio } from "./week-studios.ts";

const MATERIALS: ApiRequest = { operationId: "listMaterials", path: "/materials" };
/** Requests of an export at once. */
const AT_ONCE = 20;
const BEYOND = 5;

interface ShownMaterial {
  readonly id: number;
  readonly stockQuantity: string | null;
  readonly costPerKg: ShownAmount;
}

interface ShownPrinter {
  readonly id: number;
  readonly status: string;
  readonly assignedItems: readonly { readonly orderItemId: number; readonly copies: number }[];
}

export class Erp {
  readonly #site: SiteClient;
  readonly #checks: Checks;
  #list: { readonly etag: string; readonly materials: readonly ShownMaterial[] } | undefined;

  constructor(site: SiteClient, checks: Checks) {
    this.#site = site;
    this.#checks = checks;
  }

  get #studio(): WeekStudio {
    return this.#site.studio;
  }

  /** Reads the materials, by the ETag of the last reading. */
  async readMaterials(): Promise<void> {
    const before = this.#list;
    const headers = before === undefined ? {} : { "If-None-Match": before.etag };
    const { status, headers: received, data } = await this.#site.ask({ ...MATERIALS, headers });
    // The contract's list.
    const shown = status === 304 ? (before?.materials ?? []) : (data as readonly ShownMaterial[]);
    const found = shown.map(({ id, stockQuantity, costPerKg }) => ({
      id,
      costPerKg: minorOf(costPerKg.amount),
      stock: stockQuantity === null ? null : minorOf(stockQuantity),
    }));
    const expected = [...this.#studio.ledger.materials.values()].map(({ id, costPerKg, stock }) => ({
      id,
      costPerKg,
      stock,
    }));
    if (this.#isClear()) this.#checks.same("stock", () => `studio ${this.#studio.index}, by the API`, found, expected);
    const hasChanged = JSON.stringify(shown) !== JSON.stringify(before?.materials);
    this.#checks.hold(
      "revalidated",
      before === undefined ? status === 200 : (status === 304) !== hasChanged,
      () => `the list of materials is ${status}`,
    );
    this.#list = { etag: received.get("ETag") ?? "", materials: shown };
  }

  /** Holds the printers and their items against the ledger. */
  async readPrinters(): Promise<void> {
    const { data } = await this.#site.ask({ operationId: "listPrinters", path: "/printers" });
    if (!this.#isClear()) return;
    // The contract's list.
    for (const { id, status, assignedItems } of data as readonly ShownPrinter[]) {
      const printer = this.#studio.printers.find((one) => one.id === id);
      const copies = assignedItems.map((item) => [item.orderItemId, item.copies]);
      const queue = this.#studio.ledger.queueOf(id).filter(({ order }) => order.status === "printing");
      const found = { status, copies: copies.sort(byFirst) };
      const expected = queue.map(({ item, copies }) => [item.id, copies]).sort(byFirst);
      const state = printer?.isWorking === true ? "active" : "maintenance";
      this.#checks.same("assigned", () => `printer ${id}`, found, { status: state, copies: expected });
    }
  }

  async addPrinter(name: string, key: string): Promise<number> {
    const json = { name, technologyId: 1, buildVolume: "220x220x250 mm" };
    const headers = { "Idempotency-Key": key };
    const request: ApiRequest = { operationId: "createPrinter", method: "POST", path: "/printers", json, headers };
    const { data } = await this.#site.ask(request);
    const again = await this.#site.ask(request);
    // The contract's printer.
    const [{ id }, repeated] = [data as ShownPrinter, again.data as ShownPrinter];
    this.#checks.hold("replayed", id === repeated.id, () => `printer ${id} is ${repeated.id} when sent again`);
    return id;
  }

  async setPrinter(printer: WeekPrinter, isWorking: boolean): Promise<void> {
    const json = isWorking
      ? { status: "active", maintenanceNote: null }
      : { status: "maintenance", maintenanceNote: "Сопло" };
    const { status } = await this.#site.ask({
      ...{ operationId: "updatePrinter", method: "PATCH", path: `/printers/${printer.id}`, json },
    });
    this.#checks.hold("movesTaken", status === 200, () => `a printer's status: ${status}`);
    printer.isWorking = isWorking;
  }

  /** Asks for another studio's order and material, and asks without a key. */
  async lookElsewhere(other: WeekStudio): Promise<void> {
    const [orderId] = other.ledger.orders.keys();
    const [materialId = 0] = other.ledger.materials.keys();
    const paths = [
      { operationId: "getOrder", path: `/orders/${orderId ?? Number.MAX_SAFE_INTEGER}` },
      { operationId: "getMaterial", path: `/materials/${materialId}` },
    ];
    for (const request of paths) {
      const { status } = await this.#site.ask(request);
      this.#checks.hold("unknownIds", status === 404, () => `${request.path} of another studio is ${status}`);
    }
    const { status } = await this.#site.ask({ ...MATERIALS, key: "" });
    this.#checks.hold("keyless", status === 401, () => `without a key: ${status}`);
  }

  /** Reads so much at once that the hour is used up, and a few requests more. */
  async export(now: number): Promise<void> {
    for (let left = this.#studio.hour.free(now) + BEYOND; left > 0; left -= AT_ONCE) {
      await this.#site.askAtOnce(Array.from({ length: Math.min(left, AT_ONCE) }, () => MATERIALS));
    }
  }

  /** No form of a person is under way. */
  #isClear(): boolean {
    return [...this.#studio.ledger.orders.values()].every(({ isUnclear }) => !isUnclear);
  }
}

function byFirst([a = 0]: number[], [b = 0]: number[]): number {
  return a - b;
}
