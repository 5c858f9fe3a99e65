// Test orders of the studio's sandbox: a list to look at.

import { Hono } from "hono";
import { linkedId } from "../../http/request/path-id.ts";
import { readTestOrders } from "../../sandbox/test-order-list.store.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { TestOrdersPage } from "./test-orders.page.tsx";

export const testOrderRoutes = new Hono<PanelEnv>().get("/", async (context) => {
  const after = linkedId(context.req.query("after"));
  const list = await readTestOrders(context.var.tenant.db, after);
  return render(context, <TestOrdersPage list={list} isNewest={after === undefined} />);
});
