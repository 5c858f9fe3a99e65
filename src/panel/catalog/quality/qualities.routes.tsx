// Printing qualities: create, edit, try on a sample, order, archive.

import { Hono } from "hono";
import { z } from "zod";
import { findTechnologyBySlug, type Technology } from "../../../../slicer-service/src/contract/technologies.ts";
import {
  type QualityChoices,
  type QualityWithChoices,
  readQuality,
  readQualityChoices,
} from "../../../catalog/catalog-lists.store.ts";
import type { Quality } from "../../../catalog/catalog-rows.ts";
import { listed } from "../../../catalog/entries.store.ts";
import { orNoParameters } from "../../../catalog/process-parameters.request.ts";
import {
  type NamedMachine,
  namedMachine,
  qualitySchemaOf,
  type SlicedValues,
  slicedValuesSchemaOf,
} from "../../../catalog/quality/quality.request.ts";
import { changeQuality, createQuality, setQualityActive } from "../../../catalog/quality/quality.store.ts";
import { isOfProcess, QUALITY_FIELDS, qualityDetailsSchema } from "../../../catalog/quality/quality-fields.request.ts";
import type { Combination, ProfileRefusal } from "../../../catalog/trial/combinations.ts";
import { newQualityRow } from "../../../catalog/trial/new-quality-row.ts";
import { knownRefusals } from "../../../catalog/trial/try-profiles.ts";
import { type QualityTrial, tryQuality } from "../../../catalog/trial/try-quality.ts";
import { printingQualities } from "../../../db/schema.ts";
import { NotFound } from "../../../domain/errors.ts";
import { isOfFilament, technologyOf } from "../../../domain/technology.ts";
import { sentenceOf } from "../../../pages/fault.words.ts";
import { type FormState, readForm, refused, type TypedValues } from "../../../pages/form-values.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm, shownForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { entryPath } from "../catalog-frame.tsx";
import {
  carriedColumns,
  carriedParameters,
  entryId,
  entryRoutes,
  keepPricesToOwner,
  respondArchived,
  respondRestored,
  respondSaved,
  takenName,
} from "../entry.routes.ts";
import { trySave } from "../tried-save.tsx";
import { ChooseTechnologyPage, QualitiesPage } from "./qualities.page.tsx";
import {
  machinesToChoose,
  QualityPage,
  qualityFormValues,
  TRIAL_MATERIAL_FIELD,
  usualQualityValues,
} from "./quality-form.page.tsx";

/** The longest wait of a try's page. Most samples are sliced sooner; for the others the page is opened again. */
const TRIAL_WAIT_MILLISECONDS = 8000;

const restoreForm = z.object({ isDefault: z.literal("true").optional() });

export const qualityRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("quality"))
  .get("/", async (context) => {
    const { tenant } = context.var;
    const qualities = await listed(tenant.db, printingQualities);
    return render(context, <QualitiesPage qualities={qualities} />);
  })
  .get("/new", ownersOnly, (context) => {
    return render(context, <ChooseTechnologyPage />);
  })
  .get("/new/:technology", ownersOnly, async (context) => {
    const { view, tenant } = context.var;
    const technology = technologyAsked(context);
    const choices = await readQualityChoices(tenant.db, technology.id);
    return showPage(context, {
      technology,
      ...choices,
      form: { values: usualQualityValues(view, technology), faults: {} },
    });
  })
  .post("/new/:technology", ownersOnly, async (context) => {
    const { tenant } = context.var;
    const technology = technologyAsked(context);
    const choices = await readQualityChoices(tenant.db, technology.id);
    const form = await readForm(context, qualitySchemaOf(technology, choosable(choices)));
    if (!form.ok) return showPage(context, { technology, ...choices, form: form.state }, 400);
    const tried = await trySave(context, combinationsOf(context, choices, form.fields), form.typed);
    if (tried.outcome === "refused") return showPage(context, { technology, ...choices, form: tried.form }, 400);
    const quality = await createQuality(tenant.db, form.fields);
    if (quality === "taken") {
      return showPage(context, { technology, ...choices, form: takenName(context, "quality", form.typed) }, 400);
    }
    return respondSaved(context, "quality", quality.name, "created", tried.word);
  })
  // A try's address opened by GET, as after a reload: leads back to the form.
  .get("/new/:technology/try", ownersOnly, (context) =>
    context.redirect(`${entryPath(context.var.studio, "quality")}/new/${technologyAsked(context).slug}`, 303),
  )
  .post("/new/:technology/try", ownersOnly, async (context) => {
    const technology = technologyAsked(context);
    const choices = await readQualityChoices(context.var.tenant.db, technology.id);
    return showTrial(context, { technology, ...choices });
  })
  .get("/:id", async (context) => {
    const { view, studio, tenant } = context.var;
    const found = await readQuality(tenant.db, entryId(context));
    const form = shownForm(qualityFormValues(view, found.quality));
    const refusals =
      studio.role === "owner" ? await knownRefusals(tenant, combinationsOf(context, found, found.quality)) : [];
    const technology = technologyOf(found.quality.technologyId);
    return showPage(context, { technology, ...found, form, refusals });
  })
  .post(
    "/:id",
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const id = entryId(context);
      const found = await readQuality(tenant.db, id);
      const technology = technologyOf(found.quality.technologyId);
      const schema = qualitySchemaOf(technology, choosable(found, found.quality));
      const stored = qualityFormValues(view, found.quality);
      if (studio.role !== "owner") {
        const details = await readSeenForm(context, qualityDetailsSchema, { stored });
        if (!details.ok) return showKept(context, found, details.state, details.status);
        const changes = carriedColumns(QUALITY_FIELDS, details.typed, details.fields);
        const { name } = await changeQuality(tenant.db, id, changes, found.quality);
        return respondSaved(context, "quality", name, "saved");
      }
      const boxes = isOfProcess(QUALITY_FIELDS.supports, technology.process) ? ["supports"] : [];
      const form = await readSeenForm(context, schema, { stored, boxes, label: labelsOf(found) });
      if (!form.ok) return showKept(context, found, form.state, form.status);
      const changes = changesOf(found.quality, form);
      const tried = await trySave(
        context,
        combinationsOf(context, found, { ...found.quality, ...changes }),
        form.typed,
      );
      if (tried.outcome === "refused") return showKept(context, found, tried.form, 400);
      const { name } = await changeQuality(tenant.db, id, changes, found.quality);
      return respondSaved(context, "quality", name, "saved", tried.word);
    }),
  )
  .get("/:id/try", ownersOnly, (context) =>
    context.redirect(entryPath(context.var.studio, "quality", entryId(context)), 303),
  )
  .post("/:id/try", ownersOnly, async (context) => {
    const found = await readQuality(context.var.tenant.db, entryId(context));
    return showTrial(context, { technology: technologyOf(found.quality.technologyId), ...found });
  })
  .post("/:id/archive", async (context) => {
    const archived = await setQualityActive(context.var.tenant.db, entryId(context), false);
    // Undo makes it the default again, too.
    return respondArchived(context, "quality", archived, archived.isDefault ? { isDefault: "true" } : {});
  })
  .post("/:id/restore", async (context) => {
    const form = await readForm(context, restoreForm);
    const asDefault = form.ok && form.fields.isDefault !== undefined;
    const restored = await setQualityActive(context.var.tenant.db, entryId(context), true, asDefault);
    return respondRestored(context, "quality", restored);
  })
  .route("/", entryRoutes("quality"));

/** The columns of the owner's form. Only the box `supports` is unticked by sending nothing. */
function changesOf(
  { technologyId, processParameters }: Quality,
  {
    typed,
    fields,
  }: { readonly typed: TypedValues; readonly fields: z.output<ReturnType<typeof qualitySchemaOf<number>>> },
) {
  const { process } = technologyOf(technologyId);
  const hasSupports = isOfProcess(QUALITY_FIELDS.supports, process);
  return {
    ...carriedColumns(QUALITY_FIELDS, typed, fields, hasSupports ? ["supports"] : []),
    processParameters: orNoParameters(carriedParameters(processParameters, typed, fields.processParameters)),
  };
}

interface ShownQuality extends QualityChoices {
  readonly technology: Technology;
  readonly quality?: Quality | undefined;
}

function choosable({ machines }: QualityChoices, quality?: Quality): NamedMachine[] {
  return machinesToChoose(machines, quality).map((machine) => namedMachine(String(machine.id), machine));
}

/** A machine profile by its name. */
function labelsOf({ machines }: QualityChoices) {
  return (name: string, value: string): string =>
    name === "machineProfileId" ? (machines.find(({ id }) => String(id) === value)?.name ?? value) : value;
}

/** The combination to try of a filament quality; none for resin and powder, which no slicer refuses. */
function combinationsOf(
  { var: { studio } }: PanelContext,
  { machines }: QualityChoices,
  values: SlicedValues,
): Combination[] {
  if (!isOfFilament(values.technologyId)) return [];
  const machine = machines.find(({ id }) => id === values.machineProfileId);
  const quality = { ...values, ...newQualityRow(studio.record) };
  return [{ qualityName: null, inUse: { quality, studio: studio.record, machine } }];
}

/** @throws NotFound for an unknown technology */
function technologyAsked(context: PanelContext): Technology {
  const technology = findTechnologyBySlug(context.req.param("technology"));
  if (technology === undefined) throw new NotFound();
  return technology;
}

function showPage(
  context: PanelContext,
  shown: ShownQuality & {
    readonly form: FormState;
    readonly trial?: QualityTrial | undefined;
    readonly refusals?: readonly ProfileRefusal[];
  },
  status: 200 | 400 | 409 | 429 = 200,
): Response | Promise<Response> {
  return render(context, <QualityPage {...shown} />, status);
}

function showKept(
  context: PanelContext,
  found: QualityWithChoices,
  form: FormState,
  status: 200 | 400 | 409 = 200,
): Response | Promise<Response> {
  return showPage(context, { technology: technologyOf(found.quality.technologyId), ...found, form }, status);
}

/** Slices the sample with the form's values, and shows the typed form with the result. */
async function showTrial(context: PanelContext, shown: ShownQuality): Promise<Response> {
  const { view, studio, tenant } = context.var;
  const form = await readForm(context, slicedValuesSchemaOf(shown.technology, choosable(shown, shown.quality)));
  if (!form.ok) return showPage(context, { ...shown, form: form.state }, 400);
  const material = shown.materials.find(({ id }) => String(id) === form.typed[TRIAL_MATERIAL_FIELD]);
  if (material === undefined) {
    const faults = { [TRIAL_MATERIAL_FIELD]: [sentenceOf(view.language, "oneOf")] };
    return showPage(context, { ...shown, form: refused(form.typed, faults) }, 400);
  }
  const values = form.fields;
  const machine = shown.machines.find(({ id }) => id === values.machineProfileId);
  const tried = { values, machine, material };
  const trial = await tryQuality(tenant, studio.record, tried, TRIAL_WAIT_MILLISECONDS);
  const status = trial.outcome === "busy" ? 429 : 200;
  return showPage(context, { ...shown, form: { values: form.typed, faults: {} }, trial }, status);
}
