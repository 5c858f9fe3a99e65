// The site's own small API, between its page and the studio's: keeps the key, limits visitors.
//
// Plain Request and Response, so that Node and a Worker run the same.

import {
  type Money,
  NotFoundError,
  type Progress,
  RateLimitError,
  StudioApiError,
  type StudioClient,
  ValidationError,
} from "@studio-integration/client";
import { publicCatalog } from "./public-catalog.ts";
import { ModelSigner } from "./signed-model.ts";
import {
  type FieldFaults,
  type Fields,
  readChoice,
  readCustomer,
  readDeliveryMethod,
  readFields,
  readMaterial,
  readOrderKey,
  WrongInput,
} from "./visitor-input.ts";

/** The studio's API would take 50 MB. */
const MAX_MODEL_MEGABYTES = 30;
const MAX_MODEL_BYTES = MAX_MODEL_MEGABYTES * 1024 * 1024;
/** Limit of a request without a model. */
const MAX_FIELDS_BYTES = 20_000;
const FIELDS_TOO_LONG: FieldFaults = { body: [`must be at most ${MAX_FIELDS_BYTES / 1000} kB`] };

export interface SiteSettings {
  readonly client: StudioClient;
  /** Counts a visitor's request for an upload, a price or an order; false above the limit. */
  readonly allows: (visitor: string) => Promise<boolean>;
  /** Known to the site's servers only. */
  readonly secret: string;
}

/**
 * @param runToEnd gets an order's work, which must go on if its visitor hangs up. A Worker stops otherwise; Node does not
 */
export type Site = (request: Request, visitor: string, runToEnd?: RunToEnd) => Promise<Response>;

type RunToEnd = (work: Promise<void>) => void;

/** Writes one line of a streamed answer. */
type Say = (line: object) => void;

export function createSite({ client, allows, secret }: SiteSettings): Site {
  const catalog = publicCatalog(client);
  const signer = new ModelSigner(secret);

  async function modelOf({ model }: Fields): Promise<string> {
    const modelId = await signer.open(model);
    if (modelId === undefined) throw new WrongInput({ model: ["must be uploaded again"] });
    return modelId;
  }

  const routes: Readonly<Record<string, (request: Request, runToEnd?: RunToEnd) => Promise<Response>>> = {
    "GET /api/catalog": async () => Response.json(await catalog()),

    "POST /api/models": async (request) => {
      requireLength(request, MAX_MODEL_BYTES, { model: [`must be at most ${MAX_MODEL_MEGABYTES} MB`] });
      // A body that is no form has no file.
      const file = await request.formData().then(
        (form) => form.get("model"),
        () => null,
      );
      if (!(file instanceof File)) throw new WrongInput({ model: ["choose a file"] });
      const { modelId } = await client.models.create(file, { signal: request.signal });
      return Response.json({ model: await signer.sign(modelId) });
    },

    "POST /api/prices": async (request) => {
      requireLength(request, MAX_FIELDS_BYTES, FIELDS_TOO_LONG);
      const fields = await readFields(request);
      const { printingQualityId, ...choice } = readChoice(fields, await catalog());
      const modelId = await modelOf(fields);
      return inLines(async (say, signal) => {
        const options = { signal, onProgress: progressLines(say) };
        const wanted = { printingQualityIds: [printingQualityId], ...choice };
        const [priced] = await client.models.prices(modelId, wanted, options);
        if (priced === undefined || priced.status === "failed") {
          throw new WrongInput({ model: [priced?.errorMessage ?? "cannot be printed"] });
        }
        return {
          fits: priced.fitsBuildVolume,
          warnings: priced.warnings.map(({ message }) => message),
          size: priced.modelMetrics?.dimensions,
          prices: priced.prices.map(({ materialId, totalPrice }) => ({ materialId, total: shown(totalPrice) })),
        };
      });
    },

    "POST /api/orders": async (request, runToEnd) => {
      requireLength(request, MAX_FIELDS_BYTES, FIELDS_TOO_LONG);
      const fields = await readFields(request);
      const offered = await catalog();
      const item = {
        modelId: await modelOf(fields),
        materialId: readMaterial(fields, offered),
        ...readChoice(fields, offered),
      };
      const order = {
        items: [item],
        ...readCustomer(fields),
        deliveryMethodId: readDeliveryMethod(fields, offered),
        source: "site",
      };
      const idempotencyKey = readOrderKey(fields);
      // The order is placed even if the visitor hangs up.
      return inLines(async (say) => {
        const onProgress = progressLines(say);
        const quote = await client.quotes.create(item, { onProgress });
        if (shown(quote.totalPrice) !== fields.total) {
          throw new WrongInput({
            total: [`the price has changed to ${shown(quote.totalPrice)}: please look at it again`],
          });
        }
        const { number, totalPrice } = await client.orders.create(order, { idempotencyKey, onProgress });
        return { order: { number, total: shown(totalPrice) } };
      }, runToEnd);
    },
  };

  return async (request, visitor, runToEnd) => {
    const { pathname } = new URL(request.url);
    const route = routes[`${request.method} ${pathname}`];
    if (route === undefined) return Response.json({ message: "There is nothing here." }, { status: 404 });
    // Browsers name a request's site: another site's page may not send requests in a visitor's name.
    const from = request.headers.get("Sec-Fetch-Site");
    if (from !== null && from !== "same-origin") {
      return Response.json({ message: "Please use the site's own page." }, { status: 403 });
    }
    if (request.method === "POST" && !(await allows(visitor))) {
      return Response.json({ message: "That was a lot at once. Please wait a minute." }, { status: 429 });
    }
    try {
      return await route(request, runToEnd);
    } catch (error) {
      const { status, ...line } = faultOf(error);
      return Response.json(line, { status });
    }
  };
}

/** @throws WrongInput with `fault`, also without a stated length: every browser states it */
function requireLength(request: Request, maxBytes: number, fault: FieldFaults): void {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (!(length <= maxBytes)) throw new WrongInput(fault);
}

/**
 * Answers in lines of JSON: progress while the work runs, then its result or its fault. One request of the page follows
 * all of it, and ends it by hanging up.
 */
function inLines(work: (say: Say, signal: AbortSignal) => Promise<object>, runToEnd?: RunToEnd): Response {
  const encoder = new TextEncoder();
  const hangUp = new AbortController();
  const lines = new ReadableStream<Uint8Array>({
    start(stream) {
      const say = (line: object) => {
        if (!hangUp.signal.aborted) stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      const finish = (line: object) => {
        say(line);
        if (!hangUp.signal.aborted) stream.close();
      };
      const finished = work(say, hangUp.signal).then(finish, (error) => {
        const { status: _, ...line } = faultOf(error);
        finish(line);
      });
      runToEnd?.(finished);
    },
    cancel: () => hangUp.abort(),
  });
  return new Response(lines, { headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" } });
}

function progressLines(say: Say): (progress: Progress) => void {
  return ({ stage, percent }) => {
    if (stage === "slicing") say({ progress: percent });
  };
}

/** The visitor's answer on an error: the faults that they can mend, or a plain apology without details. */
function faultOf(error: unknown): { status: number; errors?: FieldFaults; message?: string } {
  if (error instanceof WrongInput) return { status: 400, errors: error.errors };
  if (error instanceof ValidationError || (error instanceof NotFoundError && error.errors !== null)) {
    return { status: 400, errors: onPage(error.errors ?? {}) };
  }
  const requestId = error instanceof StudioApiError ? error.requestId : null;
  // For the site's operator. The client's messages never hold the key.
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof RateLimitError) {
    return { status: 503, message: "Very many people are asking right now. Please come back in some minutes." };
  }
  const reference = requestId === null ? "" : ` If you write to us about it, name ${requestId}.`;
  return { status: 502, message: `That did not work, and it is not your fault. Please try again.${reference}` };
}

/** Renames the API's fields to the page's: `items.0.materialId` belongs to its only item. */
function onPage(errors: FieldFaults): FieldFaults {
  const renamed = Object.entries(errors).map(([name, sentences]) => {
    const own = name.replace(/^items\.0\./, "");
    return [/^(model|modelId|models\[\])$/.test(own) ? "model" : own, sentences] as const;
  });
  return Object.fromEntries(renamed);
}

function shown({ amount, currency }: Money): string {
  return `${amount} ${currency.symbol}`;
}
