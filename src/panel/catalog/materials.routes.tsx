// Materials: create, edit, order, archive, correct the stock.

import { Hono } from "hono";
import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import {
  materialChangesSchemaOf,
  materialDetailsSchema,
  materialSchema,
  stockSchema,
} from "../../catalog/catalog.request.ts";
import { changeMaterial, createMaterial, setMaterialStatus, setStock } from "../../catalog/catalog-changes.store.ts";
import { readMaterial, readMaterialList, readQualitiesWithMachines } from "../../catalog/catalog-lists.store.ts";
import type { Material } from "../../catalog/catalog-rows.ts";
import { type Combination, combinationsOfMaterial } from "../../catalog/trial/combinations.ts";
import { knownRefusals } from "../../catalog/trial/try-profiles.ts";
import { NotFound } from "../../domain/errors.ts";
import { technologyOf } from "../../domain/technology.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { MATERIAL_PARAMETERS } from "../../machine-profiles/machine-parameters.ts";
import { MATERIAL_PRESETS, type MaterialPreset } from "../../machine-profiles/presets/materials.ts";
import { type FormState, readForm, typedValuesOf } from "../../pages/form-values.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { ownersOnly } from "../kit/session.middleware.tsx";
import { partPath } from "./catalog-frame.tsx";
import {
  entryId,
  keepPricesToOwner,
  respondArchived,
  respondRestored,
  respondSaved,
  respondToMove,
  takenName,
} from "./entry-actions.ts";
import { MaterialPage, MaterialsPage, NewMaterialPage } from "./materials.page.tsx";
import { materialWords } from "./materials.words.ts";
import { typedParameters } from "./parameter-table.tsx";
import { trySave } from "./tried-save.tsx";

export const materialRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("material"))
  .get("/", async (context) => {
    const { view, studio, tenant } = context.var;
    const materials = await readMaterialList(tenant.db);
    return render(context, <MaterialsPage view={view} studio={studio} materials={materials} />);
  })
  .get("/new", ownersOnly, (context) => {
    const { view, studio } = context.var;
    return render(context, <NewMaterialPage view={view} studio={studio} />);
  })
  .post("/new", ownersOnly, async (context) => {
    const { view, studio, tenant } = context.var;
    const form = await readForm(context, materialSchema);
    if (!form.ok) return render(context, <NewMaterialPage view={view} studio={studio} form={form.state} />, 400);
    const tried = await trySave(context, await combinationsOf(context, form.fields), form.typed);
    if (tried.outcome === "refused") {
      return render(context, <NewMaterialPage view={view} studio={studio} form={tried.form} />, 400);
    }
    const material = await createMaterial(tenant.db, form.fields);
    if (material === "taken") {
      const taken = takenName(view.language, form.typed, "name");
      return render(context, <NewMaterialPage view={view} studio={studio} form={taken} />, 400);
    }
    return respondSaved(context, "materials", material.name, "created", tried.word);
  })
  // The address of usual values that is opened anew, such as after a reload.
  .get("/new/presets/:preset", ownersOnly, (context) =>
    context.redirect(`${partPath(context.var.studio, "materials")}/new`, 303),
  )
  .post("/new/presets/:preset", ownersOnly, async (context) => {
    const { view, studio } = context.var;
    const preset = presetAsked(context);
    const form = await filledForm(context, preset);
    return render(context, <NewMaterialPage view={view} studio={studio} form={form} filled={preset.name} />);
  })
  .get("/:id", async (context) => {
    const { view, studio, tenant } = context.var;
    const material = await readMaterial(tenant.db, entryId(context));
    return render(context, <MaterialPage view={view} studio={studio} material={material} />);
  })
  .post("/:id", async (context) => {
    const { view, studio, tenant } = context.var;
    const id = entryId(context);
    const material = await readMaterial(tenant.db, id);
    const changes = materialChangesSchemaOf(technologyOf(material.technologyId));
    const form = await readForm(context, studio.role === "owner" ? changes : materialDetailsSchema);
    const showFaults = (state: FormState) =>
      render(context, <MaterialPage view={view} studio={studio} material={material} form={state} />, 400);
    if (!form.ok) return showFaults(form.state);
    const tried = await trySave(context, await combinationsOf(context, form.fields), form.typed);
    if (tried.outcome === "refused") return showFaults(tried.form);
    const { name } = await changeMaterial(tenant.db, id, form.fields);
    return respondSaved(context, "materials", name, "saved", tried.word);
  })
  .get("/:id/presets/:preset", ownersOnly, (context) =>
    context.redirect(partPath(context.var.studio, "materials", entryId(context)), 303),
  )
  .post("/:id/presets/:preset", ownersOnly, async (context) => {
    const { view, studio, tenant } = context.var;
    const preset = presetAsked(context);
    const [material, form] = await Promise.all([
      readMaterial(tenant.db, entryId(context)),
      filledForm(context, preset),
    ]);
    const page = <MaterialPage view={view} studio={studio} material={material} form={form} filled={preset.name} />;
    return render(context, page);
  })
  .get("/:id/stock", (context) => context.redirect(partPath(context.var.studio, "materials", entryId(context)), 303))
  .post("/:id/stock", async (context) => {
    const { view, studio, tenant } = context.var;
    const id = entryId(context);
    const form = await readForm(context, stockSchema);
    if (!form.ok) {
      const material = await readMaterial(tenant.db, id);
      const page = <MaterialPage view={view} studio={studio} material={material} stockForm={form.state} />;
      return render(context, page, 400);
    }
    const { name, stockHundredthsOfGram: before } = await setStock(tenant.db, id, form.fields.stockQuantity);
    const path = partPath(studio, "materials", id);
    return redirectWithNotice(context, path, {
      text: materialWords(view.language).stockCorrected(name),
      undo: {
        action: `${path}/stock`,
        fields: { stockQuantity: before === null ? "" : shortDecimal(before, 2) },
      },
    });
  })
  .post("/:id/archive", async (context) =>
    respondArchived(context, "materials", await setMaterialStatus(context.var.tenant.db, entryId(context), "inactive")),
  )
  .post("/:id/restore", async (context) =>
    respondRestored(context, "materials", await setMaterialStatus(context.var.tenant.db, entryId(context), "active")),
  )
  .post("/:id/move", (context) => respondToMove(context, "material", "materials"));

/** The combinations of a plastic's own limits; none where it states none. */
async function combinationsOf(
  { var: { studio, tenant } }: PanelContext,
  { processParameters = null }: Pick<Material, "name"> & { readonly processParameters?: OwnParameters | null },
): Promise<Combination[]> {
  if (processParameters === null) return [];
  const { machines, qualities } = await readQualitiesWithMachines(tenant.db);
  const combinations = combinationsOfMaterial(studio.record, { processParameters }, qualities, machines);
  // A refusal without the material is not the material's fault.
  const bare = combinations.map(({ qualityName, inUse: { quality, studio, machine } }) => ({
    qualityName,
    inUse: { quality, studio, machine },
  }));
  const refused = (await knownRefusals(tenant, bare)).map(({ qualityName }) => qualityName);
  return combinations.filter(({ qualityName }) => !refused.includes(qualityName));
}

/** @throws NotFound */
function presetAsked(context: PanelContext): MaterialPreset {
  const preset = MATERIAL_PRESETS.find(({ slug }) => slug === context.req.param("preset"));
  if (preset === undefined) throw new NotFound();
  return preset;
}

/** The form as typed, with the plastic's usual values in place of those that it had. Nothing is saved. */
async function filledForm(context: PanelContext, { parameters }: MaterialPreset): Promise<FormState> {
  const typed = await typedValuesOf(context);
  const cleared = Object.fromEntries([...MATERIAL_PARAMETERS.keys()].map((name) => [name, ""]));
  const filled = typedParameters(context.var.view.language, parameters);
  return { values: { ...typed, ...cleared, ...filled }, faults: {} };
}
