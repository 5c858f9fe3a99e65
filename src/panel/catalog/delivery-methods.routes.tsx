// Delivery methods: create, edit, order, archive. They have no price, so staff do all of it.

import { Hono } from "hono";
import { deliveryMethodSchema } from "../../catalog/catalog.request.ts";
import {
  changeDeliveryMethod,
  createDeliveryMethod,
  setDeliveryMethodActive,
} from "../../catalog/catalog-changes.store.ts";
import { readDeliveryMethod, readDeliveryMethodList } from "../../catalog/catalog-lists.store.ts";
import { readForm } from "../../pages/form-values.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { DeliveryMethodPage, DeliveryMethodsPage, NewDeliveryMethodPage } from "./delivery-methods.page.tsx";
import { entryId, respondArchived, respondRestored, respondSaved, respondToMove, takenName } from "./entry-actions.ts";

export const deliveryMethodRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const methods = await readDeliveryMethodList(tenant.db);
    return render(context, <DeliveryMethodsPage methods={methods} />);
  })
  .get("/new", (context) => {
    return render(context, <NewDeliveryMethodPage />);
  })
  .post("/new", async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, deliveryMethodSchema);
    if (!form.ok) return render(context, <NewDeliveryMethodPage form={form.state} />, 400);
    const method = await createDeliveryMethod(tenant.db, form.fields);
    if (method === "taken") {
      const taken = takenName(view.language, form.typed, "name");
      return render(context, <NewDeliveryMethodPage form={taken} />, 400);
    }
    return respondSaved(context, "delivery", method.name, "created");
  })
  .get("/:id", async (context) => {
    const { tenant } = context.var;
    const method = await readDeliveryMethod(tenant.db, entryId(context));
    return render(context, <DeliveryMethodPage method={method} />);
  })
  .post("/:id", async (context) => {
    const { tenant } = context.var;
    const id = entryId(context);
    const form = await readForm(context, deliveryMethodSchema);
    if (!form.ok) {
      const method = await readDeliveryMethod(tenant.db, id);
      const page = <DeliveryMethodPage method={method} form={form.state} />;
      return render(context, page, 400);
    }
    const { name } = await changeDeliveryMethod(tenant.db, id, form.fields);
    return respondSaved(context, "delivery", name, "saved");
  })
  .post("/:id/archive", async (context) =>
    respondArchived(context, "delivery", await setDeliveryMethodActive(context.var.tenant.db, entryId(context), false)),
  )
  .post("/:id/restore", async (context) =>
    respondRestored(context, "delivery", await setDeliveryMethodActive(context.var.tenant.db, entryId(context), true)),
  )
  .post("/:id/move", (context) => respondToMove(context, "deliveryMethod", "delivery"));
