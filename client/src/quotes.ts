// Quotes: prices of prints of a model.

import { type Connection, SLICING_SECONDS } from "./connection.ts";
import { type ModelChoice, namedBlob } from "./model-file.ts";
import type { StudioCall } from "./studio-call.ts";
import type { Quote } from "./types.ts";
import { sendUntilSliced, type WaitOptions } from "./waiting.ts";

/** Material, quality and quantity of a print. */
export interface PrintChoice {
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds?: readonly number[] | undefined;
  /** 1 to 999 copies; 1 by default. */
  readonly quantity?: number | undefined;
}

export interface QuoteChoice extends PrintChoice {
  /** A slug of `me().priorities`; none by default. */
  readonly priority?: string | undefined;
}

export type QuoteInput = ModelChoice & QuoteChoice;

export class Quotes {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Prices a print of a model; waits for slicing. Orders nothing.
   *
   * @throws ValidationError naming every wrong field, and a file that cannot be sliced; NotFoundError for an id that the
   *   studio does not have; PayloadTooLargeError
   */
  create(input: QuoteInput, options: WaitOptions = {}): StudioCall<Quote> {
    const { materialId, printingQualityId, finishingIds, quantity, priority } = input;
    const file = input.file === undefined ? undefined : namedBlob(input.file);
    return this.#connection.call(options, SLICING_SECONDS, (call) =>
      sendUntilSliced(this.#connection, call, "POST /quotes", options, (accepted) => {
        const body = new FormData();
        const modelId = input.modelId ?? accepted?.modelId;
        if (modelId != null) body.set("modelId", modelId);
        else if (file !== undefined) body.set("model", file.blob, file.name);
        body.set("materialId", String(materialId));
        body.set("printingQualityId", String(printingQualityId));
        if (finishingIds !== undefined) body.set("finishingIds", JSON.stringify(finishingIds));
        if (quantity !== undefined) body.set("quantity", String(quantity));
        if (priority !== undefined) body.set("priority", priority);
        return { body };
      }),
    );
  }
}
