// Models that are sent once, and their prices in every material and quality.

import { type CallOptions, type Connection, SLICING_SECONDS } from "./connection.ts";
import { type ModelFile, namedBlob } from "./model-file.ts";
import type { StudioCall } from "./studio-call.ts";
import type { Model, ModelPrices } from "./types.ts";
import { sendUntilSliced, type WaitOptions } from "./waiting.ts";

export interface PriceChoice {
  /** 1 to 10. */
  readonly printingQualityIds: readonly number[];
  /** All active ones of each quality's technology by default. */
  readonly materialIds?: readonly number[] | undefined;
  readonly finishingIds?: readonly number[] | undefined;
  /** One number of copies, or up to 5 to compare; 1 by default. */
  readonly quantity?: number | readonly number[] | undefined;
  /** A slug of `me().priorities`; none by default. */
  readonly priority?: string | undefined;
}

export class Models {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Sends a model once: quotes, slicing jobs and orders then take its `modelId`. The same content again gives the same id.
   *
   * @throws ValidationError if it is no model; PayloadTooLargeError
   */
  create(file: ModelFile, options: CallOptions = {}): StudioCall<Model> {
    const { name, blob } = namedBlob(file);
    return this.#connection.call(options, SLICING_SECONDS, (call) => {
      const body = new FormData();
      body.set("model", blob, name);
      return this.#connection.send(call, "POST /models", { body });
    });
  }

  /**
   * Prices of a model for every material and quality asked for, in one answer; waits for slicing. A quality in which it cannot be
   * sliced has the status `failed` and a reason.
   *
   * @throws NotFoundError if the studio keeps no such model
   */
  prices(modelId: string, choice: PriceChoice, options: WaitOptions = {}): StudioCall<readonly ModelPrices[]> {
    const { printingQualityIds, materialIds, finishingIds, quantity, priority } = choice;
    const query = {
      printingQualityIds: printingQualityIds.join(","),
      materialIds: materialIds?.join(","),
      finishingIds: finishingIds?.join(","),
      quantity: quantity === undefined ? undefined : String(quantity),
      priority,
    };
    return this.#connection.call(options, SLICING_SECONDS, (call) =>
      sendUntilSliced(this.#connection, call, "GET /models/{modelId}/prices", options, () => ({
        path: { modelId },
        query,
      })),
    );
  }
}
