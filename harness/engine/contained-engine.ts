// An engine in a container of its image, as little trusted as the platform's: read-only, without capabilities, limited.

import { setTimeout as delay } from "node:timers/promises";
import type { EngineHealth } from "../../slicer-service/src/engine-protocol.ts";
import { containerLogs, docker } from "./docker.ts";
import { ReachableEngine, readEngineJson } from "./running-engine.ts";

/** The same as ENGINE_PORT in the image. */
const ENGINE_PORT = 8080;
const MAX_START_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 100;

export interface ContainedEngineSettings {
  readonly image: string;
  readonly memoryMebibytes: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** More options of `docker run`. */
  readonly options?: readonly string[];
}

export class ContainedEngine extends ReachableEngine {
  readonly id: string;

  private constructor(id: string, url: string, engineName: string) {
    super(url, engineName);
    this.id = id;
  }

  /** Starts a container and waits until its engine answers. */
  static async start(settings: ContainedEngineSettings): Promise<ContainedEngine> {
    const { image, memoryMebibytes, environment = {}, options = [] } = settings;
    const id = await docker([
      ...["run", "--detach", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
      ...["--security-opt", "no-new-privileges:true", "--pids-limit", "256", "--cpus", "2"],
      // A container on the platform has no swap.
      ...["--memory", `${memoryMebibytes}m`, "--memory-swap", `${memoryMebibytes}m`],
      ...["--publish", `127.0.0.1::${ENGINE_PORT}`],
      ...Object.entries(environment).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...options,
      image,
    ]);
    try {
      const [address] = (await docker(["port", id, `${ENGINE_PORT}/tcp`])).split("\n");
      const url = `http://${address}`;
      const { engineName } = await untilHealthy(id, url);
      return new ContainedEngine(id, url, engineName);
    } catch (error) {
      await docker(["rm", "--force", id]);
      throw error;
    }
  }

  terminate(): Promise<string> {
    return docker(["kill", "--signal", "SIGTERM", this.id]);
  }

  /** Waits for its end. Returns the exit code. */
  async ended(): Promise<number> {
    return Number(await docker(["wait", this.id]));
  }

  /** Runs a program of JavaScript beside the engine, and returns its output. */
  evaluate(script: string): Promise<string> {
    return docker(["exec", this.id, "node", "--input-type=module", "--eval", script]);
  }

  logs(): Promise<string> {
    return containerLogs(this.id);
  }

  remove(): Promise<string> {
    return docker(["rm", "--force", this.id]);
  }
}

async function untilHealthy(id: string, url: string): Promise<EngineHealth> {
  const giveUpAt = Date.now() + MAX_START_MILLISECONDS;
  for (;;) {
    try {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return await readEngineJson<EngineHealth>(response);
    } catch {
      // Nothing listens yet.
    }
    const isRunning = (await docker(["inspect", "--format", "{{.State.Running}}", id])) === "true";
    if (!isRunning || Date.now() > giveUpAt) throw new Error(`The engine did not start:\n${await containerLogs(id)}`);
    await delay(POLL_MILLISECONDS);
  }
}
