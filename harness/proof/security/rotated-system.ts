// A whole system with replaced secrets: stopped, started again with others, its state kept.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addStudio, type BenchStudio, SMALL_CATALOG } from "../../studios.ts";
import {
  type MiniflareSystem,
  type MiniflareSystemSettings,
  startMiniflareSystem,
} from "../../systems/miniflare-system.ts";

/** Something that was tried before, during or after a rotation. */
export interface Check {
  readonly says: string;
  readonly holds: boolean;
}

/** Secrets and variables, by the Worker that has them. */
export type Variables = Pick<MiniflareSystemSettings, "variables" | "slicerVariables">;

type Settings = Pick<MiniflareSystemSettings, "engine" | "waitDivisor">;

export class RotatedSystem {
  readonly #folder: string;
  readonly #settings: Settings;
  #system: MiniflareSystem;
  readonly studio: BenchStudio;

  private constructor(folder: string, settings: Settings, system: MiniflareSystem, studio: BenchStudio) {
    this.#folder = folder;
    this.#settings = settings;
    this.#system = system;
    this.studio = studio;
  }

  static async start(engine: MiniflareSystemSettings["engine"], variables: Variables = {}): Promise<RotatedSystem> {
    const folder = await mkdtemp(join(tmpdir(), "rotated-system-"));
    const settings = { engine, waitDivisor: 20 };
    const system = await startMiniflareSystem({ ...settings, ...variables, stateFolder: folder });
    return new RotatedSystem(folder, settings, system, await addStudio(system.database, SMALL_CATALOG));
  }

  get now(): MiniflareSystem {
    return this.#system;
  }

  /** With these secrets from now on, as after a deployment. Isolates and objects begin anew. */
  async restart(variables: Variables): Promise<void> {
    await this.#system.stop();
    this.#system = await startMiniflareSystem({ ...this.#settings, ...variables, stateFolder: this.#folder });
  }

  async status(path: string, init: RequestInit = {}): Promise<number> {
    const answer = await this.fetch(path, init);
    await answer.body?.cancel();
    return answer.status;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.#system.url), { redirect: "manual", ...init });
  }

  /** With the studio's key. */
  statusOfApi(path: string, key: string = this.studio.key): Promise<number> {
    return this.status(`/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
  }

  async stop(): Promise<void> {
    await this.#system.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
