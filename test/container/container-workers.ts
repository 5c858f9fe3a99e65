// Both Workers under `wrangler dev`, which builds the image and runs the engine in containers as `ctx.container` asks.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { docker, dockerSocket } from "../../harness/engine/docker.ts";
import { addStudio, type BenchStudio, SMALL_CATALOG } from "../../harness/studios.ts";
import { LINK_SECRET, OPERATOR_TOKEN } from "../../harness/systems/miniflare-system.ts";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { withLocalDatabase } from "../../scripts/local/local-database.ts";
import { localStateIn } from "../../scripts/local/local-state.ts";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../../scripts/wrangler.ts";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { dockerForWrangler } from "./docker-for-wrangler.ts";
import { egressImage } from "./egress-image.ts";

const HOST = "127.0.0.1";
/** wrangler builds the image first. */
const MAX_START_MILLISECONDS = 600_000;
/** Wrangler's tag of images that it builds for local development. */
const LOCAL_IMAGES = "cloudflare-dev/";

export interface ContainerWorkers {
  /** The API's base address. */
  readonly baseUrl: string;
  readonly studio: BenchStudio;
  /** The containers of engines that run now. */
  engines(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface ContainerWorkersSettings {
  /** A copy of the project, which is changed. */
  readonly projectCopy: string;
  readonly engineImage: string;
  /** Variables of the slicer Worker, in place of those in its wrangler.toml. */
  readonly variables: Readonly<Record<string, number>>;
}

export async function startContainerWorkers(settings: ContainerWorkersSettings): Promise<ContainerWorkers> {
  const { projectCopy, engineImage, variables } = settings;
  await allowContainers(join(projectCopy, "slicer-service/wrangler.toml"), variables);
  const folder = await mkdtemp(join(tmpdir(), "container-workers-"));
  const state = localStateIn(folder);
  const studio = await withLocalDatabase(state, (database) => addStudio(database, SMALL_CATALOG));
  const port = await findFreePort(HOST);
  const egress = await egressImage(engineImage);
  const child = spawn(
    process.execPath,
    [
      ...[join(PROJECT_FOLDER, "scripts/local/process-guard.ts"), WRANGLER_PROGRAM, "dev"],
      ...["-c", "wrangler.toml", "-c", "slicer-service/wrangler.toml", "--persist-to", state.data],
      ...["--ip", HOST, "--port", String(port), "--inspector-port", "0"],
      ...["--env-file", devNull, "--show-interactive-dev-session=false"],
    ],
    {
      cwd: projectCopy,
      env: {
        ...process.env,
        ...QUIET_WRANGLER,
        ...{ OPERATOR_TOKEN, LINK_SECRET, LOCAL_WORKERS: "a test" },
        WRANGLER_LOG: "log",
        WRANGLER_REGISTRY_PATH: join(folder, "registry"),
        CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
        DOCKER_HOST: await dockerSocket(),
        WRANGLER_DOCKER_BIN: await dockerForWrangler(folder),
        MINIFLARE_CONTAINER_EGRESS_IMAGE: egress,
      },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const engines = async () => {
    const running = (await docker(["ps", "--format", "{{.ID}} {{.Image}}"])).split("\n");
    return running
      .map((line) => line.split(" "))
      .flatMap(([id, image]) => (image?.includes(LOCAL_IMAGES) ? [id ?? ""] : []));
  };
  const stop = async () => {
    child.stdin.end();
    await ended;
    // wrangler leaves the proxies behind.
    const left = await docker(["ps", "--all", "--quiet", "--filter", `ancestor=${egress}`]);
    const ids = [...left.split("\n").filter((id) => id !== ""), ...(await engines())];
    if (ids.length > 0) await docker(["rm", "--force", ...ids]);
    await rm(folder, { recursive: true, force: true });
  };
  const baseUrl = `http://${HOST}:${port}${BASE_PATH}`;
  try {
    const giveUpAt = Date.now() + MAX_START_MILLISECONDS;
    while (!(await answers(new URL("/health", baseUrl)))) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`wrangler dev did not start:\n${output}`);
      await delay(500);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, studio, engines, stop };
}

async function answers(url: URL): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return response?.ok === true;
}

/** Has wrangler run containers, which local development does without; its option reaches the first configuration only. */
async function allowContainers(config: string, variables: Readonly<Record<string, number>>): Promise<void> {
  let text = (await readFile(config, "utf8")).replace("enable_containers = false", "enable_containers = true");
  for (const [name, value] of Object.entries(variables)) {
    text = text.replace(new RegExp(`^${name} = .*$`, "m"), "").replace("[vars]", `[vars]\n${name} = ${value}`);
  }
  await writeFile(config, text);
}
