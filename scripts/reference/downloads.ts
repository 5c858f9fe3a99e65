// Downloads of the documents: clients, collections, contract and sample models, made or copied by the build.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, strToU8, zipSync } from "fflate";
import { EXAMPLE_ORIGIN } from "../../src/reference/own-origin.ts";
import { clientPackage } from "../client/pack.ts";
import type { OpenApiDocument } from "../contract/open-api-document.ts";
import { brunoCollection } from "../contract/write-bruno.ts";
import { postmanCollection } from "../contract/write-postman.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { API_ADDRESS, DOWNLOADS_PAGE } from "./addresses.ts";

export interface Download {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  /** One sentence of Markdown. */
  readonly use: string;
  /** A command that takes it straight from the service. */
  readonly command?: string;
  readonly content: Uint8Array;
}

const GROUPS = ["Clients", "Collections", "Contract", "Sample models"] as const;

/** The file of the Bruno collection, which is a folder for Bruno. */
const BRUNO_ROOT = "studio-integration";
const MODELS = ["part.stl", "lid.3mf", "foot.step"];
/** One for all, so that equal content is an equal file. */
const WRITTEN = "1985-10-26T12:00:00";

/** @param earlier the folder of an earlier build's downloads */
export async function makeDownloads(api: OpenApiDocument, earlier: string): Promise<readonly Download[]> {
  const typedClient = await clientPackage(earlier);
  const copied = async (path: string) => new Uint8Array(await readFile(join(PROJECT_FOLDER, path)));
  const models = await Promise.all(MODELS.map(async (name) => ({ name, content: await copied(`examples/${name}`) })));
  const contract: object = JSON.parse(strFromU8(await copied("docs/openapi.json")));
  return [
    {
      ...typedClient,
      group: "Clients",
      use: "The typed client for JavaScript and TypeScript: one module without dependencies",
      command: `npm install ${EXAMPLE_ORIGIN}${DOWNLOADS_PAGE}/${typedClient.name}`,
    },
    {
      name: "studio_api.py",
      group: "Clients",
      use: "The Python client, one file for your project. It needs `requests`",
      content: await copied("examples/python/studio_api.py"),
    },
    {
      name: "studio-integration-bruno.zip",
      group: "Collections",
      use: "Bruno: unpack it, open the folder as a collection, choose the environment *service*, and enter your key as its secret `apiKey`",
      content: brunoArchive(api, models),
    },
    {
      name: "studio-integration.postman_collection.json",
      group: "Collections",
      use: "Postman: import it, and enter your key as the collection's variable `apiKey`. The sample models lie in Postman's working directory",
      content: json(postmanCollection(api, API_ADDRESS)),
    },
    {
      name: "openapi.json",
      group: "Contract",
      use: "The contract in OpenAPI 3.1 with this service's address, for generators of clients",
      content: json({ ...contract, servers: [{ url: API_ADDRESS }] }),
    },
    ...models.map(({ name, content }) => ({
      name,
      content,
      group: "Sample models" as const,
      use: USE_OF_MODEL[name] ?? "",
    })),
  ];
}

const USE_OF_MODEL: Readonly<Record<string, string>> = {
  "part.stl": "A bracket, the model of most samples",
  "lid.3mf": "A lid, the second model of an order",
  "foot.step": "A foot from a CAD program",
};

function json(value: object): Uint8Array {
  return strToU8(`${JSON.stringify(value, null, 2)}\n`);
}

/** Bruno's folder with the models that its requests send. */
function brunoArchive(api: OpenApiDocument, models: readonly { name: string; content: Uint8Array }[]): Uint8Array {
  const setting = { environment: "service", origin: EXAMPLE_ORIGIN, models: "models" };
  const texts = brunoCollection(api, setting).map(({ path, text }) => [`${BRUNO_ROOT}/${path}`, strToU8(text)]);
  const sent = models.map(({ name, content }) => [`${BRUNO_ROOT}/models/${name}`, content]);
  return zipSync(Object.fromEntries([...texts, ...sent]), { mtime: WRITTEN });
}

/** The page that lists them, in Markdown. */
export function downloadsMarkdown(downloads: readonly Download[]): string {
  return `# Downloads

Files from this service itself: no key, no registry and no repository is needed.

${GROUPS.map(
  (group) => `## ${group}

| File | Size | Use |
|---|---|---|
${downloads
  .filter((download) => download.group === group)
  .map(({ name, content, use }) => `| [${name}](${DOWNLOADS_PAGE}/${name}) | ${inWords(content.length)} | ${use} |`)
  .join("\n")}
${downloads
  .filter((download) => download.group === group)
  .map(({ command }) => (command === undefined ? "" : `\n\`\`\`sh\n${command}\n\`\`\`\n`))
  .join("")}`,
).join("\n")}
Each has an \`ETag\`: a script that asks again with \`If-None-Match\` is answered 304 while nothing has changed.
`;
}

function inWords(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)}\u00a0KB`;
}
