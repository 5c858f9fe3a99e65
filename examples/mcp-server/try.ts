// npm run -w example-mcp-server try: calls the server's tools like an assistant.

import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

const client = new Client({ name: "try", version: "0.1.0" });
const environment = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, "server.ts")],
    env: { ...Object.fromEntries(environment), STUDIO_MODELS: resolve(import.meta.dirname, "..") },
  }),
);
const { tools } = await client.listTools();
for (const { name, description } of tools) console.log(`${name}: ${description}`);
console.log(await ask("list_catalog", {}));
console.log(await ask("quote_model", { modelPath: "part.stl", materialId: 1, printingQualityId: 2, quantity: 2 }));
await client.close();

async function ask(name: string, parameters: Record<string, unknown>): Promise<string> {
  const onprogress = ({ message }: { message?: string | undefined }) => console.log(message);
  const result = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: parameters }, CallToolResultSchema, {
      onprogress,
      resetTimeoutOnProgress: true,
    }),
  );
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  if (result.isError) throw new Error(text);
  return text;
}
