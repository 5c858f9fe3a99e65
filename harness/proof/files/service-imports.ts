// Imports of catalogs and slicers' settings through the operator's door, the studio read before and after.

import { studios } from "../../../src/db/schema.ts";
import { idOf, studioRow } from "../../catalog-rows.ts";
import { type MiniflareSystem, OPERATOR_TOKEN, startMiniflareSystem } from "../../systems/miniflare-system.ts";
import type { JudgedCatalog } from "./catalogs/judge-catalog.ts";
import { catalogContentOf } from "./catalogs/judge-catalog.ts";
import type { FileEnd } from "./end-of-file.ts";
import type { JudgedSettings } from "./settings/judge-settings.ts";

interface Answer {
  readonly status: number;
  readonly text: string;
}

const REFUSED = 422;
/** A plan may be refused by the slicer alone, which reading the file cannot foresee. */
const BY_SLICER = "could be sliced";

export class ServiceImports {
  readonly #system: MiniflareSystem;

  private constructor(system: MiniflareSystem) {
    this.#system = system;
  }

  static async start(engine: { readonly url: string; readonly engineName: string }): Promise<ServiceImports> {
    return new ServiceImports(await startMiniflareSystem({ engine }));
  }

  stop(): Promise<void> {
    return this.#system.stop();
  }

  /** Imports the file into a new studio: all of it is there after it, or nothing. */
  async catalog({ bytes, format }: JudgedCatalog, read: FileEnd): Promise<readonly string[]> {
    const content = await catalogContentOf(bytes, format);
    if (content instanceof Error) return [];
    const path = `studios/${await this.#newStudio()}/catalog`;
    const empty = await this.#get(path);
    const send = () =>
      this.#ask(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ file: `catalog.${format}`, content, "dry-run": false }),
      });
    const answer = await send();
    const isPlanned = read.label === "catalog planned";
    if (answer.status === REFUSED) {
      const now = await this.#get(path);
      return [
        ...(isPlanned && !answer.text.includes(BY_SLICER) ? [`a sound catalog was refused: ${answer.text}`] : []),
        ...(now === empty ? [] : [`a refused catalog left ${now}`]),
      ];
    }
    if (answer.status !== 200) return [`the service answered ${answer.status}: ${answer.text}`];
    if (!isPlanned) return [`a catalog with faults was taken: ${answer.text}`];
    const after = await this.#get(path);
    const again = await send();
    return [
      ...(again.text.includes("0 added, 0 changed") ? [] : [`the same catalog again: ${again.text}`]),
      ...((await this.#get(path)) === after ? [] : ["the same catalog changed the studio"]),
    ];
  }

  /** Imports the settings into a new studio: one machine profile more, or none. */
  async settings({ files }: JudgedSettings, read: FileEnd): Promise<readonly string[]> {
    const slug = await this.#newStudio();
    const empty = await this.#get(`studios/${slug}/machines`);
    const form = new FormData();
    for (const { name, bytes } of files) form.append("files", new File([new Uint8Array(bytes)], name));
    form.append("dry-run", "false");
    const answer = await this.#ask(`studios/${slug}/machine-imports`, { method: "POST", body: form });
    const isNew = (await this.#get(`studios/${slug}/machines`)) !== empty;
    if (answer.status === REFUSED) return isNew ? ["refused settings left a machine profile"] : [];
    if (answer.status !== 200) return [`the service answered ${answer.status}: ${answer.text}`];
    if (read.label !== "settings read") return [`settings that were refused when read were taken: ${answer.text}`];
    return isNew ? [] : ["settings were taken, and there is no machine profile"];
  }

  async #newStudio(): Promise<string> {
    const row = studioRow({ plan: "enterprise" });
    const [studio] = await this.#system.database.insert(studios).values(row).returning({ id: studios.id });
    idOf(studio);
    return row.slug;
  }

  async #get(path: string): Promise<string> {
    const { status, text } = await this.#ask(path, { method: "GET" });
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return text;
  }

  async #ask(path: string, request: RequestInit): Promise<Answer> {
    const headers = new Headers(request.headers);
    headers.set("Authorization", `Bearer ${OPERATOR_TOKEN}`);
    const response = await fetch(new URL(`/operator/${path}`, this.#system.url), { ...request, headers });
    return { status: response.status, text: await response.text() };
  }
}
