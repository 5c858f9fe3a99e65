// The panel's start, and a studio's start page.

import { Hono } from "hono";
import { readOverview } from "../../studios/overview.store.ts";
import { storefrontAddress, studioBase } from "../kit/addresses.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { StartPage, StudiosPage } from "./start.page.tsx";

export const studiosRoutes = new Hono<PanelEnv>().get("/", (context) => {
  const { memberships } = context.var.view;
  const [only] = memberships;
  if (only !== undefined && memberships.length === 1) return context.redirect(studioBase(only.studio.slug), 303);
  return render(context, <StudiosPage />);
});

export const startRoutes = new Hono<PanelEnv>().get("/", async (context) => {
  const { studio, tenant } = context.var;
  const overview = await readOverview(tenant.db, studio.record);
  const address = storefrontAddress(context.req.url, studio.record.slug);
  return render(context, <StartPage overview={overview} address={address} />);
});
