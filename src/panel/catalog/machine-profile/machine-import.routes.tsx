// Imports a slicer's settings: reads the files, shows the figures found, saves profile, quality and materials.

import { Hono } from "hono";
import type { z } from "zod";
import { TECHNOLOGIES, type Technology } from "../../../../slicer-service/src/contract/technologies.ts";
import { readImportTargets } from "../../../catalog/catalog-lists.store.ts";
import type { Quality } from "../../../catalog/catalog-rows.ts";
import { importMachine } from "../../../catalog/machine-profile/import-machine.store.ts";
import { machineProfileSchema } from "../../../catalog/machine-profile/machine-profile-fields.request.ts";
import { materialParametersSchema } from "../../../catalog/process-parameters.request.ts";
import { type NamedMachine, namedMachine, qualitySchemaOf } from "../../../catalog/quality/quality.request.ts";
import { type Combination, combinationsOfMachine } from "../../../catalog/trial/combinations.ts";
import { newQualityRow } from "../../../catalog/trial/new-quality-row.ts";
import type { MachineProfile } from "../../../db/machine-profile-record.ts";
import { readSlicerSettings } from "../../../machine-profiles/import/read-slicer-settings.ts";
import type { ImportedQuality, SlicerSettingsRead } from "../../../machine-profiles/import/slicer-settings.ts";
import { sentenceOf } from "../../../pages/fault.words.ts";
import {
  type FormState,
  type ReadForm,
  readForm,
  readValues,
  refused,
  type ShownFaults,
  shownDecimal,
  type TypedValues,
  textOf,
  typedValuesOf,
} from "../../../pages/form-values.ts";
import { typedText } from "../../kit/form.tsx";
import { materialName } from "../../kit/item/material.tsx";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv, View } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { partPath } from "../catalog-frame.tsx";
import { parameterFormValues } from "../parameter-table.tsx";
import { qualityFormValues, usualQualityValues } from "../quality/quality-form.page.tsx";
import { trySave } from "../tried-save.tsx";
import { type CarriedFile, packFiles, unpackFiles } from "./carried-files.ts";
import {
  type CarriedChoice,
  type IMPORTED_QUALITY_FIELDS,
  type ImportTargets,
  MachineImportPage,
  MachineImportReviewPage,
  NEW_QUALITY,
  plasticFieldName,
  qualityFieldName,
} from "./machine-import.page.tsx";
import { type ImportedEntries, machineWords } from "./machines.words.ts";

/** Imported settings come from filament slicers only. */
const FDM: Technology = TECHNOLOGIES[0];

export const machineImportRoutes = new Hono<PanelEnv>()
  .use(ownersOnly)
  .get("/", (context) => {
    const form = { values: { machineId: context.req.query("machineId") }, faults: {} };
    return render(context, <MachineImportPage form={form} />);
  })
  .post("/", async (context) => {
    const { view } = context.var;
    const typed = await typedValuesOf(context);
    const files = await sentFiles(context, typed);
    if (files === undefined || files.length === 0) return showFiles(context, typed, machineWords(view.language).noFile);
    const choice = { printer: asked(typed.printer), print: asked(typed.print), filament: asked(typed.filament) };
    const read = readSlicerSettings(files, choice);
    switch (read.outcome) {
      case "unreadable":
        return showFiles(context, typed, read.fault[view.language]);
      case "choose": {
        const carried = { offered: read, carried: await packFiles(files) };
        const form = { values: typed, faults: {} };
        return render(context, <MachineImportPage form={form} choice={carried} />);
      }
      case "read": {
        const several = [read.offered.printers, read.offered.prints, read.offered.filaments];
        const hasOthers = several.some(({ length }) => length > 1);
        const carried = hasOthers ? { offered: read.offered, carried: await packFiles(files) } : undefined;
        const form = { values: { ...typed, ...foundValues(view, read) }, faults: {} };
        return showReview(context, form, await readImportTargets(context.var.tenant.db), read, carried);
      }
      default:
        return read satisfies never;
    }
  })
  .get("/save", (context) => context.redirect(`${partPath(context.var.studio, "machines")}/import`, 303))
  .post("/save", async (context) => {
    const { studio, tenant, view } = context.var;
    const targets = await readImportTargets(tenant.db);
    const form = await readForm(context, machineProfileSchema);
    const typed = await typedValuesOf(context);
    const taken = form.ok ? takenIn(view, typed, form.fields.parameters, targets) : undefined;
    if (!form.ok || taken?.outcome !== "taken") {
      const faults = { ...(form.ok ? {} : form.state.faults), ...taken?.faults };
      return showReview(context, refused(typed, faults), targets);
    }
    const tried = await trySave(context, combinationsOf(context, taken, form.fields.parameters, targets), typed);
    if (tried.outcome === "refused") return showReview(context, tried.form, targets);
    const { machine, quality, materialIds, plastic } = taken;
    const written = quality === undefined ? undefined : { id: quality.existing?.id, row: quality.row };
    const { isArchived: _, ...profile } = form.fields;
    const saved = await importMachine(tenant.db, { machine, profile, quality: written, materialIds, plastic });
    if (saved.outcome === "taken") {
      const field = saved.kind === "machineProfile" ? "name" : "qualityName";
      return showReview(context, refused(typed, { [field]: [sentenceOf(view.language, "taken")] }), targets);
    }
    return redirectWithNotice(context, partPath(studio, "machines", saved.machine.id), {
      text: `${machineWords(view.language).imported(writtenEntries(saved.machine.name, taken, targets))}${tried.word}`,
    });
  });

/** The updated profile with the imported quality and its other qualities, printed in the imported plastic. */
function combinationsOf(
  { var: { studio } }: PanelContext,
  { machine, quality, materialIds, plastic }: Extract<Taken, { outcome: "taken" }>,
  parameters: Parameters,
  targets: ImportTargets,
): Combination[] {
  const imported =
    quality === undefined ? [] : [{ ...quality.row, ...newQualityRow(studio.record), name: quality.row.name }];
  const kept = targets.qualities.filter(
    ({ id, machineProfileId }) =>
      machine !== undefined && machineProfileId === machine.id && id !== quality?.existing?.id,
  );
  return combinationsOfMachine(
    studio.record,
    { parameters: { ...machine?.parameters, ...parameters } },
    [...imported, ...kept],
    materialIds.length === 0 ? undefined : { processParameters: plastic },
  );
}

/** The entries of an import, for its notice. */
function writtenEntries(
  machineName: string,
  { machine, quality, materialIds }: Extract<Taken, { outcome: "taken" }>,
  { materials }: ImportTargets,
): ImportedEntries {
  return {
    machine: { name: machineName, isNew: machine === undefined },
    quality: quality && { name: quality.row.name, isNew: quality.existing === undefined },
    materials: materials
      .filter(({ id }) => materialIds.includes(id))
      .map(({ name, color }) => materialName(name, color)),
  };
}

type Parameters = z.output<typeof machineProfileSchema>["parameters"];

type Taken =
  | { readonly outcome: "faults"; readonly faults: ShownFaults }
  | {
      readonly outcome: "taken";
      readonly faults?: undefined;
      /** The profile to update; undefined for a new one. */
      readonly machine: MachineProfile | undefined;
      readonly quality:
        | { readonly existing: Quality | undefined; readonly row: z.output<ReturnType<typeof qualitySchemaOf<number>>> }
        | undefined;
      readonly materialIds: readonly number[];
      readonly plastic: Parameters;
    };

/** Reads the form's targets, quality and plastic. Everything is checked before anything is written. */
function takenIn(view: View, typed: TypedValues, parameters: Parameters, targets: ImportTargets): Taken {
  const oneOf = sentenceOf(view.language, "oneOf");
  const form = { values: typed, faults: {} };
  const faults: Record<string, readonly string[]> = {};
  const machineId = typedText(form, "machineId");
  const machine = targets.machines.find(({ id }) => String(id) === machineId);
  if (machineId !== "" && machine === undefined) faults.machineId = [oneOf];

  const materialIds = [typed.materialIds ?? []].flat();
  const materials = targets.materials.filter(({ id }) => materialIds.includes(String(id)));
  const plastic = readValues(view.language, valuesOf(typed, plasticFieldName("")), materialParametersSchema);
  if (materials.length < new Set(materialIds).size || !plastic.ok) faults.form = [oneOf];

  const qualityId = typedText(form, "qualityId");
  const existing = targets.qualities.find(({ id }) => String(id) === qualityId);
  if (qualityId !== "" && qualityId !== NEW_QUALITY && existing === undefined) faults.qualityId = [oneOf];
  const asked = qualityId === NEW_QUALITY || existing !== undefined;
  const quality = asked ? qualityIn(view, typed, existing, namedMachine(IMPORTED, { id: 0, parameters })) : undefined;
  if (quality !== undefined && !quality.ok) {
    const { name, layerHeight, ...others } = quality.state.faults;
    if (name !== undefined) faults.qualityName = name;
    if (layerHeight !== undefined) faults.qualityId = layerHeight;
    if (Object.keys(others).length > 0) faults.qualityId = Object.values(others).flat();
  }
  const nameOfNew = typedText(form, "qualityName");
  if (qualityId === NEW_QUALITY && targets.qualities.some(({ name }) => name === nameOfNew)) {
    faults.qualityName = [sentenceOf(view.language, "taken")];
  }
  if (Object.keys(faults).length > 0 || !plastic.ok || quality?.ok === false) return { outcome: "faults", faults };
  return {
    outcome: "taken",
    machine,
    quality: quality === undefined ? undefined : { existing, row: quality.fields },
    materialIds: materials.map(({ id }) => id),
    plastic: plastic.fields,
  };
}

/** Stands in the quality's form for the id of the imported profile. */
const IMPORTED = "imported";

/** The quality with the import's values over its own, read like its own form. */
function qualityIn(
  view: View,
  typed: TypedValues,
  existing: Quality | undefined,
  machine: NamedMachine,
): ReadForm<z.output<ReturnType<typeof qualitySchemaOf<number>>>> {
  const before =
    existing === undefined
      ? { ...usualQualityValues(view, FDM), name: typed.qualityName }
      : qualityFormValues(view, existing);
  const found = valuesOf(typed, qualityFieldName(""));
  const values = { ...before, ...found, nozzleDiameter: "", machineProfileId: IMPORTED };
  return readValues(view.language, values, qualitySchemaOf(FDM, [machine]));
}

/** The values with this prefix, by their names without it. */
function valuesOf(typed: TypedValues, prefix: string): TypedValues {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** The values found, by the names of the review's form. */
function foundValues(
  { language }: View,
  { machine, quality, material }: Extract<SlicerSettingsRead, { outcome: "read" }>,
) {
  const plastic = parameterFormValues(language, material?.parameters);
  return {
    name: machine.name,
    source: cleaned(machine.source),
    ...parameterFormValues(language, machine.parameters),
    // Customers read the name, and a preset's is not written for them.
    qualityName: "",
    qualityPreset: quality.name,
    ...qualityValues(language, quality),
    plasticName: material?.name ?? "",
    ...Object.fromEntries(Object.entries(plastic).map(([name, value]) => [plasticFieldName(name), value])),
  };
}

function qualityValues(language: View["language"], quality: ImportedQuality): Record<string, string> {
  const values: Readonly<Record<(typeof IMPORTED_QUALITY_FIELDS)[number], string>> = {
    layerHeight: shownDecimal(language, textOf(quality.layerHeightMm)),
    infillPercent: textOf(quality.infillPercent === null ? null : Math.round(quality.infillPercent)),
    infillPattern: textOf(quality.infillPattern),
    wallCount: textOf(quality.wallCount),
    topLayers: textOf(quality.topLayers),
    bottomLayers: textOf(quality.bottomLayers),
    supports: quality.supports === null ? "" : String(quality.supports),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [qualityFieldName(name), value]));
}

const MAX_SOURCE = 500;

/** Names of presets and files are unchecked input: the source is kept to one printable line. */
function cleaned(source: string): string {
  return source.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").slice(0, MAX_SOURCE);
}

function asked(typed: TypedValues[string]): string | undefined {
  return typeof typed === "string" && typed !== "" ? typed : undefined;
}

/** The uploaded or carried files; undefined if `packFiles` did not make the carried text. */
async function sentFiles(context: PanelContext, { carried }: TypedValues): Promise<readonly CarriedFile[] | undefined> {
  if (typeof carried === "string" && carried !== "") return unpackFiles(carried);
  const { files = [] } = await context.req.parseBody({ all: true });
  // Without a chosen file, a browser sends one empty file without a name.
  const sent = [files].flat().filter((value) => value instanceof File && value.size > 0);
  return Promise.all(
    sent.flatMap((file) =>
      file instanceof File
        ? [file.arrayBuffer().then((bytes) => ({ name: file.name, bytes: new Uint8Array(bytes) }))]
        : [],
    ),
  );
}

function showFiles(context: PanelContext, typed: TypedValues, fault: string): Response | Promise<Response> {
  const form = refused({ machineId: typed.machineId }, { files: [fault] });
  return render(context, <MachineImportPage form={form} />, 400);
}

function showReview(
  context: PanelContext,
  form: FormState,
  targets: ImportTargets,
  found?: Extract<SlicerSettingsRead, { outcome: "read" }>,
  choice?: CarriedChoice,
): Response | Promise<Response> {
  const { tenant } = context.var;
  const engineName = tenant.slicer.filamentEngineName;
  const shown = { targets, report: found?.report, choice, engineName };
  const page = <MachineImportReviewPage form={form} {...shown} />;
  return render(context, page, found === undefined ? 400 : 200);
}
