// Orders: placed once, however often the network fails, and read one at a time.

import { type CallOptions, type Connection, type KeyedCallOptions, SLICING_SECONDS } from "./connection.ts";
import { type ModelChoice, type NamedBlob, namedBlob } from "./model-file.ts";
import { FOLLOWING_SECONDS, followOrder, type OrderProgress, requireProgress } from "./order-progress.ts";
import type { PrintChoice } from "./quotes.ts";
import type { StudioCall } from "./studio-call.ts";
import type { Operations, Order } from "./types.ts";
import { sendUntilSliced, type WaitOptions } from "./waiting.ts";

export type OrderItemInput = ModelChoice & PrintChoice;

type OrderForm = Operations["POST /orders"]["form"];

/** An order's fields, named as in the contract and in `ValidationError.errors`. */
export interface OrderInput extends Omit<OrderForm, "items" | "models[]" | "item_0" | "deliveryMethodId"> {
  /** 1 to 20. */
  readonly items: readonly OrderItemInput[];
  /** From `delivery.settings()`. */
  readonly deliveryMethodId?: number | undefined;
}

export interface OrderOptions extends WaitOptions, KeyedCallOptions {}

export class Orders {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Places an order; waits for slicing. It is placed once, however often it has to be sent. If sending fails for good, a call with the
   * error's `idempotencyKey` finds the order or places it.
   *
   * @throws ValidationError naming every wrong field, and each file that cannot be sliced; NotFoundError for an id that the studio
   *   does not have; IdempotencyKeyReusedError if the key was used for another order; PayloadTooLargeError
   */
  create(input: OrderInput, options: OrderOptions = {}): StudioCall<Order> {
    const files = input.items.map(({ file }) => (file === undefined ? undefined : namedBlob(file)));
    const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
    return this.#connection.call(keyed, SLICING_SECONDS, (call) =>
      sendUntilSliced(this.#connection, call, "POST /orders", options, (accepted) => ({
        body: orderForm(input, files, accepted?.modelIds ?? []),
      })),
    );
  }

  /** @throws NotFoundError if the studio has no such order */
  get(id: number, options?: CallOptions): StudioCall<Order> {
    return this.#connection.ask("GET /orders/{id}", { path: { id } }, options);
  }

  /**
   * Waits until an order has a status, or a later one: `shipped` is also reached by a completed order. Pauses grow from 5 seconds to 5
   * minutes, and are longer while the rest of the studio's hour is small. `timeoutSeconds` is a day by default.
   *
   * @throws OrderCancelledError, which has the order; NotFoundError; TimeoutError
   */
  waitFor(id: number, status: OrderProgress, options: CallOptions = {}): StudioCall<Order> {
    requireProgress(status);
    return this.#connection.call(options, FOLLOWING_SECONDS, (call) => followOrder(this.#connection, call, id, status));
  }
}

/** @param modelIds of all items, in order, once the service has their files: to the key, an order by ids is the same order */
function orderForm(
  { items, ...fields }: OrderInput,
  files: readonly (NamedBlob | undefined)[],
  modelIds: readonly string[],
): FormData {
  const form = new FormData();
  const isKnown = modelIds.length === items.length;
  const chosen = items.map(({ file: _, ...choice }, index) =>
    isKnown ? { ...choice, modelId: modelIds[index] } : choice,
  );
  form.set("items", JSON.stringify(chosen));
  for (const [name, value] of Object.entries(fields)) if (value != null) form.set(name, String(value));
  if (!isKnown) for (const file of files) if (file !== undefined) form.append("models[]", file.blob, file.name);
  return form;
}
