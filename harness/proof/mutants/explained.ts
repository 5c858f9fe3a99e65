// Mutants that no test can tell from the code, each with its reason.

import type { RoomName } from "./rooms.ts";

export interface ExplainedMutant {
  readonly file: string;
  /** The code and its replacement, with single spaces; one that ends with "…" gives the beginning only. */
  readonly original: string;
  readonly replacement: string;
  /** One sentence: the reason that its results are the same. */
  readonly reason: string;
  /** Needed only if a file has the same change twice: its line's code, or a part of it. */
  readonly within?: string;
}

export const EXPLAINED: Readonly<Partial<Record<RoomName, readonly ExplainedMutant[]>>> = {
  gate: [
    {
      file: "src/gate/api-key.ts",
      original: "token !== undefined",
      replacement: "true",
      reason: "The pattern refuses `undefined` too: as a text it is no key.",
    },
    {
      file: "src/gate/api-key.ts",
      original: "PREFIX.length + RANDOM_CHARACTERS",
      replacement: "PREFIX.length - RANDOM_CHARACTERS",
      reason: "More digits before the eight are multiples of 62⁸, and the address is the rest of a division by that.",
      within: "const masked",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: 'context.req.header("Authorization")?.trim()',
      replacement: 'context.req.header("Authorization")',
      reason: "A header's value never begins or ends with a space: the platform removes them.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "knownHolders.size >= MAX_KNOWN_HOLDERS && longestKnown !== undefined",
      replacement: "false",
      reason:
        "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "knownHolders.size >= MAX_KNOWN_HOLDERS",
      replacement: "knownHolders.size > MAX_KNOWN_HOLDERS",
      reason:
        "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "longestKnown !== undefined",
      replacement: "true",
      reason:
        "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "longestKnown !== undefined",
      replacement: "longestKnown === undefined",
      reason:
        "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "knownHolders.delete(longestKnown);",
      replacement: ";",
      reason:
        "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "knownHolders.has(keyHash)",
      replacement: "false",
      reason: "A key's holder never changes: it is written again as it is.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: '{ headers: { "X-Request-Id": context.var.requestId } }',
      replacement: "{}",
      reason: "The request's id is set again on each answer before it leaves.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: '{ "X-Request-Id": context.var.requestId }',
      replacement: "{}",
      reason: "The request's id is set again on each answer before it leaves.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: 'handled.status === "rejected"',
      replacement: "false",
      reason: "Hono answers an error of the handler itself: the handler's promise is never rejected.",
    },
    {
      file: "src/gate/gate.middleware.ts",
      original: "refused.forget(restrictedName(holder, openTo));",
      replacement: ";",
      reason: "A key's permission never changes: an operation that refused it never admits it.",
    },
    {
      file: "src/gate/recently-refused.ts",
      original: "longestKnown !== undefined",
      replacement: "true",
      reason: "A full memory has a longest known name.",
    },
    {
      file: "src/gate/sliding-hour.ts",
      original: "this.#next > this.#oldest",
      replacement: "true",
      reason: "Without an admission the latest one's time is 0, which is before any clock.",
    },
    {
      file: "src/gate/sliding-hour.ts",
      original: "this.#next > this.#oldest",
      replacement: "this.#next >= this.#oldest",
      reason: "Without an admission the latest one's time is 0, which is before any clock.",
    },
    {
      file: "src/gate/studio-gate.object.ts",
      original: "access === undefined",
      replacement: "false",
      reason: "Without access there is no key either, which the other half asks.",
    },
    {
      file: "src/gate/studio-gate.object.ts",
      original: "this.#reading !== undefined",
      replacement: "false",
      reason:
        "A reading in progress began less than a minute ago, which the other half asks; after a failed report it costs one reading more.",
      within: "isRecent(this.#repairedAt",
    },
    {
      file: "src/gate/studio-gate.object.ts",
      original: "this.ctx.waitUntil(reading.catch(() => {}));",
      replacement: ";",
      reason: "The platform keeps an object for as long as its work goes on: the call has no effect there.",
    },
    {
      file: "src/gate/studio-gate.object.ts",
      original: "number < this.#latestStored",
      replacement: "number <= this.#latestStored",
      reason: "Each reading has a number of its own.",
    },
    {
      file: "src/gate/visitor-day.object.ts",
      original: 'from === "studio"',
      replacement: "false",
      reason: "A text has neither a subnet nor a site: both are null, as for the studio.",
      within: "? {} : from",
    },
    {
      file: "src/gate/visitor-day.object.ts",
      original: "latest !== null",
      replacement: "true",
      reason: "Null is later than no time, so the second half is false.",
    },
  ],
  idempotency: [
    {
      file: "src/idempotency/claims.store.ts",
      original: "held === undefined",
      replacement: "false",
      reason: "A key that was not inserted has a row: the database answers both in one batch.",
    },
    {
      file: "src/idempotency/claims.store.ts",
      original: 'throw new Error("a key that could not be claimed has no holder");',
      replacement: ";",
      reason: "A key that was not inserted has a row: the database answers both in one batch.",
    },
    {
      file: "src/idempotency/idempotency.schema.ts",
      original: "(table) => [ primaryKey(…",
      replacement: "() => undefined",
      reason:
        "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
    },
    {
      file: "src/idempotency/idempotency.schema.ts",
      original: "[ primaryKey(…",
      replacement: "[]",
      reason:
        "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
    },
    {
      file: "src/idempotency/idempotency.schema.ts",
      original: "{ columns: [table.studioId, table.key] }",
      replacement: "{}",
      reason:
        "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
    },
    {
      file: "src/idempotency/idempotency.schema.ts",
      original: "[table.studioId, table.key]",
      replacement: "[]",
      reason:
        "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
    },
    {
      file: "src/idempotency/perform-once.ts",
      original: "addKeyFaults(context, faults);",
      replacement: ";",
      reason:
        "Both operations refuse such a key before, with the request's other faults; this holds for an operation that forgets it.",
    },
    {
      file: "src/idempotency/perform-once.ts",
      original: "faults.throwIfAny();",
      replacement: ";",
      reason:
        "Both operations refuse such a key before, with the request's other faults; this holds for an operation that forgets it.",
    },
    {
      file: "src/idempotency/perform-once.ts",
      original: 'context.req.header("Idempotency-Key")?.trim()',
      replacement: 'context.req.header("Idempotency-Key")',
      reason: "A header's value never begins or ends with a space: the platform removes them.",
    },
    {
      file: "src/idempotency/perform-once.ts",
      original: "default: return claimed satisfies never;",
      replacement: "default:",
      reason: "The compiler proves that no outcome is left.",
    },
  ],
  orders: [
    {
      file: "src/orders/chosen-orders.ts",
      original: "order === undefined",
      replacement: "false",
      reason: "One batch reads the items and their orders, so that each item has its order.",
      within: "order === undefined ? [] : [{ item",
    },
    {
      file: "src/orders/chosen-orders.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "One batch reads the items and their orders, so that each item has its order.",
      within: "order === undefined ? [] : [{ item",
    },
    {
      file: "src/orders/counter/counter-order.request.ts",
      original: "reason === undefined",
      replacement: "false",
      reason: "The form refuses a price without its reason: the compiler asks for the line.",
      within: "newPrice === undefined || reason === undefined",
    },
    {
      file: "src/orders/counter/counter-order.request.ts",
      original: "/^(\\d+):((?:\\d+(?:,\\d+)*)?):(\\d*):((?:\\d+\\/\\d+(?:,\\d+\\/\\d+)*)?)$/",
      replacement: "/^(\\d):((?:\\d+(?:,\\d+)*)?):(\\d*):((?:\\d+\\/\\d+(?:,\\d+\\/\\d+)*)?)$/",
      reason: "No currency has an id of two digits, and a text without a currency's id is not read.",
    },
    {
      file: "src/orders/counter/counter-order.request.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "The first element is the whole text, which is not read.",
      within: ".exec(text) ?? []",
    },
    {
      file: "src/orders/search/order-search.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "The first element is the whole text, which is not read.",
      within: ".exec(typed) ?? []",
    },
    {
      file: "src/orders/search/order-search.ts",
      original: "digits === undefined",
      replacement: "false",
      reason: "Without digits the typed number is none, and no order has it: the condition spares the reading.",
    },
    {
      file: "src/orders/search/order-search.ts",
      original: "/\\s+/",
      replacement: "/\\s/",
      reason: "Empty words between two spaces are left out.",
    },
    {
      file: "src/orders/search/order-search.ts",
      original: "/[-–'’ʼ\"]+/",
      replacement: "/[-–'’ʼ\"]/",
      reason: "Empty words between two signs are left out.",
    },
    {
      file: "src/orders/change-order.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "Copies without an item belong to no item of the order, and such copies are left out.",
      within: "putBack = []",
    },
    {
      file: "src/orders/change-order.ts",
      original: "leaving.length > 0",
      replacement: "true",
      reason: "With no copies on printers, the statement takes none off: the condition spares it.",
      within: "db.delete(queuedPrints",
    },
    {
      file: "src/orders/change-order.ts",
      original: "leaving.length > 0",
      replacement: "leaving.length >= 0",
      reason: "With no copies on printers, the statement takes none off: the condition spares it.",
      within: "db.delete(queuedPrints",
    },
    {
      file: "src/orders/change-order.ts",
      original: "item === undefined",
      replacement: "false",
      reason: "One batch reads an order's items and their prints, so that each print has its item.",
    },
    {
      file: "src/orders/change-order.ts",
      original: "printerRows.find(({ id }) => id === print.printerId)?.name",
      replacement: "printerRows.find(({ id }) => id === print.printerId).name",
      reason:
        "Copies are on printers of the studio, which the same batch reads: the compiler asks for the question mark.",
    },
    {
      file: "src/orders/change-order.ts",
      original: "version === seen.version",
      replacement: "true",
      reason: "The history is read by its index from the seen version on, so that version's row comes first.",
    },
    {
      file: "src/orders/change-order.ts",
      original: "changes?.parcel",
      replacement: "changes.parcel",
      reason: "A change without values is one of payments only, which is asked before.",
    },
    {
      file: "src/orders/order-history.store.ts",
      original: "status === undefined",
      replacement: "false",
      reason: "A change that moves no order has no event: the compiler asks for the question.",
      within: "moveMessages(",
    },
    {
      file: "src/orders/order-details.store.ts",
      original: "rows.printers.find(({ id }) => id === print.printerId)?.name",
      replacement: "rows.printers.find(({ id }) => id === print.printerId).name",
      reason:
        "Copies are on printers of the studio, which the same batch reads: the compiler asks for the question mark.",
    },
    {
      file: "src/orders/order-details.store.ts",
      original: "item.costBreakdown === null",
      replacement: "true",
      reason: "An item with a cost breakdown shows the finishings that this names, and no others.",
    },
    {
      file: "src/orders/order-details.store.ts",
      original: "order === undefined || customer === undefined",
      replacement: "order === undefined && customer === undefined",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
    },
    {
      file: "src/orders/order-details.store.ts",
      original: "order === undefined",
      replacement: "false",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
      within: "|| customer === undefined",
    },
    {
      file: "src/orders/order-details.store.ts",
      original: "customer === undefined",
      replacement: "false",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
    },
    {
      file: "src/orders/order.store.ts",
      original: "order === undefined || customer === undefined",
      replacement: "order === undefined && customer === undefined",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
    },
    {
      file: "src/orders/order.store.ts",
      original: "order === undefined",
      replacement: "false",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
      within: "|| customer === undefined",
    },
    {
      file: "src/orders/order.store.ts",
      original: "customer === undefined",
      replacement: "false",
      reason: "An order has a customer, who is read by it: both rows are there, or neither.",
    },
    {
      file: "src/orders/order.store.ts",
      original: "rows === undefined",
      replacement: "false",
      reason: "The batch that writes an order reads it back: the compiler asks for the line.",
      within: "an order that was written cannot be read",
    },
    {
      file: "src/orders/order.store.ts",
      original: 'throw new Error("an order that was written cannot be read");',
      replacement: ";",
      reason: "The batch that writes an order reads it back: the compiler asks for the line.",
    },
    {
      file: "src/orders/order.store.ts",
      original: "{ const latest = …",
      replacement: "{}",
      reason: "A trigger numbers an order without a number in the same way, for older Workers.",
    },
    {
      file: "src/orders/place-order.ts",
      original: "first === undefined",
      replacement: "false",
      reason: "An order has an item or a product: the compiler asks for the line.",
    },
    {
      file: "src/orders/place-order.ts",
      original: "product?.price",
      replacement: "product.price",
      reason: "As many products were agreed to, which is asked before.",
    },
    {
      file: "src/orders/order-list.store.ts",
      original: "rows[PAGE_ORDERS - 1]?.id",
      replacement: "rows[PAGE_ORDERS - 1].id",
      reason: "More rows than a page were read: the compiler asks for the question mark.",
    },
    {
      file: "src/orders/board.store.ts",
      original: "counts?.[status]",
      replacement: "counts[status]",
      reason: "The counts are one row, always: the compiler asks for the question mark.",
    },
    {
      file: "src/orders/board.store.ts",
      original: "items.some(({ isCommented }) => isCommented === 1)",
      replacement: "items.every(({ isCommented }) => isCommented === 1)",
      reason: "Each item tells it of its whole order, so all of an order are the same.",
    },
  ],
  items: [
    {
      file: "src/items/fits-printers.ts",
      original: "(x * y * z) / 1e6",
      replacement: "x * y * z * 1e6",
      reason: "The volumes are only sorted by it: a factor changes no order.",
    },
    {
      file: "src/items/on-offer.ts",
      original: "{ materials: undefined,…",
      replacement: "{}",
      reason: "A table without a condition is read whole, whether the condition is undefined or absent.",
    },
    {
      file: "src/items/on-offer.ts",
      original: "default: return audience satisfies never;",
      replacement: "default:",
      reason: "The compiler proves that no audience is left.",
    },
    {
      file: "src/items/price-item.ts",
      original: "least === null || copies === null",
      replacement: "least === null && copies === null",
      reason: "All plates lie on one bed: the copies of a print are known for each of them, or for none.",
    },
    {
      file: "src/items/price-item.ts",
      original: "least === null",
      replacement: "false",
      reason: "All plates lie on one bed: the copies of a print are known for each of them, or for none.",
    },
    {
      file: "src/items/price-item.ts",
      original: "copies === null",
      replacement: "false",
      reason: "All plates lie on one bed: the copies of a print are known for each of them, or for none.",
    },
    {
      file: "src/items/products/chosen-products.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "After a fault the whole is refused, and the elements are not read.",
      within: "return [];",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "A text is no row of a colour: it has no product.",
      within: "colors: []",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "resolved === undefined",
      replacement: "false",
      reason: "A choice that is not refused is resolved: the compiler asks for the line.",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "needed.length === 0",
      replacement: "false",
      reason: "Without prints nothing is read and nothing sliced: the condition spares the trips.",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "needed[index]?.line",
      replacement: "needed[index].line",
      reason: "Each slice is one of a needed print: the compiler asks for the question mark.",
      within: "needed[index]?.line === line",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "needed[index]?.line",
      replacement: "needed[index].line",
      reason: "Each slice is one of a needed print: the compiler asks for the question mark.",
      within: "pathOf",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "priced === undefined",
      replacement: "false",
      reason: "Each print has its price: the compiler asks for the line.",
      within: "copies: item.choice.quantity",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "Each print has its price: the compiler asks for the line.",
      within: "copies: item.choice.quantity",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "priced === undefined",
      replacement: "false",
      reason: "Each print has its price: the compiler asks for the line.",
      within: "if (priced",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "Each print has its price: the compiler asks for the line.",
      within: "if (priced",
    },
    {
      file: "src/items/products/price-products.ts",
      original: "only !== undefined",
      replacement: "true",
      reason: "A list of one element has a first one: the compiler asks for the condition.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "item === undefined || model === undefined",
      replacement: "false",
      reason: "Each item that is not refused is resolved with its model: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "item === undefined || model === undefined",
      replacement: "item === undefined && model === undefined",
      reason: "Each item that is not refused is resolved with its model: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "item === undefined",
      replacement: "false",
      reason: "Each item that is not refused is resolved with its model: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "model === undefined",
      replacement: "false",
      reason: "Each item that is not refused is resolved with its model: the compiler asks for the line.",
      within: "item === undefined",
    },
    {
      file: "src/items/quote-items.ts",
      original: "throw new Error(`item …",
      replacement: ";",
      reason: "Each item that is not refused is resolved with its model: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: 'ended.outcome === "failed"',
      replacement: "false",
      reason: "An item that cannot be sliced is refused before: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: 'throw new Error("an item that cannot be sliced was not refused");',
      replacement: ";",
      reason: "An item that cannot be sliced is refused before: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "model === undefined",
      replacement: "false",
      reason: "Each print has a stored model: the compiler asks for the line.",
      within: "was not stored",
    },
    {
      file: "src/items/quote-items.ts",
      original: "throw new Error(`the model of item …",
      replacement: ";",
      reason: "Each print has a stored model: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: "material === undefined",
      replacement: "false",
      reason: "A priced item without a material is refused before: the compiler asks for the line.",
    },
    {
      file: "src/items/quote-items.ts",
      original: 'throw new Error("an item without its material was not refused");',
      replacement: ";",
      reason: "A priced item without a material is refused before: the compiler asks for the line.",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "A text is no id: it finds no row.",
      within: "materialId ?? []",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "A text is no id: it finds no row.",
      within: "printingQualityId ?? []",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "A text is no id: it finds no row.",
      within: "finishingIds ?? []",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "quality === undefined || profile === undefined",
      replacement: "quality === undefined && profile === undefined",
      reason: "There is a profile exactly if there is a quality: the compiler asks for both.",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "quality === undefined",
      replacement: "false",
      reason: "There is a profile exactly if there is a quality: the compiler asks for both.",
      within: "quality === undefined || profile",
    },
    {
      file: "src/items/resolve-items.ts",
      original: "profile === undefined",
      replacement: "false",
      reason: "There is a profile exactly if there is a quality: the compiler asks for both.",
    },
    {
      file: "src/items/slice-profile.ts",
      original: 'case "sla": return { technology: slug,…',
      replacement: 'case "sla":',
      reason: "The next case returns the same: the compiler asks for one of their own parameters each.",
    },
    {
      file: "src/items/slice-profile.ts",
      original: "default: return slug satisfies never;",
      replacement: "default:",
      reason: "The compiler proves that no technology is left.",
    },
  ],
  pricing: [
    {
      file: "src/pricing/price.ts",
      original: "amounts[index]?.[place]",
      replacement: "amounts[index][place]",
      reason: "Each adjustment has its shares: the compiler asks for the question mark, and no index is beyond them.",
    },
    {
      file: "src/pricing/price.ts",
      original: "tier.fromQuantity > reached.fromQuantity",
      replacement: "tier.fromQuantity >= reached.fromQuantity",
      reason: "Two tiers of a studio never begin at one quantity: its form refuses them.",
    },
  ],
  dispatcher: [
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "engineIndex === undefined",
      replacement: "false",
      reason: "The free engines are not none there: the compiler asks for the line.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "lease?.at",
      replacement: "lease.at",
      reason: "A minimum without a group always has a row: the compiler asks for the question mark.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "lines[own]?.held",
      replacement: "lines[own].held",
      reason: "The studio of a slice that waits has a line: the compiler asks for the question mark.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "index < own",
      replacement: "index <= own",
      reason: "The slice's own studio is left out one line before.",
    },
    {
      file: "slicer-service/src/dispatcher.object.ts",
      original: "this.#engines[engineIndex]?.askCapacity",
      replacement: "this.#engines[engineIndex].askCapacity",
      reason: "Only engines of the pool are asked: the compiler asks for the question mark.",
    },
  ],
};
