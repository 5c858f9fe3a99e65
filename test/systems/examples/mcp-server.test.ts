// The MCP server, asked by the SDK's own client over stdio, as an assistant would.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestSystem } from "../../../harness/systems/started-system.ts";
import { twistedVase } from "../../../scripts/demo/demo-models.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { environmentOf, startSystemAndFolder } from "./run-example.ts";

const CUSTOMER = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501234567",
  email: "lesia@example.com",
};

let system: TestSystem;
let outside: string;
let stop: (() => Promise<void>) | undefined;
let client: Client;

beforeAll(async () => {
  ({ system, folder: outside, stop } = await startSystemAndFolder());
  client = await connect(join(PROJECT_FOLDER, "examples"));
});

afterAll(async () => {
  await client?.close();
  await stop?.();
});

async function connect(folder: string): Promise<Client> {
  const environment = Object.entries(environmentOf(system, { STUDIO_MODELS: folder }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(PROJECT_FOLDER, "examples/mcp-server/server.ts")],
    env: Object.fromEntries(environment.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  });
  const connected = new Client({ name: "test", version: "1.0.0" });
  await connected.connect(transport);
  return connected;
}

async function ask(
  name: string,
  parameters: Record<string, unknown>,
  { by = client, onprogress }: { by?: Client; onprogress?: (progress: { progress: number }) => void } = {},
) {
  const options = { timeout: 170_000, ...(onprogress === undefined ? {} : { onprogress }) };
  const result = await by.callTool({ name, arguments: parameters }, CallToolResultSchema, options);
  const { content, isError = false } = CallToolResultSchema.parse(result);
  return { isError, text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
}

async function askForJson(name: string, parameters: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isError, text } = await ask(name, parameters);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

describe("the MCP server", () => {
  it("describes its tools and every input of theirs", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["list_catalog", "quote_model", "place_order", "get_order"]);
    for (const { description, inputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(30);
      expect(inputSchema.type).toBe("object");
    }
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
      "place_order",
    ]);
  });

  it("lists the choices, and no cost", async () => {
    const { text } = await ask("list_catalog", {});
    expect(JSON.parse(text)).toMatchObject({
      materials: expect.arrayContaining([{ id: 1, name: "PLA", color: "білий", technology: "fdm" }]),
      printingQualities: expect.arrayContaining([expect.objectContaining({ id: 2, isDefault: true })]),
      deliveryMethods: [
        { id: 1, name: "Нова Пошта" },
        { id: 2, name: "Самовивіз" },
        { id: 3, name: "Кур’єр Києвом" },
      ],
    });
    expect(text).not.toMatch(/costPerKg|stock/i);
  });

  it("quotes, orders at the confirmed total, and stays at one order when asked again", async () => {
    const item = { modelPath: "part.stl", materialId: 1, printingQualityId: 2, finishingIds: [1], quantity: 2 };
    const quote = await askForJson("quote_model", item);
    expect(quote).toMatchObject({ model: "part.stl", quantity: 2, sizeMm: { x: 60, y: 60, z: 5 }, fitsAPrinter: true });
    const [total = ""] = String(quote.totalPrice).split(" ");

    const order = { ...CUSTOMER, items: [item], confirmedTotal: total, deliveryMethodId: 2 };
    const placed = await askForJson("place_order", order);
    expect(placed).toMatchObject({ status: "pending", total: quote.totalPrice });
    expect(await askForJson("place_order", order)).toEqual(placed);
    expect(await askForJson("get_order", { orderId: placed.orderId })).toEqual(placed);

    const again = await askForJson("place_order", { ...order, orderReference: "once more" });
    expect(again.orderId).not.toBe(placed.orderId);
  });

  it("orders nothing at an unconfirmed total", async () => {
    const items = [{ modelPath: "lid.3mf", materialId: 1, printingQualityId: 2 }];
    const { isError, text } = await ask("place_order", { ...CUSTOMER, items, confirmedTotal: "1.00" });
    expect(isError).toBe(true);
    expect(text).toMatch(/^This call ordered nothing: the total is \d+\.\d\d, not 1\.00/);
  });

  it("tells how far slicing is", async () => {
    // Longer to slice than an answer is held.
    await writeFile(join(outside, "vase.stl"), twistedVase());
    const other = await connect(outside);
    const told: number[] = [];
    const vase = { modelPath: "vase.stl", materialId: 1, printingQualityId: 2 };
    const { isError, text } = await ask("quote_model", vase, {
      by: other,
      onprogress: ({ progress }) => told.push(progress),
    });
    await other.close();
    expect(isError, text).toBe(false);
    expect(told.at(-1)).toBe(100);
    expect(told).toEqual(told.toSorted((one, two) => one - two));
  });

  it.each([
    ["quote_model", { modelPath: "part.stl", materialId: 999_999, printingQualityId: 2 }, /404.*materialId/],
    ["quote_model", { modelPath: "part.stl", materialId: 1, printingQualityId: 2, quantity: 0 }, /quantity/],
    ["quote_model", { modelPath: "nobody.stl", materialId: 1, printingQualityId: 2 }, /There is no file "nobody\.stl"/],
    ["quote_model", { modelPath: "catalog.csv", materialId: 1, printingQualityId: 2 }, /none of \.stl, \.obj, \.3mf/],
    ["get_order", { orderId: 999_999 }, /404 errors\.notFound/],
  ])("answers %s with %j by a readable error", async (name, parameters, sentence) => {
    const { isError, text } = await ask(name, parameters);
    expect(isError).toBe(true);
    expect(text).toMatch(sentence);
    expect(text).not.toContain(system.apiKey);
  });

  it("reads no file outside of its folder", async () => {
    await writeFile(join(outside, "secret.stl"), "solid");
    for (const modelPath of [join(outside, "secret.stl"), "../../../../../../../../tmp/../etc/hosts.stl"]) {
      const { isError, text } = await ask("quote_model", { modelPath, materialId: 1, printingQualityId: 2 });
      expect(isError).toBe(true);
      expect(text).toMatch(/outside of|There is no file/);
    }
  });
});
