// Finishings: create, edit, order, archive.

import { Hono } from "hono";
import { listed, readEntry } from "../../../catalog/entries.store.ts";
import { changeFinishing, createFinishing } from "../../../catalog/finishing/finishing.store.ts";
import {
  FINISHING_FIELDS,
  finishingDetailsSchema,
  writtenFinishingSchema,
} from "../../../catalog/finishing/finishing-fields.request.ts";
import { finishings } from "../../../db/schema.ts";
import { readForm } from "../../../pages/form-values.ts";
import type { PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { carriedColumns, entryId, entryRoutes, keepPricesToOwner, respondSaved, takenName } from "../entry.routes.ts";
import { entryFormValues } from "../entry-fields.tsx";
import { FinishingPage, FinishingsPage, NewFinishingPage } from "./finishings.page.tsx";

export const finishingRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("finishing"))
  .get("/", async (context) =>
    render(context, <FinishingsPage finishings={await listed(context.var.tenant.db, finishings)} />),
  )
  .get("/new", ownersOnly, (context) => render(context, <NewFinishingPage />))
  .post("/new", ownersOnly, async (context) => {
    const form = await readForm(context, writtenFinishingSchema);
    if (!form.ok) return render(context, <NewFinishingPage form={form.state} />, 400);
    const finishing = await createFinishing(context.var.tenant.db, form.fields);
    if (finishing === "taken") {
      return render(context, <NewFinishingPage form={takenName(context, "finishing", form.typed)} />, 400);
    }
    return respondSaved(context, "finishing", finishing.name, "created");
  })
  .get("/:id", async (context) => {
    const finishing = await readEntry(context.var.tenant.db, finishings, entryId(context));
    return render(context, <FinishingPage finishing={finishing} />);
  })
  .post(
    "/:id",
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const finishing = await readEntry(tenant.db, finishings, entryId(context));
      const schema = studio.role === "owner" ? writtenFinishingSchema : finishingDetailsSchema;
      const stored = entryFormValues(view.language, FINISHING_FIELDS, finishing);
      const form = await readSeenForm(context, schema, { stored });
      if (!form.ok) return render(context, <FinishingPage finishing={finishing} form={form.state} />, form.status);
      const changes = carriedColumns(FINISHING_FIELDS, form.typed, form.fields);
      const { name } = await changeFinishing(tenant.db, finishing, changes);
      return respondSaved(context, "finishing", name, "saved");
    }),
  )
  .route("/", entryRoutes("finishing"));
