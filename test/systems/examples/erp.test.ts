// The ERP example: orders, models and printing become files; a failure is one sentence and exit status 1.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestSystem } from "../../../harness/systems/started-system.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { LID, PART, runExample, startSystemAndFolder } from "./run-example.ts";

let system: TestSystem;
let folder: string;
let stop: (() => Promise<void>) | undefined;
let orderId: number;

beforeAll(async () => {
  ({ system, folder, stop } = await startSystemAndFolder());
  orderId = await placeOrder();
  await printFirstItem();
});

afterAll(() => stop?.());

function runExport(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runExample(process.execPath, ["examples/erp/export.ts", ...words, "--out", folder], system, environment);
}

describe("the ERP example", () => {
  it("writes a line for each item of the orders, with its customer, choices and price", async () => {
    const run = await runExport(["1-5"]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.output).toContain("1 orders, 2 models and 3 printers");
    const rows = await table("orders.csv");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      order: `${orderId}`,
      status: "printing",
      customer: "Леся Українка",
      phone: "+380501234567",
      email: "lesia@example.com",
      // Not as a formula, which a spreadsheet would compute.
      file: `'=1+1",part.stl`,
      material: "1",
      quality: "2",
      quantity: "2",
      price: expect.stringMatching(/^\d+\.\d\d$/),
      currency: "UAH",
    });
  });

  it("saves each model as it was sent, under a name that is a name only", async () => {
    await runExport([`${orderId}`]);
    const names = (await readdir(join(folder, "models"))).sort();
    expect(names).toEqual(["1-_1_1__part.stl", "2-lid.3mf"]);
    expect(await readFile(join(folder, "models", names[0] ?? ""))).toEqual(await readFile(PART));
    expect(await readFile(join(folder, "models", names[1] ?? ""))).toEqual(await readFile(LID));
  });

  it("writes the items on each printer", async () => {
    await runExport([`${orderId}`]);
    const rows = await table("printers.csv");
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(["Перший", "Другий", "Смола"]));
    const printing = rows.filter(({ order }) => order !== "");
    expect(printing).toMatchObject([{ order: `${orderId}`, technology: "FDM", status: "active" }]);
  });

  it.each([
    [["77"], {}, /^GET \/orders\/77 answered 404 errors\.notFound/],
    [[], {}, /^Name orders: ids, ranges such as 1-20, or a file/],
    [["nobody.txt"], {}, /^nobody\.txt is no order id, no range such as 1-20, and no file/],
    [["1-1000"], {}, /^1-1000 must go upwards, and over 200 orders at most/],
    [["1"], { STUDIO_STATE: "/nowhere" }, /^Set STUDIO_API_URL and STUDIO_API_KEY, or run `npm start`/],
    [["1"], { STUDIO_API_KEY: `pk_live_${"0".repeat(64)}` }, /^GET \/orders\/1 answered 401/],
    [["1"], { STUDIO_API_URL: "http://127.0.0.1:1/api/v1" }, /^GET \/orders\/1 got no answer from 127\.0\.0\.1:1/],
  ])("says in one sentence why it cannot export %j with %j", async (words, environment, sentence) => {
    const { code, errors } = await runExport(words, environment);
    expect(code).toBe(1);
    expect(errors.trim()).toMatch(sentence);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });
});

async function table(name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folder, name), "utf8"), { columns: true, bom: true });
}

async function placeOrder(): Promise<number> {
  const form = new FormData();
  form.append("models[]", new Blob([await readFile(PART)]), '=1+1",part.stl');
  form.append("models[]", new Blob([await readFile(LID)]), "lid.3mf");
  form.set("items", '[{"materialId":1,"printingQualityId":2,"quantity":2},{"materialId":2,"printingQualityId":2}]');
  form.set("customerFirstName", "Леся");
  form.set("customerLastName", "Українка");
  form.set("customerPhoneNumber", "+380501234567");
  form.set("customerEmail", "lesia@example.com");
  const headers = { Prefer: "wait=30" };
  const { status, data } = await system.api<{ id: number }>("/orders", { method: "POST", body: form, headers });
  if (status !== 201) throw new Error(`the order was answered with ${status}`);
  return data.id;
}

/** In the panel: the order is confirmed, and its first item goes onto a printer. */
async function printFirstItem(): Promise<void> {
  const panel = new PanelClient(system.baseUrl);
  await panel.signIn(system.owner);
  const base = `/panel/studios/${system.owner.slug}`;
  const order = await panel.get(`${base}/orders/${orderId}`);
  const form = order.html.split(`action="${base}/orders/${orderId}/move"`).at(-1) ?? "";
  const [, version = ""] = /name="version" value="(\d+)"/.exec(form) ?? [];
  await panel.post(`${base}/orders/${orderId}/move`, { version, status: "confirmed", newTrackingNumber: "" });
  const { html } = await panel.get(`${base}/printing`);
  const [, path = "", assign = ""] = /action="([^"]+\/assign)"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const [, printerId = ""] = /<option value="(\d+)"/.exec(assign) ?? [];
  const { status } = await panel.post(path, { printerId });
  if (status !== 303) throw new Error(`the panel answered ${status} to an assignment`);
}
