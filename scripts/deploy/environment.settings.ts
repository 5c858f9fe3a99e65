// Deployed environments: the place of each, and its secrets known to this machine.
//
// environments/<environment>.json is committed: account, domain and place, chosen once and the same for every operator.
// environments/<environment>.secrets.json is not: Git ignores it, and only its owner may read it.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type DataPlace, JURISDICTIONS, LOCATIONS } from "../../slicer-service/src/contract/place.ts";
import { writePrivateJson } from "../private-file.ts";
import { UserError } from "../user-error.ts";

export const ENVIRONMENTS = ["staging", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const placeSchema: z.ZodType<DataPlace> = z.union([
  z.strictObject({ location: z.enum(LOCATIONS) }),
  z.strictObject({ jurisdiction: z.enum(JURISDICTIONS) }),
]);

const settingsSchema = z.strictObject({
  /** The id of the Cloudflare account. */
  account: z.string().min(1),
  /** The host name that the API answers on. */
  domain: z.hostname(),
  place: placeSchema,
  /** The sender of e-mail. Absent: none is sent. */
  mail: z
    .strictObject({
      /** An address at a domain that the provider has verified. */
      from: z.email(),
      /** A provider reached by HTTP; the secret MAIL_API_KEY is its key. Absent: Cloudflare Email Service. */
      api: z.url({ protocol: /^https$/ }).optional(),
      /** The queue that Email Service tells of bounces and complaints. Absent: they are not shown. */
      events: z
        .string()
        .regex(/^[a-z0-9-]{1,63}$/)
        .optional(),
    })
    .optional(),
});
export type EnvironmentSettings = z.infer<typeof settingsSchema>;

/** As wrangler.toml asks for. */
const MIN_SECRET_CHARACTERS = 32;

const secretSchema = z.string().min(MIN_SECRET_CHARACTERS, `must have at least ${MIN_SECRET_CHARACTERS} characters`);
const secretsSchema = z.record(z.string(), secretSchema);

/** @throws UserError if there is no such environment */
export function readEnvironment(typed: string | undefined): Environment {
  const environment = ENVIRONMENTS.find((known) => known === typed);
  if (environment !== undefined) return environment;
  const choice = ENVIRONMENTS.map((known) => `--env ${known}`).join(" or ");
  throw new UserError(typed === undefined ? `Say where: ${choice}.` : `There is no environment "${typed}": ${choice}.`);
}

/**
 * @returns undefined if the environment was never deployed
 * @throws UserError if the file is there but wrong
 */
export async function readSettings(folder: string, environment: Environment): Promise<EnvironmentSettings | undefined> {
  return readAs(settingsSchema, folder, settingsFile(environment));
}

/** @throws UserError if the environment was never deployed, or its file is wrong */
export async function requireSettings(folder: string, environment: Environment): Promise<EnvironmentSettings> {
  const settings = await readSettings(folder, environment);
  if (settings !== undefined) return settings;
  throw new UserError(`There is no ${settingsFile(environment)}: run \`npm run deploy -- --env ${environment}\`.`);
}

export async function writeSettings(
  folder: string,
  environment: Environment,
  settings: EnvironmentSettings,
): Promise<void> {
  const file = join(folder, settingsFile(environment));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}

/**
 * The secrets that this machine knows: empty if another one made them.
 *
 * @throws UserError if the file exists but is wrong: treated as empty, it would be overwritten, and its secrets lost
 */
export async function readSecrets(folder: string, environment: Environment): Promise<Record<string, string>> {
  return (await readAs(secretsSchema, folder, secretsFile(environment))) ?? {};
}

export async function writeSecrets(
  folder: string,
  environment: Environment,
  secrets: Record<string, string>,
): Promise<void> {
  await writePrivateJson(join(folder, secretsFile(environment)), secrets);
}

/** A resource or Worker of an environment: its local name, and the environment's. */
export function deployedName(localName: string, environment: Environment): string {
  return `${localName}-${environment}`;
}

/** The path from the project's folder. */
function settingsFile(environment: Environment): string {
  return join("environments", `${environment}.json`);
}

/** The path from the project's folder. */
export function secretsFile(environment: Environment): string {
  return join("environments", `${environment}.secrets.json`);
}

/** Undefined if there is no such file. No message shows a value: it may be a secret. */
async function readAs<Schema extends z.ZodType>(
  schema: Schema,
  folder: string,
  file: string,
): Promise<z.infer<Schema> | undefined> {
  const content = await readIfThere(join(folder, file));
  if (content === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(content, file));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new UserError(`${file} cannot be read. ${faults}`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UserError(`${file} cannot be read. It is not JSON.`);
  }
}
