// The rooms of the mutants: each room's sources, and the tests that hold them, the narrow ones first.

import { globSync } from "node:fs";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import type { TestsOfMutants } from "./mutant-run.ts";

export interface Room {
  /** Patterns from the project's folder. */
  readonly sources: readonly string[];
  /** In this order; a mutant that the first ones killed is not tried with the later ones. */
  readonly tests: readonly TestsOfMutants[];
}

const api = (...tests: string[]): TestsOfMutants => ({
  project: "api",
  tests: tests.map((name) => `test/api/${name}.test.ts`),
});
const node = (...tests: string[]): TestsOfMutants => ({
  project: "node",
  tests: tests.map((name) => `test/node/${name}.test.ts`),
});
const slicerWorker = (...tests: string[]): TestsOfMutants => ({
  project: "slicer-worker",
  tests: tests.map((name) => `test/slicer-worker/${name}.test.ts`),
});

/** Only for these sources. The few mutants that live after their own tests meet those of the whole room, which take hours. */
const narrow = (folder: string, sources: readonly string[], tests: TestsOfMutants): TestsOfMutants => ({
  ...tests,
  sources: sources.map((name) => `${folder}/${name}.ts`),
});

export const ROOMS = {
  pricing: {
    sources: ["src/pricing/*.ts"],
    tests: [
      node(
        "pricing/delivery-price",
        "pricing/own-price",
        "pricing/price",
        "pricing/print-start",
        "pricing/price-properties",
        "orders/top-up",
      ),
      api("price-rules", "machine-hour"),
    ],
  },
  gate: {
    sources: ["src/gate/*.ts"],
    tests: [
      node("gate/api-key", "gate/recent-refusals"),
      api(
        "gate-memory",
        "guessed-keys",
        "gate-telling",
        "visitor-day",
        "gate",
        "refusals",
        "https-only",
        "gate-permissions",
        "key-log",
        "storefront/limits",
        "operator/door",
        "panel/keys-limits",
        "panel/keys",
        "panel/attempts",
        "health",
        "gate-platform",
      ),
    ],
  },
  idempotency: {
    sources: ["src/idempotency/*.ts"],
    tests: [api("idempotency-claims", "orders-idempotency", "sandbox-apart", "printers", "retention")],
  },
  orders: {
    sources: ["src/orders/**/*.ts"],
    tests: [
      node(
        "orders/bought-items",
        "orders/delivery",
        "orders/order-change-forms",
        "orders/requests/order-form",
        "orders/requests/counter-order",
        "orders/requests/order-answer",
        "orders/top-up",
        "orders/unpaid-orders",
        "orders/order-search",
        "client/contract-files",
      ),
      narrow(
        "src/orders",
        ["search/order-search", "search/found-at-once.store", "order-list.store", "board.store", "unpaid-orders"],
        api(
          "panel/jump",
          "panel/board-filters",
          "panel/orders-list",
          "panel/list-pages",
          "panel/kept-views",
          "panel/orders-export",
          "panel/requests",
        ),
      ),
      narrow(
        "src/orders",
        ["change-order", "chosen-orders", "order-history.store", "order-change.request", "delivery"],
        api(
          "order-change",
          "panel/order-changes",
          "panel/order-history",
          "panel/orders-at-once",
          "panel/chosen-orders",
          "panel/chosen-printing",
          "panel/print-copies",
          "panel/orders",
          "panel/two-windows",
          "panel/due-days",
          "storefront/orders",
        ),
      ),
      narrow(
        "src/orders",
        ["order-details.store", "order.schema", "delivery.schema", "order.request"],
        api(
          "orders-written",
          "every-fault",
          "orders",
          "panel/order-history",
          "panel/orders",
          "panel/payments",
          "storefront/order-rows",
          "panel/print-copies",
          "panel/requests",
        ),
      ),
      narrow(
        "src/orders",
        [
          "order.store",
          "place-order",
          "orders.routes",
          "customer-order.store",
          "placed-orders.store",
          "lines/bought-items",
          "top-up",
        ],
        api(
          "orders-written",
          "orders",
          "orders-customer",
          "storefront/order-rows",
          "orders-idempotency",
          "storefront/order-refusals",
          "models-once",
          "storefront/product-orders",
          "storefront/printed-product-orders",
          "storefront/accepted-prices",
          "panel/named-prices",
          "storefront/order-again",
          "panel/orders-export",
          "panel/new-order",
          "storefront/orders",
          "storefront/storefront-of-order",
          "storefront/minimum-per-order",
        ),
      ),
      narrow(
        "src/orders",
        ["counter/counter-order.request", "counter/counter.store"],
        api(
          "panel/new-order",
          "panel/new-order-offer",
          "panel/new-order-prices",
          "panel/customers",
          "panel/delivery-price",
        ),
      ),
      api(
        "orders",
        "orders-written",
        "every-fault",
        "orders-idempotency",
        "orders-numbers",
        "orders-customer",
        "models-once",
        "order-change",
        "print-start",
        "panel/order-history",
        "panel/order-changes",
        "panel/orders-at-once",
        "panel/list-pages",
        "panel/orders-list",
        "panel/orders",
        "panel/board-filters",
        "panel/chosen-orders",
        "panel/chosen-printing",
        "panel/print-copies",
        "panel/jump",
        "panel/kept-views",
        "panel/new-order-offer",
        "panel/new-order",
        "panel/new-order-prices",
        "panel/customers",
        "panel/delivery-price",
        "panel/due-days",
        "panel/payments",
        "panel/requests",
        "panel/named-prices",
        "panel/orders-export",
        "panel/test-orders",
        "storefront/order-rows",
        "storefront/order-refusals",
        "storefront/orders",
        "storefront/product-orders",
        "storefront/printed-product-orders",
        "storefront/order-again",
        "storefront/storefront-of-order",
        "storefront/minimum-per-order",
        "storefront/shelf",
        "storefront/accepted-prices",
        "panel/two-windows",
        "panel/printing",
      ),
    ],
  },
  tenant: {
    sources: ["src/tenant/*.ts"],
    tests: [
      api(
        "tenant",
        "replicas",
        "storefront/edge-copy",
        "panel/news",
        "messages/outbox",
        "messages/studio-outbox",
        "storefront/door",
        "tenancy",
        "logs",
        "gate-platform",
      ),
    ],
  },
  items: {
    sources: ["src/items/**/*.ts"],
    tests: [
      node("client/contract-files"),
      narrow(
        "src/items",
        ["products/price-products", "products/chosen-products", "on-offer"],
        api(
          "items/products",
          "storefront/product-orders",
          "storefront/printed-product-orders",
          "storefront/hostile-products",
          "panel/products",
          "storefront/order-rows",
          "panel/shelf",
          "storefront/ready-choices",
        ),
      ),
      narrow(
        "src/items",
        ["on-offer"],
        api("panel/new-order-offer", "storefront/page", "storefront/orders", "storefront/edge-copy"),
      ),
      narrow(
        "src/items",
        ["slice-profile"],
        api("items/slice-profile", "panel/machine-profiles", "panel/refused-profiles", "technologies", "slice-key"),
      ),
      narrow(
        "src/items",
        ["fits-printers", "price-item", "quote-items", "resolve-items", "item.schema"],
        api(
          "items/fits-printers",
          "items/item-answer",
          "items/price-item",
          "items/resolve-items",
          "quotes",
          "refusals",
          "warnings",
          "model-prices",
          "storefront/quotes",
          "panel/new-order-offer",
          "every-fault",
        ),
      ),
      api(
        "items/fits-printers",
        "items/item-answer",
        "items/price-item",
        "items/products",
        "items/resolve-items",
        "items/slice-profile",
        "quotes",
        "technologies",
        "slice-key",
        "refusals",
        "price-rules",
        "machine-hour",
        "warnings",
        "model-prices",
        "print-start",
        "orders",
        "panel/new-order-offer",
        "panel/new-order",
        "panel/products",
        "storefront/quotes",
        "storefront/prices",
        "storefront/product-orders",
        "storefront/printed-product-orders",
        "storefront/hostile-products",
        "storefront/ready-choices",
      ),
    ],
  },
  dispatcher: {
    sources: [
      "slicer-service/src/dispatcher.*.ts",
      "slicer-service/src/engine-pool.ts",
      "slicer-service/src/engine-states.store.ts",
    ],
    tests: [
      slicerWorker(
        "turns",
        "places",
        "engine-pool",
        "dispatcher-object",
        "dispatcher",
        "slow-lane",
        "read-rows",
        "written-rows",
        "slice-object",
        "health",
      ),
    ],
  },
  settings: {
    sources: ["slicer-service/engine/{curaengine,prusaslicer}/*.settings.ts"],
    tests: [
      node(
        "engine/settings-features",
        "engine/settings-arrive",
        "engine/settings-complete",
        "engine/prusaslicer",
        "engine/thin-walls",
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Room>>;

export type RoomName = keyof typeof ROOMS;

export function isRoom(name: string): name is RoomName {
  return name in ROOMS;
}

/** Paths from the project's folder, sorted. */
export function sourcesOf(room: Room): readonly string[] {
  return globSync([...room.sources], { cwd: PROJECT_FOLDER }).sort();
}
