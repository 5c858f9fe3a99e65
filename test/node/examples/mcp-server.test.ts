// The MCP server: the files that it reads, and the key by which it orders.

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readModel } from "../../../examples/mcp-server/model-files.ts";
import { orderKey } from "../../../examples/mcp-server/order-key.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-files-"));
  await writeFile(join(folder, "part.stl"), "solid part");
  await writeFile(join(folder, ".env"), "SECRET=1");
  await symlink(".env", join(folder, "env.stl"));
  await symlink("part.stl", join(folder, "current.stl"));
  await mkdir(join(folder, "folder.stl"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("readModel", () => {
  it("reads a model, and through a link to one", async () => {
    expect(await readModel(folder, "part.stl")).toMatchObject({ name: "part.stl" });
    expect(await readModel(folder, "./current.stl")).toMatchObject({ name: "part.stl" });
  });

  it("does not read through a link a file that is no model", async () => {
    await expect(readModel(folder, "env.stl")).rejects.toThrow('"env.stl" is none of .stl, .obj');
  });

  it("refuses a folder", async () => {
    await expect(readModel(folder, "folder.stl")).rejects.toThrow('"folder.stl" is no file');
  });

  it("reads below the root of the disk if that is its folder", async () => {
    expect(await readModel("/", join(folder, "part.stl"))).toMatchObject({ name: "part.stl" });
  });
});

describe("orderKey", () => {
  const order = { items: [{ modelPath: "part.stl", quantity: 1 }], confirmedTotal: "10.00", orderReference: "1" };
  const key = orderKey(order, ["hash"]);

  it("stays the same for another way to write the path, and for another total", () => {
    const items = order.items.map((item) => ({ ...item, modelPath: "./part.stl" }));
    expect(orderKey({ ...order, items }, ["hash"])).toBe(key);
    expect(orderKey({ ...order, confirmedTotal: "12.00" }, ["hash"])).toBe(key);
  });

  it("is another one for other content, other choices and another reference", () => {
    const second = { ...order, orderReference: "2" };
    const other = [
      orderKey(order, ["other"]),
      orderKey({ ...order, items: order.items.map((item) => ({ ...item, quantity: 2 })) }, ["hash"]),
      orderKey(second, ["hash"]),
    ];
    expect(new Set([key, ...other]).size).toBe(4);
  });
});
