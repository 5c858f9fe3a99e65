// A model looked at in 3D.

import { Hono } from "hono";
import { NotFound } from "../../domain/errors.ts";
import { pathId } from "../../http/path-id.ts";
import { downloadLinks } from "../../models/download-links.ts";
import { slicesOfItems } from "../../printers/item-slices.ts";
import { readPrintItem } from "../../printers/printing-queue.store.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { ModelViewPage } from "./model-view.page.tsx";

export const modelViewRoutes = new Hono<PanelEnv>().get("/:id/items/:itemId/model", async (context) => {
  const { view, studio, tenant } = context.var;
  const found = await readPrintItem(tenant.db, pathId(context.req.param("itemId")));
  const { item, order, model } = found;
  if (order.id !== pathId(context.req.param("id")) || model === undefined) throw new NotFound();
  const issuer = { studioId: tenant.studioId, secret: context.env.LINK_SECRET, baseUrl: context.req.url };
  const [links, slices] = await Promise.all([
    downloadLinks(issuer, [item]),
    // The page is worth seeing without what the slicer knows.
    slicesOfItems(tenant, studio.record, [found], "slicer").catch(() => new Map()),
  ]);
  const link = links.get(item.id);
  if (link === undefined) throw new NotFound();
  // The path alone: behind a proxy the request's own origin may not be the browser's.
  const file = new URL(link).pathname;
  return render(
    context,
    <ModelViewPage view={view} studio={studio} item={{ ...found, model }} slice={slices.get(item.id)} file={file} />,
  );
});
