// A machine profile's numbers by groups, as fields or read-only.

import { FILAMENT_GROUPS, type FilamentGroup } from "../../../../slicer-service/src/contract/filament-parameters.ts";
import type { OwnParameters } from "../../../../slicer-service/src/contract/process-parameters.ts";
import { unfollowedBy } from "../../../../slicer-service/src/contract/unfollowed-numbers.ts";
import { MACHINE_PROFILE_FIELDS } from "../../../catalog/machine-profile/machine-profile-fields.request.ts";
import type { Language } from "../../../domain/person.ts";
import { MACHINE_PARAMETERS, type MachineParameter } from "../../../machine-profiles/machine-parameters.ts";
import { presetNamedBy } from "../../../machine-profiles/preset-source.ts";
import type { FormState } from "../../../pages/form-values.ts";
import { wholeNumber } from "../../../pages/format.ts";
import { useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { EntryFields } from "../entry-fields.tsx";
import { type ParameterRow, type ParameterSource, ParameterTable, valueWithUnit } from "../parameter-table.tsx";
import { machineDefaultSource, machineGroupWords, machineParameterMeaning } from "./machine-parameters.words.ts";
import { machineWords } from "./machines.words.ts";

interface FieldsProps {
  readonly form: FormState;
  /** The source of the values, as the profile states it. */
  readonly source: string | null;
  /** Stored or imported values: the source applies to these only. */
  readonly own: OwnParameters;
  /** The studio's current slicing engine: parameters that it ignores are marked. */
  readonly engineName: string;
}

export function MachineFields({ form, source, own, engineName }: FieldsProps) {
  const view = useView();
  const words = { ...catalogWords(view.language), ...machineWords(view.language) };
  return (
    <>
      <EntryFields fields={MACHINE_PROFILE_FIELDS} form={form} isNew />
      <h2>{words.values}</h2>
      <p class="hint">{words.valuesText}</p>
      {FILAMENT_GROUPS.map((group) => (
        <Group
          group={group}
          ownCount={namesOf(group).filter((name) => (form.values[name] ?? "") !== "").length}
          isOpen={namesOf(group).some((name) => form.faults[name] !== undefined)}
          rows={machineRows(view.language, group, own, source, engineName)}
          form={form}
        />
      ))}
    </>
  );
}

/** The numbers of a machine profile, read-only for staff. */
export function MachineValues({ own, source, engineName }: Omit<FieldsProps, "form">) {
  const view = useView();
  return (
    <div class="stack">
      {FILAMENT_GROUPS.map((group) => (
        <Group
          group={group}
          ownCount={namesOf(group).filter((name) => own[name] !== undefined).length}
          isOpen={false}
          rows={machineRows(view.language, group, own, source, engineName)}
          own={own}
        />
      ))}
    </div>
  );
}

function Group({
  group,
  ownCount,
  isOpen,
  rows,
  form,
  own,
}: {
  readonly group: FilamentGroup;
  readonly ownCount: number;
  /** A group with a fault stays open, or the fault would be hidden. */
  readonly isOpen: boolean;
  readonly rows: readonly ParameterRow[];
  readonly form?: FormState;
  readonly own?: OwnParameters;
}) {
  const view = useView();
  const words = machineWords(view.language);
  return (
    <details open={isOpen} class="card group">
      <summary>
        <strong>{machineGroupWords(view.language)[group]}</strong>{" "}
        {ownCount === 0 ? null : (
          <span class="badge accent">{words.ownCount(wholeNumber(view.language, ownCount))}</span>
        )}
      </summary>
      <ParameterTable rows={rows} form={form} own={own} title={words.own} sourceTitle={words.sources} />
    </details>
  );
}

function namesOf(group: FilamentGroup): string[] {
  return [...MACHINE_PARAMETERS].filter(([, parameter]) => parameter.group === group).map(([name]) => name);
}

function machineRows(
  language: Language,
  group: FilamentGroup,
  own: OwnParameters,
  source: string | null,
  engineName: string,
): ParameterRow[] {
  const unfollowed = unfollowedBy(engineName);
  return namesOf(group).flatMap((name) => {
    const parameter = MACHINE_PARAMETERS.get(name);
    if (parameter === undefined) return [];
    return [
      {
        name,
        meaning: machineParameterMeaning(language, name, parameter),
        min: parameter.min,
        max: parameter.max,
        unit: parameter.unit,
        fallback: valueWithUnit(language, parameter.default, parameter.unit),
        source: valueSource(language, name, parameter, own[name], source),
        instead: unfollowed[name] && machineWords(language).notFollowed(unfollowed[name].instead[language]),
      },
    ];
  });
}

/** The source of the value in force: own, preset or default. */
function valueSource(
  language: Language,
  name: string,
  parameter: MachineParameter,
  own: number | undefined,
  source: string | null,
): ParameterSource {
  if (own === undefined) return machineDefaultSource(language, parameter);
  const preset = presetNamedBy(source);
  const published = preset?.parameters[name] === own ? preset.sources[name] : undefined;
  if (published !== undefined) return { text: published, isEnglish: true, isAssumption: false };
  if (preset === undefined && source !== null) return { text: source, isEnglish: true, isAssumption: false };
  return { text: machineWords(language).ownSource, isEnglish: false, isAssumption: false };
}
