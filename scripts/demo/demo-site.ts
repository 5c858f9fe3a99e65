// A studio's own site, as far as the demo needs one: it asks the API with its key, waits for slicing jobs the way the API
// tells it to, and reads of the answers only what it shows.

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { UserError } from "../user-error.ts";

const moneySchema = z.object({ amount: z.string(), currency: z.object({ code: z.string(), symbol: z.string() }) });
export type Money = z.infer<typeof moneySchema>;

const technologySchema = z.object({ slug: z.string() });

export const meSchema = z.object({
  studioTitle: z.string(),
  plan: z.string(),
  rateLimit: z.object({ limit: z.number(), remaining: z.number() }),
});

export const materialsSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    color: z.string().nullable(),
    technology: technologySchema,
    costPerKg: moneySchema,
    status: z.enum(["active", "inactive"]),
  }),
);

export const qualitiesSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    technology: technologySchema,
    layerHeight: z.string(),
    isDefault: z.boolean(),
    isActive: z.boolean(),
  }),
);

export const finishingsSchema = z.array(
  z.object({ id: z.number(), name: z.string(), technology: technologySchema.nullable() }),
);

const breakdownSchema = z.object({
  materialCost: moneySchema,
  timeCost: moneySchema,
  postProcessingCost: moneySchema,
  markupAmount: moneySchema,
  setupCost: moneySchema,
  minimumPriceAdjustment: moneySchema,
  markupPercentage: z.string(),
});
export type Breakdown = z.infer<typeof breakdownSchema>;

export const quoteSchema = z.object({
  totalPrice: moneySchema,
  quantity: z.number(),
  printingTime: z.number(),
  weight: z.string(),
  modelMetrics: z.object({
    volumeCm3: z.number(),
    dimensions: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  }),
  fitsBuildVolume: z.boolean().nullable(),
  breakdown: breakdownSchema,
});
export type Quote = z.infer<typeof quoteSchema>;

export const orderSchema = z.object({
  id: z.number(),
  status: z.string(),
  totalPrice: moneySchema,
  customer: z.object({ firstName: z.string(), lastName: z.string(), phoneNumber: z.string() }),
  items: z.array(
    z.object({
      originalFileName: z.string().nullable(),
      quantity: z.number(),
      price: moneySchema,
      costBreakdown: breakdownSchema.nullable(),
    }),
  ),
});
export type Order = z.infer<typeof orderSchema>;

const acceptedSchema = z.object({ jobId: z.string(), status: z.string(), statusUrl: z.url() });

const jobSchema = z.object({
  status: z.enum(["pending", "processing", "done", "failed"]),
  progress: z.number(),
  errorMessage: z.string().nullable(),
});

const envelopeSchema = z.object({
  data: z.unknown(),
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  errorCode: z.string().nullable(),
});

export interface SiteScreen {
  line(text: string): void;
  /** How far slicing is, 0 to 100; at 100 it is done. */
  progress(percent: number): void;
}

interface Answer {
  readonly request: string;
  readonly status: number;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
  readonly replayed: boolean;
}

export class StudioSite {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #screen: SiteScreen;

  constructor(baseUrl: string, apiKey: string, screen: SiteScreen) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#screen = screen;
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return read(schema, await this.#ask("GET", `${this.#baseUrl}${path}`));
  }

  /**
   * Sends a form and, where the models in it are still to be sliced, waits for that and sends it again.
   *
   * @param makeForm called for each sending: a form is read as it is sent
   */
  async post<Schema extends z.ZodType>(
    path: string,
    makeForm: () => FormData,
    schema: Schema,
    headers: Record<string, string> = {},
  ): Promise<{ data: z.infer<Schema>; replayed: boolean }> {
    const send = () => this.#ask("POST", `${this.#baseUrl}${path}`, { headers, body: makeForm() });
    let answer = await send();
    this.#screen.line(`POST ${path} → ${answer.status}`);
    if (answer.status === 202) {
      const accepted = read(acceptedSchema, answer);
      this.#screen.line(`  job ${accepted.jobId} is ${accepted.status}; asking at its statusUrl as Retry-After says`);
      await this.#untilDone(accepted.statusUrl, answer.retryAfterSeconds);
      answer = await send();
      this.#screen.line(`POST ${path}, the same again → ${answer.status}`);
      if (answer.status === 202) throw new UserError("The job is done, but the same request is not answered.");
    }
    return { data: read(schema, answer), replayed: answer.replayed };
  }

  async #untilDone(statusUrl: string, firstWaitSeconds: number): Promise<void> {
    let waitSeconds = firstWaitSeconds;
    for (;;) {
      await delay(waitSeconds * 1000);
      const answer = await this.#ask("GET", statusUrl);
      const job = read(jobSchema, answer);
      if (job.status === "failed") throw new UserError(`Slicing failed: ${job.errorMessage}`);
      this.#screen.progress(job.status === "done" ? 100 : Math.min(job.progress, 99));
      if (job.status === "done") return;
      waitSeconds = answer.retryAfterSeconds;
    }
  }

  async #ask(method: "GET" | "POST", url: string, init: RequestInit = {}): Promise<Answer> {
    const request = `${method} ${new URL(url).pathname}`;
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${this.#apiKey}`);
    const response = await fetch(url, { ...init, method, headers }).catch((error: Error) => {
      throw new UserError(`${request} was not answered: ${error.cause ?? error.message}`);
    });
    const body = envelopeSchema.safeParse(await response.json().catch(() => undefined));
    if (!response.ok || !body.success) {
      const faults = Object.entries(body.data?.errors ?? {}).map(
        ([field, messages]) => `${field} ${messages.join(", ")}`,
      );
      const reason = [body.data?.errorCode, ...faults].filter((part) => part != null).join("; ");
      throw new UserError(`${request} → ${response.status} ${reason}`);
    }
    return {
      request,
      status: response.status,
      data: body.data.data,
      retryAfterSeconds: Number(response.headers.get("Retry-After") ?? 1),
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  }
}

function read<Schema extends z.ZodType>(schema: Schema, { request, data }: Answer): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const fault = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new UserError(`${request} answered something else than expected: ${fault}`);
}
