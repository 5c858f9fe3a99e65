// The local system with its panel, and a browser that looks at it: the beginning of every journey.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { binaryStl, box, cube } from "../../../harness/models.ts";
import { launchChromium } from "../../../scripts/browser/chromium.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import type { DemoFile } from "../../../scripts/local/demo/demo-file.ts";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { type LocalState, localStateIn } from "../../../scripts/local/local-state.ts";
import { LocalSystem } from "../../../scripts/local/local-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const HOST = "127.0.0.1";
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Parts that are sliced in a moment, for orders in which the part does not matter. */
export const SMALL_PARTS = [
  { name: "plate.stl", bytes: binaryStl(box([0, 0, 0], [20, 15, 4])) },
  { name: "cube.stl", bytes: binaryStl(cube(12)) },
] as const;

/** A window of a signed-in person. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The browser's complaints: failed scripts, and refusals by the page's policy. */
  readonly complaints: readonly string[];
}

export class PanelSystem {
  readonly origin: string;
  readonly demo: DemoFile;
  readonly browser: Browser;
  readonly #state: LocalState;
  readonly #system: LocalSystem;

  private constructor(origin: string, demo: DemoFile, browser: Browser, state: LocalState, system: LocalSystem) {
    this.origin = origin;
    this.demo = demo;
    this.browser = browser;
    this.#state = state;
    this.#system = system;
  }

  /**
   * @param carrierStandIn the origin of a stand-in for the parcel carrier
   * @param scheduleMilliseconds between two scheduled runs, in place of an hour
   */
  static async start(chromium: string, carrierStandIn?: string, scheduleMilliseconds?: number): Promise<PanelSystem> {
    const state = localStateIn(await mkdtemp(join(tmpdir(), "panel-test-")));
    const port = await findFreePort(HOST);
    const system = new LocalSystem({
      ...{ state, host: HOST, port, carrierStandIn, log: () => {} },
      ...(scheduleMilliseconds === undefined ? {} : { scheduleMilliseconds }),
    });
    try {
      const { baseUrl } = await system.start();
      // LocalSystem wrote it.
      const demo = JSON.parse(await readFile(state.demoFile, "utf8")) as DemoFile;
      return new PanelSystem(new URL(baseUrl).origin, demo, await launchChromium(chromium), state, system);
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.#system.stop();
    await rm(this.#state.folder, { recursive: true, force: true });
  }

  /** A demo studio with API access, how its owner signs in, and its key. */
  demoStudio(index = 0) {
    const studio = this.demo.studios[index];
    const owner = this.demo.owners.find(({ slug }) => slug === studio?.slug);
    if (studio === undefined || owner === undefined) throw new Error("the demo has no such studio");
    return { ...studio, owner, base: `/panel/studios/${studio.slug}` };
  }

  /** A window in which the person is signed in; without a person, a signed-out one. */
  async open(
    person: { readonly email: string; readonly password: string } | undefined,
    options: BrowserContextOptions = {},
  ): Promise<Window> {
    const context = await this.browser.newContext({
      baseURL: this.origin,
      viewport: DESKTOP,
      locale: "en-GB",
      ...options,
    });
    if (person !== undefined) {
      const client = new PanelClient(this.origin);
      await client.signIn(person);
      await context.addCookies(client.cookies());
    }
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
    return { context, page, complaints };
  }

  /** Calls the API with a key. */
  async api<Data>(key: string, path: string, init: RequestInit = {}): Promise<{ status: number; data: Data }> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${key}`);
    const response = await fetch(`${this.demo.baseUrl}${path}`, { ...init, headers });
    // The envelope of every answer (wire: Every response).
    const { data } = (await response.json()) as { data: Data };
    return { status: response.status, data };
  }

  /**
   * Writes into the file of the local database: a state that takes a person weeks, such as a long queue. The service answers 500 if it
   * writes in the same moment: workerd waits for no lock of another process. So no page may write meanwhile, and nothing calls this in a loop.
   */
  async write(statement: string, ...values: readonly (string | number)[]): Promise<void> {
    const folder = join(this.#state.data, "v3", "d1", "miniflare-D1DatabaseObject");
    const name = (await readdir(folder)).find((file) => /^[0-9a-f]+\.sqlite$/.test(file)) ?? "none";
    const database = new DatabaseSync(join(folder, name), { timeout: 5000 });
    // The lock is not held until a busy disk has written.
    database.exec("PRAGMA synchronous = OFF");
    database.prepare(statement).run(...values);
    database.close();
  }

  /** Runs `npm run studio` on this system. Returns its output. */
  async operator(...parameters: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(PROJECT_FOLDER, "scripts/operator/studio.ts"), ...parameters],
      { cwd: PROJECT_FOLDER, env: { ...process.env, STUDIO_STATE: this.#state.folder } },
    );
    return stdout;
  }
}
