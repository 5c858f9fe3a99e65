// Finishings: create, edit, order, archive.

import { Hono } from "hono";
import { listed, readEntry } from "../../../catalog/entries.store.ts";
import { changeFinishing, createFinishing } from "../../../catalog/finishing/finishing.store.ts";
import {
  FINISHING_FIELDS,
  finishingDetailsSchema,
  writtenFinishingSchema,
} from "../../../catalog/finishing/finishing-fields.request.ts";
import { finishings, materials } from "../../../db/schema.ts";
import { unknownNames } from "../../../items/finishing-fit.ts";
import { type FormState, readForm, type TypedValues } from "../../../pages/form-values.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { carriedColumns, entryId, entryRoutes, keepPricesToOwner, respondSaved, takenName } from "../entry.routes.ts";
import { entryFormValues } from "../entry-fields.tsx";
import { FinishingPage, FinishingsPage, NewFinishingPage } from "./finishings.page.tsx";
import { finishingWords } from "./finishings.words.ts";

export const finishingRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("finishing"))
  .get("/", async (context) =>
    render(context, <FinishingsPage finishings={await listed(context.var.tenant.db, finishings)} />),
  )
  .get("/new", ownersOnly, (context) => render(context, <NewFinishingPage />))
  .post("/new", ownersOnly, async (context) => {
    const form = await readForm(context, writtenFinishingSchema);
    if (!form.ok) return render(context, <NewFinishingPage form={form.state} />, 400);
    const unknown = await unknownMaterials(context, form.typed);
    if (unknown !== undefined) return render(context, <NewFinishingPage form={unknown} />, 400);
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
      const form = await readSeenForm(context, schema, { stored, boxes: ["onlyWithSupports"] });
      if (!form.ok) return render(context, <FinishingPage finishing={finishing} form={form.state} />, form.status);
      const unknown = await unknownMaterials(context, form.typed);
      if (unknown !== undefined) return render(context, <FinishingPage finishing={finishing} form={unknown} />, 400);
      // An unticked box sends nothing.
      const box = studio.role === "owner" ? { onlyWithSupports: form.typed.onlyWithSupports === "true" } : {};
      const changes = { ...carriedColumns(FINISHING_FIELDS, form.typed, form.fields), ...box };
      const { name } = await changeFinishing(tenant.db, finishing, changes);
      return respondSaved(context, "finishing", name, "saved");
    }),
  )
  .route("/", entryRoutes("finishing"));

/** The form with a fault if a line names no material of the studio; undefined if all do. */
async function unknownMaterials(
  { var: { tenant, view } }: PanelContext,
  typed: TypedValues,
): Promise<FormState | undefined> {
  const { materialNames } = typed;
  if (typeof materialNames !== "string" || materialNames.trim() === "") return undefined;
  const unknown = unknownNames(materialNames, await listed(tenant.db, materials));
  if (unknown.length === 0) return undefined;
  return { values: typed, faults: { materialNames: [finishingWords(view.language).noMaterial(unknown.join(", "))] } };
}
