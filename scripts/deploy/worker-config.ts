// Wrangler's configuration of a deployed Worker, made from the wrangler.toml that runs locally.
//
// Wrangler's own environments inherit neither bindings nor variables nor containers: the tomls would hold everything three
// times. So each is read, names and ids are replaced, and the result is written beside it, where its relative paths hold.

import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { z } from "zod";
import type { DataPlace, LOCATIONS } from "../../slicer-service/src/contract/place.ts";
import { deployedEngineNames } from "../../slicer-service/src/engine-image.ts";
import { deployedName, ENVIRONMENTS, type Environment, type EnvironmentSettings } from "./environment.settings.ts";

/** The variable with the engines that a deployed version asks for, or runs: `npm run rollback` compares it. */
export const ENGINES_VARIABLE = "ENGINE_NAMES";

/** The fields that differ between environments. Everything else passes through. */
export const configSchema = z.looseObject({
  name: z.string(),
  vars: z.looseObject({ SLICE_ENGINE: z.string() }),
  secrets: z.looseObject({ required: z.array(z.string()) }).optional(),
  d1_databases: z.array(z.looseObject({ binding: z.string(), database_name: z.string() })).optional(),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() })).optional(),
  kv_namespaces: z.array(z.looseObject({ binding: z.string(), id: z.string() })).optional(),
  services: z.array(z.looseObject({ binding: z.string(), service: z.string() })).optional(),
  durable_objects: z
    .looseObject({ bindings: z.array(z.looseObject({ name: z.string(), script_name: z.string().optional() })) })
    .optional(),
  ratelimits: z.array(z.looseObject({ name: z.string(), namespace_id: z.string() })).optional(),
  containers: z.array(z.looseObject({ name: z.string(), constraints: z.looseObject({}).optional() })).optional(),
});
export type WorkerConfig = z.infer<typeof configSchema>;

/** The platform's ids, by the names of the resources in their environment. */
export type ResourceIds = ReadonlyMap<string, string>;

/** @param config its path from the project's folder */
export function readWorkerConfig(folder: string, config: string): WorkerConfig {
  return configSchema.parse(experimental_readRawConfig({ config: join(folder, config) }).rawConfig);
}

/** The path of the file that `writeDeployedConfig` writes, from the project's folder. */
export function deployedConfigPath(config: string, environment: Environment): string {
  return join(dirname(config), `wrangler.${environment}.json`);
}

/**
 * @param isPublic whether it answers on the environment's domain; other Workers are reached through bindings only
 * @throws Error if an id is missing
 */
export function deployedConfig(
  local: WorkerConfig,
  environment: Environment,
  settings: EnvironmentSettings,
  ids: ResourceIds,
  isPublic: boolean,
): WorkerConfig {
  const inEnvironment = (localName: string) => deployedName(localName, environment);
  const idOf = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`${name} has no id`);
    return id;
  };
  const jurisdiction = "jurisdiction" in settings.place ? { jurisdiction: settings.place.jurisdiction } : {};
  return {
    ...local,
    name: inEnvironment(local.name),
    account_id: settings.account,
    workers_dev: false,
    preview_urls: false,
    ...(isPublic ? { routes: [{ pattern: settings.domain, custom_domain: true }] } : {}),
    vars: {
      ...local.vars,
      PLACE: settings.place,
      [ENGINES_VARIABLE]: deployedEngineNames(local.vars),
      ...(isPublic ? { HTTPS_ONLY: true, ...mailVariables(settings) } : {}),
    },
    ...(isPublic ? mailService(settings) : {}),
    d1_databases: local.d1_databases?.map((database) => {
      const name = inEnvironment(database.database_name);
      return { ...database, database_name: name, database_id: idOf(name) };
    }),
    r2_buckets: local.r2_buckets?.map((bucket) => ({
      ...bucket,
      bucket_name: inEnvironment(bucket.bucket_name),
      ...jurisdiction,
    })),
    kv_namespaces: local.kv_namespaces?.map((namespace) => ({ ...namespace, id: idOf(inEnvironment(namespace.id)) })),
    services: local.services?.map((service) => ({ ...service, service: inEnvironment(service.service) })),
    durable_objects: local.durable_objects && {
      ...local.durable_objects,
      bindings: local.durable_objects.bindings.map((binding) =>
        binding.script_name === undefined ? binding : { ...binding, script_name: inEnvironment(binding.script_name) },
      ),
    },
    // Counters are the account's, by this number: two environments with the same one would count together.
    ratelimits: local.ratelimits?.map((limit) => ({
      ...limit,
      namespace_id: `${limit.namespace_id}${ENVIRONMENTS.indexOf(environment) + 1}`,
    })),
    containers: local.containers?.map((container) => ({
      ...container,
      name: inEnvironment(container.name),
      constraints: { ...container.constraints, ...containerConstraints(settings.place) },
    })),
  };
}

/** The binding of Cloudflare Email Service, and the consumer of its events. */
function mailService({ mail }: EnvironmentSettings) {
  if (mail === undefined || mail.api !== undefined) return {};
  return {
    send_email: [{ name: "EMAIL", allowed_sender_addresses: [mail.from] }],
    ...(mail.events === undefined ? {} : { queues: { consumers: [{ queue: mail.events }] } }),
  };
}

/** Links in messages lead to the environment's own domain. */
function mailVariables({ domain, mail }: EnvironmentSettings) {
  if (mail === undefined) return {};
  return {
    PUBLIC_ORIGIN: `https://${domain}`,
    MAIL_FROM: mail.from,
    ...(mail.api === undefined ? {} : { MAIL_API_URL: mail.api }),
  };
}

/**
 * The parts of the world in which containers of a location may run: that one and its neighbour, since one part alone may have
 * no room, and Cloudflare takes oc with another part only.
 */
const CONTAINER_REGIONS: Record<(typeof LOCATIONS)[number], readonly string[]> = {
  wnam: ["WNAM", "ENAM"],
  enam: ["ENAM", "WNAM"],
  weur: ["WEUR", "EEUR"],
  eeur: ["EEUR", "WEUR"],
  apac: ["APAC", "OC"],
  oc: ["OC", "APAC"],
};

/** Without it a container runs near its first caller, wherever its object is. */
function containerConstraints(place: DataPlace) {
  return "jurisdiction" in place
    ? { jurisdiction: place.jurisdiction }
    : { regions: CONTAINER_REGIONS[place.location] };
}

/** Undefined fields are left out. */
export async function writeDeployedConfig(path: string, config: WorkerConfig): Promise<void> {
  await writeFile(path, `${JSON.stringify(config, null, 2)}\n`);
}
