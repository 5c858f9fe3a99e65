// A table of a technology's process parameters, with fields for own values, or only to read.

import {
  type LayeredTechnology,
  type OwnParameters,
  type ProcessParameter,
  parametersOf,
} from "../../../slicer-service/src/contract/process-parameters.ts";
import type { Language } from "../../domain/person.ts";
import { type FormState, shownDecimal } from "../../pages/form-values.ts";
import { unitOf } from "../../pages/units.words.ts";
import type { View } from "../kit/panel-context.ts";
import { meaningOf, parameterWords, sourceOf } from "./process-parameters.words.ts";

interface ParameterTableProps {
  readonly view: View;
  readonly technology: LayeredTechnology;
  /** The fields' values; without it, the table is only read. */
  readonly form?: FormState | undefined;
  /** The values shown where the table is only read. */
  readonly own?: OwnParameters | null | undefined;
  /** What applies in place of the defaults where a quality states nothing: the studio's values. */
  readonly ofStudio?: OwnParameters | null | undefined;
  /** Whether to say where each default is from. */
  readonly hasSources?: boolean;
  /** The title of the column of own values. */
  readonly title: string;
}

export function ParameterTable({
  view,
  technology,
  form,
  own,
  ofStudio,
  hasSources = false,
  title,
}: ParameterTableProps) {
  const words = parameterWords(view.language);
  return (
    <div class="table as-cards parameters">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.parameter}</th>
            <th scope="col">{title}</th>
            <th scope="col">{words.bounds}</th>
            <th scope="col">{words.fallback}</th>
            {hasSources ? <th scope="col">{words.source}</th> : null}
          </tr>
        </thead>
        <tbody>
          {[...parametersOf(technology)].map(([name, parameter]) => (
            <tr>
              <th scope="row" id={`meaning-${name}`}>
                {meaningOf(view.language, technology, name, parameter)}
              </th>
              <td data-label={title}>
                {form === undefined ? (
                  shown(view.language, own?.[name], parameter.unit)
                ) : (
                  <OwnValue language={view.language} name={name} unit={parameter.unit} form={form} />
                )}
              </td>
              <td data-label={words.bounds} class="nowrap">
                {boundsOf(view.language, parameter)}
              </td>
              <td data-label={words.fallback} class="nowrap">
                <Fallback language={view.language} parameter={parameter} ofStudio={ofStudio?.[name]} />
              </td>
              {hasSources ? (
                <td data-label={words.source} class="small">
                  <Source language={view.language} technology={technology} name={name} parameter={parameter} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OwnValue({
  language,
  name,
  unit,
  form,
}: {
  readonly language: Language;
  readonly name: string;
  readonly unit: string;
  readonly form: FormState;
}) {
  const value = form.values[name];
  const faults = form.faults[name];
  return (
    <>
      <span class="control">
        <input
          id={`field-${name}`}
          name={name}
          type="text"
          inputmode="decimal"
          value={typeof value === "string" ? value : ""}
          aria-labelledby={`meaning-${name}`}
          aria-invalid={faults === undefined ? undefined : "true"}
          aria-describedby={faults === undefined ? undefined : `fault-${name}`}
        />
        {unit === "" ? null : <span class="unit">{unitOf(language, unit)}</span>}
      </span>
      {faults === undefined ? null : (
        <p class="fault" id={`fault-${name}`}>
          {faults.join(" ")}
        </p>
      )}
    </>
  );
}

function Fallback({
  language,
  parameter,
  ofStudio,
}: {
  readonly language: Language;
  readonly parameter: ProcessParameter;
  readonly ofStudio: number | undefined;
}) {
  if (ofStudio === undefined) return <>{shown(language, parameter.default, parameter.unit)}</>;
  return (
    <>
      {shown(language, ofStudio, parameter.unit)} <span class="muted">({parameterWords(language).ofStudio})</span>
    </>
  );
}

function Source({
  language,
  technology,
  name,
  parameter,
}: {
  readonly language: Language;
  readonly technology: LayeredTechnology;
  readonly name: string;
  readonly parameter: ProcessParameter;
}) {
  const { text, isEnglish } = sourceOf(language, technology, name, parameter);
  return (
    <>
      {parameter.isAssumption ? <span class="badge warn">{parameterWords(language).assumption}</span> : null}{" "}
      <span lang={isEnglish && language !== "en" ? "en" : undefined}>{text}</span>
    </>
  );
}

/** The bounds of a number with its unit, such as `0.1–300 s`. */
export function boundsOf(
  language: Language,
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
): string {
  return `${numeral(language, min)}–${numeral(language, max)} ${unitOf(language, unit)}`.trim();
}

function shown(language: Language, value: number | undefined, unit: string): string {
  return value === undefined ? "—" : `${numeral(language, value)} ${unitOf(language, unit)}`.trim();
}

function numeral(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
}

/** Own values as fields show them. */
export function typedParameters(language: Language, own: OwnParameters | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own ?? {}).map(([name, value]) => [name, shownDecimal(language, String(value))]),
  );
}
