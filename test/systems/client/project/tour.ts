// Tour of the API by its client, on every platform: nothing here but the language and the client.

import {
  AuthenticationError,
  type ModelFile,
  NotFoundError,
  type Progress,
  StudioClient,
  type StudioClientOptions,
  ValidationError,
} from "@studio-integration/client";

export interface TourSettings {
  readonly baseUrl: string;
  /** The key of a studio with filament, and with printers to spare. */
  readonly apiKey: string;
  /** Edge of the cube that is quoted. A new one has to be sliced first. */
  readonly sizeMm: number;
  readonly exposeKeyInBrowser?: boolean;
}

/** The tour's result. All of it can be written as JSON. */
export interface TourReport {
  readonly studioSlug: string;
  readonly technologies: readonly string[];
  readonly quote: { readonly total: string; readonly copies: number; readonly xMm: number | undefined };
  /** The stages that were told, each once, and the last percent. */
  readonly stages: readonly string[];
  readonly lastPercent: number | undefined;
  readonly order: {
    readonly id: number;
    readonly status: string;
    readonly total: string;
    readonly files: readonly (string | null)[];
  };
  /** The id that the same order with the same key got. */
  readonly repeatedOrderId: number;
  readonly readOrderId: number;
  readonly job: { readonly status: string; readonly engine: string | null };
  /** A printer's states: after its creation, its change, its removal. */
  readonly printer: readonly string[];
  readonly refusals: Readonly<Record<string, string>>;
  /** Results of the model sent once; null if the service does not take it. */
  readonly models: {
    readonly isSameAgain: boolean;
    readonly priceOfTwo: string | undefined;
    readonly quoteByModel: string;
    readonly material: boolean;
    readonly deliveryMethods: boolean;
  } | null;
  readonly remaining: number | undefined;
}

export async function tour(settings: TourSettings): Promise<TourReport> {
  const { baseUrl, apiKey, sizeMm, exposeKeyInBrowser } = settings;
  const options: StudioClientOptions = { apiKey, baseUrl, exposeKeyInBrowser };
  const studio = new StudioClient(options);
  const me = await studio.me();
  const technologies = await studio.technologies.list();
  const material = (await studio.materials.list()).find(
    ({ technology, status }) => technology.slug === "fdm" && status === "active",
  );
  const quality = (await studio.printingQualities.list()).find(
    ({ technology, isActive }) => technology.slug === "fdm" && isActive,
  );
  if (material === undefined || quality === undefined) throw new Error("the studio has no filament");
  const choice = { materialId: material.id, printingQualityId: quality.id };

  // No answer is held for slicing, so that an unsliced model is answered with a job first.
  const impatient = new StudioClient({
    ...options,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...Object(init?.headers), Prefer: "wait=0" } }),
  });
  const told: Progress[] = [];
  const file = { name: "cube.stl", data: cube(sizeMm) };
  const quote = await impatient.quotes.create(
    { file, ...choice, quantity: 2 },
    { onProgress: (progress) => told.push(progress) },
  );

  const order = {
    items: [
      { file, ...choice, quantity: 2 },
      { file: new File([cube(sizeMm + 1)], "кришка.stl"), ...choice },
    ],
    customerFirstName: "Леся",
    customerLastName: "Українка",
    customerPhoneNumber: "+380501234567",
    customerEmail: "lesia@example.com",
    source: "tour",
  };
  const idempotencyKey = `tour-${crypto.randomUUID()}`;
  const placed = await impatient.orders.create(order, { idempotencyKey });
  const repeated = await studio.orders.create(order, { idempotencyKey });

  const { jobId } = await studio.slicingJobs.create({ file, printingQualityId: quality.id });
  const job = await studio.slicingJobs.wait(jobId);

  const printer = await studio.printers.create({ name: "Tour", technologyId: 1, buildVolume: "220x220x250 mm" });
  const changed = await studio.printers.update(printer.id, { status: "maintenance", buildVolume: null });
  await studio.printers.delete(printer.id);
  const isListed = (await studio.printers.list()).some(({ id }) => id === printer.id);

  const ukrainian = new StudioClient({ ...options, language: "uk" });
  const stranger = new StudioClient({ ...options, apiKey: `pk_live_${"0".repeat(64)}` });
  const notes = new Blob(["not a model"]);
  return {
    studioSlug: me.slug,
    technologies: technologies.map(({ slug }) => slug),
    quote: { total: quote.totalPrice.amount, copies: quote.quantity, xMm: quote.modelMetrics?.dimensions.x },
    stages: [...new Set(told.map(({ stage }) => stage))],
    lastPercent: told.findLast(({ stage }) => stage === "slicing")?.percent,
    order: {
      id: placed.id,
      status: placed.status,
      total: placed.totalPrice.amount,
      files: placed.items.map(({ originalFileName }) => originalFileName),
    },
    repeatedOrderId: repeated.id,
    readOrderId: (await studio.orders.get(placed.id)).id,
    job: { status: job.status, engine: job.engine },
    printer: [printer.status, changed.status, String(changed.buildVolume), isListed ? "listed" : "gone"],
    refusals: {
      printer: nameOf(await caught(studio.printers.get(printer.id))),
      key: nameOf(await caught(stranger.me())),
      model: fieldsOf(await caught(ukrainian.quotes.create({ file: { name: "notes.txt", data: notes }, ...choice }))),
    },
    models: await modelsTour(studio, file, choice),
    remaining: studio.rateLimit?.remaining,
  };
}

async function modelsTour(
  studio: StudioClient,
  file: ModelFile,
  choice: { readonly materialId: number; readonly printingQualityId: number },
): Promise<TourReport["models"]> {
  const { modelId } = await studio.models.create(file);
  const again = await studio.models.create(file);
  const [inQuality] = await studio.models.prices(modelId, {
    printingQualityIds: [choice.printingQualityId],
    quantity: [1, 2],
  });
  const ofTwo = inQuality?.prices.find(
    ({ materialId, quantity }) => materialId === choice.materialId && quantity === 2,
  );
  const quote = await studio.quotes.create({ modelId, ...choice, quantity: 2 });
  const material = await studio.materials.get(choice.materialId);
  const { deliveryMethods } = await studio.delivery.settings();
  return {
    isSameAgain: again.modelId === modelId,
    priceOfTwo: ofTwo?.totalPrice.amount,
    quoteByModel: quote.totalPrice.amount,
    material: material.id === choice.materialId,
    deliveryMethods: Array.isArray(deliveryMethods),
  };
}

async function caught(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "nothing was refused",
    (error: unknown) => error,
  );
}

function nameOf(error: unknown): string {
  if (error instanceof NotFoundError || error instanceof AuthenticationError) return error.name;
  return String(error);
}

function fieldsOf(error: unknown): string {
  return error instanceof ValidationError ? Object.keys(error.errors).join() : String(error);
}

/** A cube as binary STL: a header, the number of triangles, and for each its normal, corners and two bytes. */
function cube(edgeMm: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + 12 * 50);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, 12, true);
  // Each face by four corners; a corner is three bits, one for each axis.
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
    [a, b, c],
    [a, c, d],
  ]);
  for (const [index, corners] of triangles.entries()) {
    for (const [place, corner] of corners.entries()) {
      for (const axis of [0, 1, 2]) {
        view.setFloat32(84 + index * 50 + 12 + place * 12 + axis * 4, (corner >> axis) & 1 ? edgeMm : 0, true);
      }
    }
  }
  return bytes;
}
