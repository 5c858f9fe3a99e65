// Delivery methods: create, edit, order, archive. Staff may do all of it but price them.

import { Hono } from "hono";
import { changeDeliveryMethod, createDeliveryMethod } from "../../../catalog/delivery-method/delivery-method.store.ts";
import {
  DELIVERY_METHOD_FIELDS,
  deliveryMethodDetailsSchema,
  writtenDeliveryMethodSchema,
} from "../../../catalog/delivery-method/delivery-method-fields.request.ts";
import { listed, readEntry } from "../../../catalog/entries.store.ts";
import { deliveryMethods } from "../../../db/schema.ts";
import { readForm } from "../../../pages/form-values.ts";
import type { PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { carriedColumns, entryId, entryRoutes, keepPricesToOwner, respondSaved, takenName } from "../entry.routes.ts";
import { entryFormValues } from "../entry-fields.tsx";
import { DeliveryMethodPage, DeliveryMethodsPage, NewDeliveryMethodPage } from "./delivery-methods.page.tsx";

export const deliveryMethodRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("deliveryMethod"))
  .get("/", async (context) => {
    const methods = await listed(context.var.tenant.db, deliveryMethods);
    return render(context, <DeliveryMethodsPage methods={methods} />);
  })
  .get("/new", (context) => render(context, <NewDeliveryMethodPage />))
  .post("/new", async (context) => {
    const form = await readForm(context, writtenDeliveryMethodSchema);
    if (!form.ok) return render(context, <NewDeliveryMethodPage form={form.state} />, 400);
    const method = await createDeliveryMethod(context.var.tenant.db, form.fields);
    if (method === "taken") {
      const taken = takenName(context, "deliveryMethod", form.typed);
      return render(context, <NewDeliveryMethodPage form={taken} />, 400);
    }
    return respondSaved(context, "deliveryMethod", method.name, "created");
  })
  .get("/:id", async (context) => {
    const method = await readEntry(context.var.tenant.db, deliveryMethods, entryId(context));
    return render(context, <DeliveryMethodPage method={method} />);
  })
  .post(
    "/:id",
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const id = entryId(context);
      const method = await readEntry(tenant.db, deliveryMethods, id);
      const schema = studio.role === "owner" ? writtenDeliveryMethodSchema : deliveryMethodDetailsSchema;
      const stored = entryFormValues(view.language, DELIVERY_METHOD_FIELDS, method);
      const form = await readSeenForm(context, schema, { stored, boxes: ["isPickup"] });
      if (!form.ok) return render(context, <DeliveryMethodPage method={method} form={form.state} />, form.status);
      const { isPickup = false } = form.fields;
      const changes = { ...carriedColumns(DELIVERY_METHOD_FIELDS, form.typed, form.fields), isPickup };
      const { name } = await changeDeliveryMethod(tenant.db, id, changes, method);
      return respondSaved(context, "deliveryMethod", name, "saved");
    }),
  )
  .route("/", entryRoutes("deliveryMethod"));
