// The local system, and a fresh project in another folder that has installed the client from its packed tarball.

import { type ExecFileException, execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { packClient } from "../../../harness/systems/packed-client.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { type DemoSignIn, readDemoFile } from "../../../scripts/local/demo/demo-file.ts";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { localStateIn } from "../../../scripts/local/local-state.ts";
import { LocalSystem } from "../../../scripts/local/local-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const HOST = "127.0.0.1";

export interface ClientSystem {
  readonly baseUrl: string;
  /** The key of a studio with filament. */
  readonly apiKey: string;
  /** The project's folder. */
  readonly project: string;
  /** The studio's owner in its panel. */
  openPanel(): Promise<OrdersOffice>;
  stop(): Promise<void>;
}

export interface OrdersOffice {
  /** Moves an order to a status, by the form of its page. */
  move(orderId: number, status: string): Promise<void>;
}

export async function startClientSystem(): Promise<ClientSystem> {
  const folder = await mkdtemp(join(tmpdir(), "client-system-"));
  const state = localStateIn(join(folder, "state"));
  const system = new LocalSystem({ state, host: HOST, port: await findFreePort(HOST), log: () => {} });
  const stop = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [{ baseUrl }, project] = await Promise.all([system.start(), freshProject(folder)]);
    const { studios: [studio] = [], owners = [] } = await readDemoFile(state);
    const owner = owners.find(({ slug }) => slug === studio?.slug);
    if (studio === undefined || owner === undefined) throw new Error("there is no demo studio");
    return { baseUrl, apiKey: studio.apiKey, project, openPanel: () => openOffice(baseUrl, owner), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openOffice(baseUrl: string, owner: DemoSignIn): Promise<OrdersOffice> {
  const panel = new PanelClient(baseUrl);
  await panel.signIn(owner);
  return {
    move: async (orderId, status) => {
      const path = `/panel/studios/${owner.slug}/orders/${orderId}`;
      const [, version = ""] = /name="version" value="(\d+)"/.exec((await panel.get(path)).html) ?? [];
      const moved = await panel.post(`${path}/move`, { version, status, comment: "The customer asked" });
      if (moved.status !== 303) throw new Error(`the panel answered ${moved.status} to ${path}`);
    },
  };
}

async function freshProject(folder: string): Promise<string> {
  const packed = join(folder, "packed");
  const { tarball } = await packClient(packed);
  const project = join(folder, "project");
  await cp(join(import.meta.dirname, "project"), project, { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "fresh-project", type: "module" }));
  // Nothing but the tarball is needed, so no registry is asked.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project });
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    types: ["node"],
    typeRoots: [join(PROJECT_FOLDER, "node_modules/@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  return project;
}

/** A file of the project with all that it imports as one module, for a platform that has no node_modules. */
export async function bundled(project: string, entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} was bundled into nothing`);
  return file.text;
}

/** Runs a program to its end. @throws Error with all that it printed where it failed */
export function run(
  program: string,
  parameters: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (error: ExecFileException | null, output: string, complaints: string) =>
      error === null ? resolve(output) : reject(new Error(`${program}: ${error.message}\n${output}\n${complaints}`));
    execFile(program, parameters, { cwd, env: { ...process.env, ...env } }, end);
  });
}
