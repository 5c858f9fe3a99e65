// Pages of the panel: weight, round trips to D1, the longest chain of calls, time to first byte.
//
// Only the times depend on the machine; each stands beside its ratio to a GET of the API in the same run.
//
//   npm run bench -- panel

import { gzipSync } from "node:zlib";
import { waitedFor } from "../harness/api-operations.ts";
import { uniqueBox } from "../harness/models.ts";
import { median } from "../harness/statistics.ts";
import { addOwner, addStudio } from "../harness/studios.ts";
import { startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { form } from "../harness/upload-requests.ts";
import { COUNTS_HEADER, type Counts } from "../harness/workers/counts.ts";
import { ONE_HOP_EACH } from "../harness/workers/distances.ts";
import { PanelClient } from "../scripts/browser/panel-client.ts";
import { crawlPanel, linksIn } from "../scripts/browser/panel-crawler.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { BASE_PATH } from "../src/http/base-path.ts";

const ORDERS = 40;
const ROUNDS = 15;

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    const studio = await addStudio(system.database);
    const me = new URL(`${BASE_PATH}/me`, system.url);
    const authorization = { Authorization: `Bearer ${studio.key}` };
    await placeOrders(system.url, studio, authorization);
    const client = new PanelClient(system.url.href);
    await client.signIn(await addOwner(system.database, studio.id));

    const pages = await crawlPanel("/panel", async (path) => linksIn((await client.get(path)).html));
    const cookie = client
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const ofApi = await firstByteMilliseconds(me, authorization);
    const rows: string[][] = [];
    for (const { kind, path } of pages) {
      const page = await client.get(path);
      const counts = page.headers.get(COUNTS_HEADER);
      if (page.status !== 200 || counts === null) throw new Error(`${path} answered ${page.status}`);
      // The counting Worker writes it.
      const { d1Calls, statements, rowsRead } = JSON.parse(counts) as Counts;
      const url = new URL(path, system.url);
      const { waited } = await waitedFor(new Request(url, { headers: { Cookie: cookie } }), 200, ONE_HOP_EACH);
      const time = await firstByteMilliseconds(url, { Cookie: cookie });
      rows.push([
        kind,
        ...[page.html.length / 1024, gzipSync(page.html).length / 1024].map(figure),
        ...[d1Calls, statements, rowsRead, waited.time].map(String),
        figure(time),
        figure(time / ofApi),
      ]);
    }
    printTable(
      ["page", "KiB", "gzip", "D1 calls", "statements", "rows read", "in sequence", "first byte ms", "of GET /me"],
      rows,
    );
    console.log(
      [
        `A studio with a catalog of a real one's size and ${ORDERS} orders; its owner, signed in; one page at a time.`,
        `"first byte" is the median of ${ROUNDS} answers in Miniflare, ${figure(ofApi)} ms for GET /me. "in sequence" is the longest chain`,
        "of calls to D1, objects, R2 and the slicer of which each waited for the one before.",
      ].join("\n"),
    );
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function firstByteMilliseconds(url: URL, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers });
    times.push(performance.now() - startedAt);
    await answer.arrayBuffer();
  }
  return median(times);
}

async function placeOrders(
  url: URL,
  { materialId, printingQualityId }: Awaited<ReturnType<typeof addStudio>>,
  authorization: Record<string, string>,
): Promise<void> {
  const model = uniqueBox();
  for (let number = 0; number < ORDERS; number++) {
    const fields = {
      items: JSON.stringify([{ materialId, printingQualityId, quantity: 2 }]),
      customerFirstName: "Олена",
      customerLastName: "Коваль",
      customerPhoneNumber: `+38050${1_000_000 + number}`,
      customerEmail: `customer-${number}@example.com`,
    };
    const { contentType, body } = await form(fields, [["models[]", model]]);
    const answer = await fetch(new URL(`${BASE_PATH}/orders`, url), {
      method: "POST",
      body: new Uint8Array(body),
      headers: { ...authorization, "Content-Type": contentType, Prefer: "wait=30" },
    });
    if (answer.status !== 201) throw new Error(`an order was answered ${answer.status}: ${await answer.text()}`);
  }
}
