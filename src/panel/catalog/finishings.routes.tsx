// Finishings: create, edit, order, archive.

import { Hono } from "hono";
import { finishingDetailsSchema, finishingSchema } from "../../catalog/catalog.request.ts";
import { changeFinishing, createFinishing, setFinishingArchived } from "../../catalog/catalog-changes.store.ts";
import { readFinishing, readFinishingList } from "../../catalog/catalog-lists.store.ts";
import { readForm } from "../../pages/form-values.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { ownersOnly } from "../kit/session.middleware.tsx";
import {
  entryId,
  keepPricesToOwner,
  respondArchived,
  respondRestored,
  respondSaved,
  respondToMove,
  takenName,
} from "./entry-actions.ts";
import { FinishingPage, FinishingsPage, NewFinishingPage } from "./finishings.page.tsx";

export const finishingRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("finishing"))
  .get("/", async (context) => {
    const { tenant } = context.var;
    const finishings = await readFinishingList(tenant.db);
    return render(context, <FinishingsPage finishings={finishings} />);
  })
  .get("/new", ownersOnly, (context) => {
    return render(context, <NewFinishingPage />);
  })
  .post("/new", ownersOnly, async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, finishingSchema);
    if (!form.ok) return render(context, <NewFinishingPage form={form.state} />, 400);
    const finishing = await createFinishing(tenant.db, form.fields);
    if (finishing === "taken") {
      const taken = takenName(view.language, form.typed, "name");
      return render(context, <NewFinishingPage form={taken} />, 400);
    }
    return respondSaved(context, "finishings", finishing.name, "created");
  })
  .get("/:id", async (context) => {
    const { tenant } = context.var;
    const finishing = await readFinishing(tenant.db, entryId(context));
    return render(context, <FinishingPage finishing={finishing} />);
  })
  .post("/:id", async (context) => {
    const { studio, tenant } = context.var;
    const id = entryId(context);
    const form = await readForm(context, studio.role === "owner" ? finishingSchema : finishingDetailsSchema);
    if (!form.ok) {
      const finishing = await readFinishing(tenant.db, id);
      const page = <FinishingPage finishing={finishing} form={form.state} />;
      return render(context, page, 400);
    }
    const { name } = await changeFinishing(tenant.db, id, form.fields);
    return respondSaved(context, "finishings", name, "saved");
  })
  .post("/:id/archive", async (context) =>
    respondArchived(context, "finishings", await setFinishingArchived(context.var.tenant.db, entryId(context), true)),
  )
  .post("/:id/restore", async (context) =>
    respondRestored(context, "finishings", await setFinishingArchived(context.var.tenant.db, entryId(context), false)),
  )
  .post("/:id/move", (context) => respondToMove(context, "finishing", "finishings"));
