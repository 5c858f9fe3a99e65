// Materials: create, edit, order, archive, correct the stock.

import { Hono } from "hono";
import type { OwnParameters } from "../../../../slicer-service/src/contract/process-parameters.ts";
import { readQualitiesWithMachines } from "../../../catalog/catalog-lists.store.ts";
import type { Material } from "../../../catalog/catalog-rows.ts";
import { listed, readEntry } from "../../../catalog/entries.store.ts";
import {
  materialChangesSchemaOf,
  materialDetailsSchema,
  newMaterialSchema,
  stockSchema,
} from "../../../catalog/material/material.request.ts";
import { changeMaterial, createMaterial, setStock } from "../../../catalog/material/material.store.ts";
import { MATERIAL_FIELDS } from "../../../catalog/material/material-fields.request.ts";
import { orNoParameters } from "../../../catalog/process-parameters.request.ts";
import { type Combination, combinationsOfMaterial } from "../../../catalog/trial/combinations.ts";
import { knownRefusals } from "../../../catalog/trial/try-profiles.ts";
import { materials } from "../../../db/schema.ts";
import { NotFound } from "../../../domain/errors.ts";
import { technologyOf } from "../../../domain/technology.ts";
import { shortDecimal } from "../../../http/request/decimal-fields.ts";
import { MATERIAL_PARAMETERS } from "../../../machine-profiles/machine-parameters.ts";
import { MATERIAL_PRESETS, type MaterialPreset } from "../../../machine-profiles/presets/materials.ts";
import { type FormState, readForm, type TypedValues, typedValuesOf } from "../../../pages/form-values.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { entryPath } from "../catalog-frame.tsx";
import {
  carriedColumns,
  carriedParameters,
  entryId,
  entryRoutes,
  keepPricesToOwner,
  respondSaved,
  takenName,
} from "../entry.routes.ts";
import { parameterFormValues } from "../parameter-table.tsx";
import { trySave } from "../tried-save.tsx";
import { MaterialPage, MaterialsPage, materialFormValues, NewMaterialPage } from "./materials.page.tsx";
import { materialWords } from "./materials.words.ts";

export const materialRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("material"))
  .get("/", async (context) => {
    const { tenant } = context.var;
    const all = await listed(tenant.db, materials);
    return render(context, <MaterialsPage materials={all} />);
  })
  .get("/new", ownersOnly, (context) => {
    return render(context, <NewMaterialPage />);
  })
  .post("/new", ownersOnly, async (context) => {
    const { tenant } = context.var;
    const form = await readForm(context, newMaterialSchema);
    if (!form.ok) return render(context, <NewMaterialPage form={form.state} />, 400);
    const tried = await trySave(context, await combinationsOf(context, form.fields), form.typed);
    if (tried.outcome === "refused") {
      return render(context, <NewMaterialPage form={tried.form} />, 400);
    }
    const material = await createMaterial(tenant.db, form.fields);
    if (material === "taken") {
      const taken = takenName(context, "material", form.typed);
      return render(context, <NewMaterialPage form={taken} />, 400);
    }
    return respondSaved(context, "material", material.name, "created", tried.word);
  })
  // A preset's address opened by GET, as after a reload: leads back to the form.
  .get("/new/presets/:preset", ownersOnly, (context) =>
    context.redirect(`${entryPath(context.var.studio, "material")}/new`, 303),
  )
  .post("/new/presets/:preset", ownersOnly, async (context) => {
    const preset = presetAsked(context);
    const form = await filledForm(context, preset);
    return render(context, <NewMaterialPage form={form} filled={preset.name} />);
  })
  .get("/:id", async (context) => {
    const { tenant } = context.var;
    const material = await readEntry(tenant.db, materials, entryId(context));
    return render(context, <MaterialPage material={material} />);
  })
  .post(
    "/:id",
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const id = entryId(context);
      const material = await readEntry(tenant.db, materials, id);
      const ownersForm = materialChangesSchemaOf(technologyOf(material.technologyId));
      const schema = studio.role === "owner" ? ownersForm : materialDetailsSchema;
      const form = await readSeenForm(context, schema, { stored: materialFormValues(view, material) });
      if (!form.ok) return render(context, <MaterialPage material={material} form={form.state} />, form.status);
      const changes = {
        ...carriedColumns(MATERIAL_FIELDS, form.typed, form.fields),
        ...plasticOf(
          material,
          form.typed,
          "processParameters" in form.fields ? form.fields.processParameters : undefined,
        ),
      };
      const tried = await trySave(context, await combinationsOf(context, changes), form.typed);
      if (tried.outcome === "refused")
        return render(context, <MaterialPage material={material} form={tried.form} />, 400);
      const { name } = await changeMaterial(tenant.db, id, changes, material);
      return respondSaved(context, "material", name, "saved", tried.word);
    }),
  )
  .get("/:id/presets/:preset", ownersOnly, (context) =>
    context.redirect(entryPath(context.var.studio, "material", entryId(context)), 303),
  )
  .post("/:id/presets/:preset", ownersOnly, async (context) => {
    const { tenant } = context.var;
    const preset = presetAsked(context);
    const [material, form] = await Promise.all([
      readEntry(tenant.db, materials, entryId(context)),
      filledForm(context, preset),
    ]);
    const page = <MaterialPage material={material} form={form} filled={preset.name} />;
    return render(context, page);
  })
  .get("/:id/stock", (context) => context.redirect(entryPath(context.var.studio, "material", entryId(context)), 303))
  .post("/:id/stock", async (context) => {
    const { view, studio, tenant } = context.var;
    const id = entryId(context);
    const form = await readForm(context, stockSchema);
    if (!form.ok) {
      const material = await readEntry(tenant.db, materials, id);
      const page = <MaterialPage material={material} stockForm={form.state} />;
      return render(context, page, 400);
    }
    const { name, stockHundredthsOfGram: before } = await setStock(tenant.db, id, form.fields.stockQuantity);
    const path = entryPath(studio, "material", id);
    return redirectWithNotice(context, path, {
      text: materialWords(view.language).stockCorrected(name),
      undo: {
        action: `${path}/stock`,
        fields: { stockQuantity: before === null ? "" : shortDecimal(before, 2) },
      },
    });
  })
  .route("/", entryRoutes("material"));

/** The form's limits over the stored ones; empty if the form has no limits. */
function plasticOf(
  material: Material,
  typed: TypedValues,
  stated: OwnParameters | null | undefined,
): { readonly processParameters?: OwnParameters | null } {
  if (stated === undefined) return {};
  return { processParameters: orNoParameters(carriedParameters(material.processParameters, typed, stated)) };
}

/** The combinations to try with a plastic's own limits; none without limits. */
async function combinationsOf(
  { var: { studio, tenant } }: PanelContext,
  { processParameters = null }: { readonly processParameters?: OwnParameters | null },
): Promise<Combination[]> {
  if (processParameters === null) return [];
  const { machines, qualities } = await readQualitiesWithMachines(tenant.db);
  const combinations = combinationsOfMaterial(studio.record, { processParameters }, qualities, machines);
  // Leaves out qualities that are refused without the material too: that is not its fault.
  const bare = combinations.map(({ qualityName, inUse: { quality, studio, machine } }) => ({
    qualityName,
    inUse: { quality, studio, machine },
  }));
  const refused = (await knownRefusals(tenant, bare)).map(({ qualityName }) => qualityName);
  return combinations.filter(({ qualityName }) => !refused.includes(qualityName));
}

/** @throws NotFound for an unknown preset */
function presetAsked(context: PanelContext): MaterialPreset {
  const preset = MATERIAL_PRESETS.find(({ slug }) => slug === context.req.param("preset"));
  if (preset === undefined) throw new NotFound();
  return preset;
}

/** The typed form with the preset's limits filled in. Nothing is saved. */
async function filledForm(context: PanelContext, { parameters }: MaterialPreset): Promise<FormState> {
  const typed = await typedValuesOf(context);
  const cleared = Object.fromEntries([...MATERIAL_PARAMETERS.keys()].map((name) => [name, ""]));
  const filled = parameterFormValues(context.var.view.language, parameters);
  return { values: { ...typed, ...cleared, ...filled }, faults: {} };
}
