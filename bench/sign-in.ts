// Signing in: the time of a password's check, and its delay to other requests of its isolate.
//
//   npm run bench -- sign-in

import { median } from "../harness/statistics.ts";
import { addOwner, addStudio, SMALL_CATALOG } from "../harness/studios.ts";
import { NO_ENGINE, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { PanelClient } from "../scripts/browser/panel-client.ts";
import { BASE_PATH } from "../src/http/base-path.ts";

const SIGN_INS = 20;
const READS_ALONE = 200;

const system = await startMiniflareSystem({ engine: NO_ENGINE });
try {
  const studio = await addStudio(system.database, SMALL_CATALOG);
  const owner = await addOwner(system.database, studio.id);
  const me = new URL(`${BASE_PATH}/me`, system.url);
  const read = async () =>
    void (await (await fetch(me, { headers: { Authorization: `Bearer ${studio.key}` } })).text());
  const clients = Array.from({ length: SIGN_INS + 1 }, () => new PanelClient(system.url.href));
  // The first of each loads the data that the others find.
  await Promise.all([read(), clients.pop()?.signIn(owner)]);

  const alone = await timesOf(read, (done) => done === READS_ALONE);
  const form: number[] = [];
  for (const client of clients) form.push(await millisecondsOf(() => client.get("/panel/sign-in")));
  let hasEnded = false;
  const beside = timesOf(read, () => hasEnded);
  const signIns: number[] = [];
  for (const client of clients) signIns.push(await millisecondsOf(() => client.signIn(owner)));
  hasEnded = true;

  const rows = {
    "GET /me alone": alone,
    "GET /me beside": await beside,
    "the form": form,
    "signing in, its form included": signIns,
  };
  printTable(
    ["", "median ms", "longest ms"],
    Object.entries(rows).map(([name, times]) => [name, figure(median(times)), figure(Math.max(...times))]),
  );
  console.log(
    `${SIGN_INS} people sign in one after the other, in Miniflare; "beside" are reads of the same isolate meanwhile, one at a time.`,
  );
} finally {
  await system.stop();
}

async function timesOf(work: () => Promise<unknown>, isOver: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) times.push(await millisecondsOf(work));
  return times;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
