// The catalog's first page.

import { Hono } from "hono";
import { readCatalogCounts } from "../../catalog/catalog-lists.store.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { CatalogPage } from "./catalog.page.tsx";

export const panelCatalogRoutes = new Hono<PanelEnv>().get("/", async (context) => {
  const { tenant } = context.var;
  const counts = await readCatalogCounts(tenant.db);
  return render(context, <CatalogPage counts={counts} />);
});
