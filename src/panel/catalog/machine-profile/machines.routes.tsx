// Machine profiles: create from a preset, a copy or the defaults, edit, order, archive.

import { Hono } from "hono";
import { readMachineProfile, readMachineProfileUses } from "../../../catalog/catalog-lists.store.ts";
import { changeMachineProfile, createMachineProfile } from "../../../catalog/machine-profile/machine-profile.store.ts";
import {
  MACHINE_PROFILE_FIELDS,
  machineProfileSchema,
} from "../../../catalog/machine-profile/machine-profile-fields.request.ts";
import { combinationsOfMachine, isUsable } from "../../../catalog/trial/combinations.ts";
import { knownRefusals } from "../../../catalog/trial/try-profiles.ts";
import { NotFound } from "../../../domain/errors.ts";
import { presetBySlug, presetSource, presetTitle } from "../../../machine-profiles/preset-source.ts";
import { type FormState, readForm, type TypedValues } from "../../../pages/form-values.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { catalogWords } from "../catalog.words.ts";
import { entryPath } from "../catalog-frame.tsx";
import { carriedColumns, carriedParameters, entryId, entryRoutes, respondSaved, takenName } from "../entry.routes.ts";
import { parameterFormValues } from "../parameter-table.tsx";
import { trySave } from "../tried-save.tsx";
import { MachinePage, MachinesPage, machineFormValues, NewMachineFormPage, NewMachinePage } from "./machines.page.tsx";
import { machineWords } from "./machines.words.ts";

export const machineRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const uses = await readMachineProfileUses(tenant.db);
    return render(context, <MachinesPage {...uses} />);
  })
  .get("/new", ownersOnly, (context) => {
    return render(context, <NewMachinePage />);
  })
  .get("/new/defaults", ownersOnly, (context) => showNew(context, {}))
  .get("/new/presets/:preset", ownersOnly, (context) => {
    const preset = presetBySlug(context.req.param("preset"));
    if (preset === undefined) throw new NotFound();
    const { language } = context.var.view;
    const values = {
      name: presetTitle(preset),
      source: presetSource(preset),
      ...parameterFormValues(language, preset.parameters),
    };
    return showNew(context, values);
  })
  .get("/new/copies/:id", ownersOnly, async (context) => {
    const { view, tenant } = context.var;
    const { machine } = await readMachineProfile(tenant.db, entryId(context));
    const name = machineWords(view.language).copyOf(machine.name);
    const values = { ...machineFormValues(view, machine), name, source: machine.source ?? "" };
    return showNew(context, values);
  })
  .post("/new", ownersOnly, async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, machineProfileSchema);
    if (!form.ok) return showForm(context, form.state);
    const { source, ...fields } = form.fields;
    const tried = await trySave(context, combinationsOfMachine(context.var.studio.record, fields, []), form.typed);
    if (tried.outcome === "refused") return showForm(context, tried.form);
    const machine = await createMachineProfile(tenant.db, { ...fields, source: source ?? null });
    if (machine === "taken") return showForm(context, takenName(context, "machineProfile", form.typed));
    // Leads to the profile: its page tells that no quality names it yet.
    return redirectWithNotice(context, entryPath(context.var.studio, "machineProfile", machine.id), {
      text: `${catalogWords(view.language).created(machine.name)}${tried.word}`,
    });
  })
  .get("/:id", async (context) => {
    const { tenant } = context.var;
    const found = await readMachineProfile(tenant.db, entryId(context));
    return showKept(context, found);
  })
  .post(
    "/:id",
    ownersOnly,
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const id = entryId(context);
      const found = await readMachineProfile(tenant.db, id);
      const form = await readSeenForm(context, machineProfileSchema, {
        stored: machineFormValues(view, found.machine),
      });
      const showFaults = (state: FormState, status: 400 | 409) =>
        render(context, <MachinePage engineName={tenant.slicer.filamentEngineName} {...found} form={state} />, status);
      if (!form.ok) return showFaults(form.state, form.status);
      // A quality that is unusable already must not block saving the profile.
      const qualities = found.qualities.filter((quality) =>
        isUsable({ qualityName: quality.name, inUse: { quality, studio: studio.record, machine: found.machine } }),
      );
      const { parameters, ...fields } = form.fields;
      const changes = {
        ...carriedColumns(MACHINE_PROFILE_FIELDS, form.typed, fields),
        parameters: carriedParameters(found.machine.parameters, form.typed, parameters),
      };
      const tried = await trySave(context, combinationsOfMachine(studio.record, changes, qualities), form.typed);
      if (tried.outcome === "refused") return showFaults(tried.form, 400);
      const { name } = await changeMachineProfile(tenant.db, id, changes, found.machine);
      return respondSaved(context, "machineProfile", name, "saved", tried.word);
    }),
  )
  .route("/", entryRoutes("machineProfile"));

/** Shows the owner the profile's known refusals too. */
async function showKept(
  context: PanelContext,
  found: Awaited<ReturnType<typeof readMachineProfile>>,
): Promise<Response> {
  const { studio, tenant } = context.var;
  const combinations = combinationsOfMachine(studio.record, found.machine, found.qualities);
  const refusals = studio.role === "owner" ? await knownRefusals(tenant, combinations) : [];
  return render(context, <MachinePage engineName={tenant.slicer.filamentEngineName} {...found} refusals={refusals} />);
}

function showNew(context: PanelContext, values: TypedValues): Response | Promise<Response> {
  return showForm(context, { values, faults: {} }, 200);
}

function showForm(context: PanelContext, form: FormState, status: 200 | 400 = 400): Response | Promise<Response> {
  const { tenant } = context.var;
  const { filamentEngineName } = tenant.slicer;
  const page = <NewMachineFormPage engineName={filamentEngineName} form={form} />;
  return render(context, page, status);
}
