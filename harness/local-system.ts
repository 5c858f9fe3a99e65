// The API Worker and the slicer Worker in Miniflare, with D1, R2, KV and Durable Objects on this machine's disk, for
// measuring. Each Worker that is measured listens on a socket of its own: neither `wrangler dev` nor Miniflare's entry
// Worker is in between, which would cost more than what is measured.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { migrate } from "drizzle-orm/d1/migrator";
import { build } from "esbuild";
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare } from "miniflare";
import { PROJECT_FOLDER } from "../scripts/local/project.ts";
import { QUIET_WRANGLER } from "../scripts/local/wrangler.ts";

const API_WORKER = "studio-integration-api";
const SLICER_WORKER = "studio-slicer";
const BARE_WORKER = "bare";
const SLICE_RESULTS_WORKER = "slice-results";
export const OPERATOR_TOKEN = "an operator's token that only benches know";
const LINK_SECRET = "a secret for links that only benches know";

export interface LocalSystem {
  /** Where the API Worker listens. */
  readonly url: URL;
  /** Where the bare Worker listens that others are compared with. */
  readonly bareUrl: URL;
  /** Where the inspector of the API Worker's isolate is reached, if `inspect` asked for one. */
  readonly inspectorUrl: URL | undefined;
  readonly database: LocalDatabase;
  /** Where model files lie. */
  readonly modelFiles: ModelFiles;
  /** Kills the Workers' process where it is, and removes what it kept, unless `stateFolder` says where that lies. */
  stop(): Promise<void>;
}

type ModelFiles = Awaited<ReturnType<Miniflare["getR2Bucket"]>>;

export type LocalDatabase = DrizzleD1Database;

export interface LocalSystemSettings {
  /** What exports the API Worker: its own entry, or one that wraps it. */
  readonly apiEntry?: string;
  readonly engine: { readonly url: string; readonly identity: string };
  /** Divides every timeout and retry delay of the slicer Worker. */
  readonly waitDivisor?: number;
  readonly inspect?: boolean;
  /** Where the state lies that a system goes on from; without it one begins with nothing. */
  readonly stateFolder?: string;
  /** A Worker's module that stands in for the KV of slice results: its default export has the methods of KV. */
  readonly sliceResultsScript?: string;
}

export async function startLocalSystem({
  apiEntry = "src/index.ts",
  engine,
  waitDivisor = 1,
  inspect = false,
  stateFolder,
  sliceResultsScript,
}: LocalSystemSettings): Promise<LocalSystem> {
  // wrangler takes its settings and the Workers' secrets from the environment.
  Object.assign(process.env, QUIET_WRANGLER, { WRANGLER_LOG: "error", OPERATOR_TOKEN, LINK_SECRET });
  const { bindings: apiVariables, ...api } = await configuredWorker("wrangler.toml");
  const { bindings: slicerVariables, ...slicer } = await configuredWorker("slicer-service/wrangler.toml");
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const slicesIn = (worker: object) =>
    sliceResultsScript === undefined
      ? {}
      : { kvNamespaces: {}, serviceBindings: { ...servicesOf(worker), SLICE_RESULTS: SLICE_RESULTS_WORKER } };
  const ownSocket = { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.WARN),
      // What a Worker warns of, such as an engine that is not there, is no news to a bench.
      handleStructuredLogs: ({ level, message }) => {
        if (level === "error") console.error(message);
      },
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: stateFolder ?? join(folder, "state"),
      ...(inspect ? { inspectorPort: 0, inspectorHost: "127.0.0.1" } : {}),
      workers: [
        {
          ...api,
          ...slicesIn(api),
          ...(await bundledWorker(apiEntry, folder)),
          ...ownSocket,
          name: API_WORKER,
          bindings: { ...apiVariables, SLICE_ENGINE: engine.identity },
        },
        {
          ...slicer,
          ...slicesIn(slicer),
          ...(await bundledWorker("slicer-service/src/index.ts", folder)),
          name: SLICER_WORKER,
          bindings: { ...slicerVariables, ENGINE_URL: engine.url, WAIT_DIVISOR: waitDivisor },
        },
        {
          ...(await bundledWorker("bench/bare.worker.ts", folder)),
          ...ownSocket,
          name: BARE_WORKER,
          compatibilityDate: "2026-10-20",
        },
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
    const database = drizzle(await miniflare.getD1Database("DB", API_WORKER), { casing: "snake_case" });
    await migrate(database, { migrationsFolder: join(PROJECT_FOLDER, "migrations") });
    return {
      url: await miniflare.unsafeGetDirectURL(API_WORKER),
      bareUrl: await miniflare.unsafeGetDirectURL(BARE_WORKER),
      inspectorUrl: inspect ? new URL(`./core:user:${API_WORKER}`, await miniflare.getInspectorURL()) : undefined,
      database,
      modelFiles: await miniflare.getR2Bucket("MODELS", API_WORKER),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A Worker's bindings as its wrangler.toml says, but for where its code lies. */
async function configuredWorker(configFile: string) {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(PROJECT_FOLDER, configFile));
  const { modulesRules: _, rootPath: __, bindings, ...options } = workerOptions;
  // `[vars]` of wrangler.toml, and secrets: plain JSON.
  return { ...options, bindings: bindings as Record<string, Json> };
}

function servicesOf(worker: object): object {
  return "serviceBindings" in worker && typeof worker.serviceBindings === "object" ? { ...worker.serviceBindings } : {};
}

/** Bundles a Worker as a deployment would, in one module. */
async function bundledWorker(entry: string, folder: string) {
  const outfile = join(folder, `${basename(entry, ".ts")}-${crypto.randomUUID()}.js`);
  await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "warning",
  });
  return { modules: true as const, modulesRoot: folder, scriptPath: outfile };
}
