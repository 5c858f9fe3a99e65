// The API Worker and the slicer Worker in one Miniflare, with D1, R2, KV and Durable Objects on disk.
//
// The API listens on a socket of its own: `wrangler dev`, or Miniflare's Workers of entry and assets in between would cost more than
// the API itself, and benches measure it.

import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Response as OutsideAnswer } from "miniflare";
import {
  API_DOOR,
  API_ENTRY,
  bundleApi,
  bundleWorker,
  configuredWorker,
  printErrors,
  SLICER_ENTRY,
  SLICER_WORKER,
} from "../../scripts/local/worker-bundle.ts";
import { QUIET_WRANGLER, SLICER_CONFIG } from "../../scripts/wrangler.ts";
import { migrateIfEmpty } from "../empty-database.ts";
import { findWorkerd } from "./workerd-process.ts";

const OWN_SOCKET = { host: "127.0.0.1", port: 0 } as const;
const DISPATCHER_BINDING = "DISPATCHER";
const API_WORKER = "studio-integration-api";
const BASELINE_WORKER = "baseline";
const SLICE_RESULTS_WORKER = "slice-results";
export const OPERATOR_TOKEN = "an operator's token that only this system knows";
export const LINK_SECRET = "a secret for links that only this system knows";

/** An engine of a system that never slices: nothing listens on port 9, so slices stay queued. */
export const NO_ENGINE = { url: "http://127.0.0.1:9", engineName: "none/1" } as const;

export interface MiniflareSystem {
  /** The address of the API Worker. */
  readonly url: URL;
  /** The address of the `baselineEntry` Worker, if there is one. */
  readonly baselineUrl: URL | undefined;
  /** The inspector of the API Worker's isolate, if `inspect` is set. */
  readonly inspectorUrl: URL | undefined;
  readonly database: SystemDatabase;
  /** The R2 bucket of the model files. */
  readonly modelFiles: ModelFiles;
  /** Runs the scheduled handler as at that time, which later.worker.ts takes for its own. Throws if a job of it fails. */
  runSchedule(scheduledTime?: Date): Promise<void>;
  /** Ends the dispatcher's object in the middle of its work; `slicerEntry` must be abortable-slicer.worker.ts. */
  abortDispatcher(): Promise<void>;
  /** Sends the Workers' process SIGKILL at once, and clears up after it. Linux only; the only system of this process. */
  kill(): Promise<void>;
  /** Kills the Workers' process and removes their state, unless it lies in `stateFolder`. */
  stop(): Promise<void>;
}

type ModelFiles = Awaited<ReturnType<Miniflare["getR2Bucket"]>>;

export type SystemDatabase = DrizzleD1Database;

export interface MiniflareSystemSettings {
  /** The file that exports the API Worker: its own entry, or one that wraps it. */
  readonly apiEntry?: string;
  /** The file that exports the slicer Worker: its own entry, or one that wraps it. */
  readonly slicerEntry?: string;
  /** The API's port, so that a system that is started again has its address. By default any free one. */
  readonly port?: number;
  /** The file of another Worker in the same process, on a socket of its own, which a bench compares the API with. */
  readonly baselineEntry?: string;
  readonly engine: { readonly url: string; readonly engineName: string };
  /** Divides every timeout and retry delay of the slicer Worker. */
  readonly waitDivisor?: number;
  readonly inspect?: boolean;
  /** The folder of the state to continue from. Without it the system starts empty. */
  readonly stateFolder?: string;
  /** The module of a Worker in place of the KV of slice results: its default export has the methods of KV. */
  readonly sliceResultsScript?: string;
  /** Variables of the API Worker above those of its wrangler.toml. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The same of the slicer Worker. */
  readonly slicerVariables?: Readonly<Record<string, string>>;
  /** Whether every address outside is answered with 503 to the API Worker, and nothing is sent there. */
  readonly isOffline?: boolean;
  /** Whether the API's objects keep their memory while nothing asks them; workerd ends idle ones after ten seconds. */
  readonly keepsObjects?: boolean;
}

export async function startMiniflareSystem({
  apiEntry = API_ENTRY,
  slicerEntry = SLICER_ENTRY,
  port = 0,
  baselineEntry,
  engine,
  waitDivisor = 1,
  inspect = false,
  stateFolder,
  sliceResultsScript,
  variables = {},
  slicerVariables: ownSlicerVariables = {},
  isOffline = false,
  keepsObjects = false,
}: MiniflareSystemSettings): Promise<MiniflareSystem> {
  // wrangler takes its settings and the Workers' secrets from the environment.
  Object.assign(process.env, QUIET_WRANGLER, { WRANGLER_LOG: "error", OPERATOR_TOKEN, LINK_SECRET });
  const { bindings: apiVariables, ...api } = await configuredWorker("wrangler.toml");
  const { bindings: slicerVariables, ...slicer } = await configuredWorker(SLICER_CONFIG);
  const folder = await mkdtemp(join(tmpdir(), "miniflare-system-"));
  const withSliceResults = (worker: object) =>
    sliceResultsScript === undefined
      ? {}
      : {
          kvNamespaces: otherNamespacesOf(worker),
          serviceBindings: { ...servicesOf(worker), SLICE_RESULTS: SLICE_RESULTS_WORKER },
        };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.WARN),
      handleStructuredLogs: printErrors,
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: stateFolder ?? join(folder, "state"),
      ...(inspect ? { inspectorPort: 0, inspectorHost: "127.0.0.1" } : {}),
      workers: [
        {
          ...(keepsObjects ? withObjects(api, { unsafePreventEviction: true }) : api),
          ...withSliceResults(api),
          ...(isOffline ? { outboundService: () => new OutsideAnswer(null, { status: 503 }) } : {}),
          ...(await bundledOnce(bundleApi, apiEntry)),
          unsafeDirectSockets: [{ ...OWN_SOCKET, port, entrypoint: API_DOOR }],
          name: API_WORKER,
          bindings: { ...apiVariables, SLICE_ENGINE: engine.engineName, ...variables },
        },
        {
          ...slicer,
          ...withSliceResults(slicer),
          ...(await bundledOnce(bundleWorker, slicerEntry)),
          name: SLICER_WORKER,
          bindings: { ...slicerVariables, ENGINE_URL: engine.url, WAIT_DIVISOR: waitDivisor, ...ownSlicerVariables },
        },
        ...(baselineEntry === undefined
          ? []
          : [
              {
                ...storesOf(api),
                ...(await bundledOnce(bundleApi, baselineEntry)),
                // Behind the same door. Deployed, the platform looks at the path.
                unsafeDirectSockets: [{ ...OWN_SOCKET, entrypoint: API_DOOR }],
                name: BASELINE_WORKER,
                bindings: { ...apiVariables, SLICE_ENGINE: engine.engineName },
              },
            ]),
        ...(sliceResultsScript === undefined
          ? []
          : [
              {
                name: SLICE_RESULTS_WORKER,
                modules: true as const,
                script: sliceResultsScript,
                compatibilityDate: "2026-10-20",
              },
            ]),
      ],
    }),
  );
  const stop = async () => {
    await miniflare.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const binding = await miniflare.getD1Database("DB", API_WORKER);
    await migrateIfEmpty(binding);
    const database = drizzle(binding, { casing: "snake_case" });
    return {
      url: await miniflare.unsafeGetDirectURL(API_WORKER, API_DOOR),
      baselineUrl:
        baselineEntry === undefined ? undefined : await miniflare.unsafeGetDirectURL(BASELINE_WORKER, API_DOOR),
      inspectorUrl: inspect ? new URL(`./core:user:${API_WORKER}`, await miniflare.getInspectorURL()) : undefined,
      database,
      modelFiles: await miniflare.getR2Bucket("MODELS", API_WORKER),
      async runSchedule(scheduledTime = new Date()) {
        const { outcome } = await (await miniflare.getWorker(API_WORKER)).scheduled({ scheduledTime });
        if (outcome !== "ok") throw new Error(`the scheduled run ended with ${outcome}`);
      },
      async abortDispatcher() {
        const dispatchers = await miniflare.getDurableObjectNamespace(DISPATCHER_BINDING, SLICER_WORKER);
        // The object ends before it answers.
        await dispatchers
          .get(dispatchers.idFromName("dispatcher"))
          .fetch("http://dispatcher/")
          .catch(() => {});
      },
      async kill() {
        const workerd = findWorkerd();
        if (workerd === undefined) throw new Error("the Workers' process was not found");
        workerd.kill();
        // Begun before the process is seen to have ended: Miniflare would start another one.
        await stop();
        if (workerd.isAlive()) throw new Error("the Workers' process outlived SIGKILL");
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

let bundlesFolder: string | undefined;
const bundles = new Map<string, ReturnType<typeof bundleWorker>>();

/** Bundles a Worker for all systems of this process: one that starts many of them changes no source meanwhile. */
function bundledOnce(bundle: typeof bundleWorker, entry: string): ReturnType<typeof bundleWorker> {
  if (bundlesFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "worker-bundles-"));
    bundlesFolder = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  const bundled = bundles.get(entry) ?? bundle(entry, bundlesFolder);
  bundles.set(entry, bundled);
  return bundled;
}

/** The API's database, bucket, namespaces and objects, for a Worker beside it. */
function storesOf({ assets: _, ...api }: Readonly<Record<string, unknown>>): object {
  return withObjects(api, { scriptName: API_WORKER });
}

/** The Worker with further settings of Miniflare for each of its objects. */
function withObjects(worker: Readonly<Record<string, unknown>>, settings: object): object {
  const objects = Object.entries(Object(worker.durableObjects)).map(([name, object]) => [
    name,
    { ...Object(object), ...settings },
  ]);
  return { ...worker, durableObjects: Object.fromEntries(objects) };
}

/** A Worker's namespaces without that of slice results. */
function otherNamespacesOf(worker: object): Record<string, string> {
  const namespaces = "kvNamespaces" in worker ? Object.entries(Object(worker.kvNamespaces)) : [];
  const others = Object.fromEntries(namespaces.filter(([name]) => name !== "SLICE_RESULTS"));
  // wrangler has made the values for Miniflare.
  return others as Record<string, string>;
}

function servicesOf(worker: object): object {
  return "serviceBindings" in worker && typeof worker.serviceBindings === "object" ? { ...worker.serviceBindings } : {};
}
