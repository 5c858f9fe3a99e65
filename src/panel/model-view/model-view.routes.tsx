// The 3D view of an order item's model.

import { Hono } from "hono";
import { NotFound } from "../../domain/errors.ts";
import { pathId } from "../../http/request/path-id.ts";
import { itemName } from "../../orders/item-name.ts";
import { slicesOfItems } from "../../printers/item-slices.ts";
import { readPrintItem } from "../../printers/printing-queue.store.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { downloadPaths } from "../orders/download-paths.ts";
import { ModelViewPage, PrintFacts } from "./model-view.page.tsx";
import { modelViewWords } from "./model-view.words.ts";
import { shownFile } from "./shown-file.ts";

export const modelViewRoutes = new Hono<PanelEnv>().get("/:id/items/:itemId/model", async (context) => {
  const { view, studio, tenant } = context.var;
  const found = await readPrintItem(tenant.db, pathId(context.req.param("itemId")));
  const { item, order, model } = found;
  if (order.id !== pathId(context.req.param("id")) || model === undefined) throw new NotFound();
  const file = (await downloadPaths(context, [found])).get(item.id);
  if (file === undefined) throw new NotFound();
  const [shown, slices] = await Promise.all([
    shownFile(context, model, file),
    // The page is useful without the slicer's figures.
    slicesOfItems(tenant, studio.record, [found], "slicer").catch(() => new Map()),
  ]);
  return render(
    context,
    <ModelViewPage
      back={{ href: `${studio.base}/orders/${order.id}`, text: modelViewWords(view.language).toOrder(order.number) }}
      label={itemName(item)}
      fileName={item.originalFileName}
      model={model}
      colorHex={found.material?.colorHex}
      slice={slices.get(item.id)}
      file={file}
      shown={shown}
    >
      <PrintFacts item={found} />
    </ModelViewPage>,
  );
});
