// Requests of a key: its log as a page, for the studio's owner.

import { Hono } from "hono";
import { asApiKeyId } from "../../domain/ids.ts";
import { pathId } from "../../http/request/path-id.ts";
import type { KeyLogPage, KeyLogQuery } from "../../key-log/asked-request.ts";
import { readKeyLog } from "../../key-log/key-log.ts";
import { logError } from "../../platform/error-log.ts";
import { readApiKey } from "../../studios/api-key.store.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { KeyRequestsPage } from "./key-log.page.tsx";
import { keyLogQuery, readKeyLogFilter } from "./key-log-query.ts";

export const keyLogRoutes = new Hono<PanelEnv>().get("/:id/requests", async (context) => {
  const id = pathId(context.req.param("id"));
  const filter = readKeyLogFilter(context.req.query());
  const before = context.req.query("before");
  // The log knows no other key of the path's studio: the key's row decides whether there is one.
  const query = keyLogQuery(asApiKeyId(id), filter, before);
  const [apiKey, log] = await Promise.all([readApiKey(context.var.tenant.db, id), logOf(context, query)]);
  return render(
    context,
    <KeyRequestsPage apiKey={apiKey} log={log} filter={filter} isFirstPage={query.before === undefined} />,
  );
});

/** undefined if the log does not answer: the page says so. */
async function logOf(context: PanelContext, query: KeyLogQuery): Promise<KeyLogPage | undefined> {
  const { tenant, studio } = context.var;
  try {
    return await readKeyLog(context.env, { studioId: tenant.studioId, region: studio.record.region }, query);
  } catch (error) {
    logError({ failed: "key log" }, error);
    return undefined;
  }
}
