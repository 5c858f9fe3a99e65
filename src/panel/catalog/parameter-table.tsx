// A table of parameters: editable own values, or read-only.

import type { Child } from "hono/jsx";
import {
  type LayeredTechnology,
  type OwnParameters,
  parametersOf,
} from "../../../slicer-service/src/contract/process-parameters.ts";
import type { Language } from "../../domain/person.ts";
import { unitOf } from "../../domain/units.ts";
import { type FormState, shownDecimal } from "../../pages/form-values.ts";
import { useView } from "../kit/view-context.ts";
import { parameterMeaning, parameterSource, parameterWords } from "./process/process-parameters.words.ts";

/** The parameters name their sources in English. */
const SOURCES_LANGUAGE: Language = "en";

export interface ParameterRow {
  readonly name: string;
  readonly meaning: string;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** The value in force without an own one. */
  readonly fallback: Child;
  /** The column appears only if a row has a source. */
  readonly source?: ParameterSource;
  /** The slicer's own behaviour, if it has no setting for the parameter. */
  readonly instead?: string | undefined;
}

export interface ParameterSource {
  readonly text: string;
  readonly isEnglish: boolean;
  readonly isAssumption: boolean;
}

interface ParameterTableProps {
  readonly rows: readonly ParameterRow[];
  /** Values of the fields; without it, the table is read-only. */
  readonly form?: FormState | undefined;
  /** Values of the read-only table. */
  readonly own?: OwnParameters | null | undefined;
  /** Title of the column of own values. */
  readonly title: string;
  /** Title of the fallback column; "default" without it. */
  readonly fallbackTitle?: string;
  /** Title of the source column; "source of the default" without it. */
  readonly sourceTitle?: string;
}

export function ParameterTable({ rows, form, own, title, fallbackTitle, sourceTitle }: ParameterTableProps) {
  const view = useView();
  const words = parameterWords(view.language);
  const titles = { fallback: fallbackTitle ?? words.fallback, source: sourceTitle ?? words.source };
  const hasSources = rows.some(({ source }) => source !== undefined);
  return (
    <div class="table as-cards parameters">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.parameter}</th>
            <th scope="col">{title}</th>
            <th scope="col">{words.bounds}</th>
            <th scope="col">{titles.fallback}</th>
            {hasSources ? <th scope="col">{titles.source}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, meaning, unit, fallback, source, instead, ...bounds }) => (
            <tr>
              <th scope="row" id={`meaning-${name}`}>
                {meaning}
              </th>
              <td data-label={title}>
                {form === undefined ? (
                  <OwnValueRead language={view.language} value={own?.[name]} unit={unit} />
                ) : (
                  <OwnValue language={view.language} name={name} unit={unit} form={form} />
                )}
                {instead === undefined ? null : <p class="hint">{instead}</p>}
              </td>
              <td data-label={words.bounds} class="nowrap">
                {boundsWithUnit(view.language, { ...bounds, unit })}
              </td>
              <td data-label={titles.fallback} class="nowrap">
                {fallback}
              </td>
              {hasSources ? (
                <td data-label={titles.source} class="small">
                  {source === undefined ? null : <Source language={view.language} source={source} />}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The rows of a resin or powder technology.
 *
 * @param ofStudio the studio's values: a quality without an own value falls back to these, then to the defaults
 */
export function processRows(
  language: Language,
  technology: LayeredTechnology,
  {
    ofStudio,
    hasSources = false,
  }: { readonly ofStudio?: OwnParameters | null | undefined; readonly hasSources?: boolean },
): ParameterRow[] {
  return [...parametersOf(technology)].map(([name, parameter]) => {
    const row = {
      name,
      ...parameter,
      meaning: parameterMeaning(language, technology, name, parameter),
      fallback: <Fallback language={language} parameter={parameter} ofStudio={ofStudio?.[name]} />,
    };
    const { source: _, ...withoutSource } = row;
    const source = { ...parameterSource(language, technology, name, parameter), isAssumption: parameter.isAssumption };
    return hasSources ? { ...withoutSource, source } : withoutSource;
  });
}

/** An own value stands out; a missing one is a dash. */
function OwnValueRead({
  language,
  value,
  unit,
}: {
  readonly language: Language;
  readonly value: number | undefined;
  readonly unit: string;
}) {
  return value === undefined ? <>—</> : <strong>{valueWithUnit(language, value, unit)}</strong>;
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
  readonly parameter: { readonly default: number; readonly unit: string };
  readonly ofStudio: number | undefined;
}) {
  if (ofStudio === undefined) return <>{valueWithUnit(language, parameter.default, parameter.unit)}</>;
  return (
    <>
      {valueWithUnit(language, ofStudio, parameter.unit)}{" "}
      <span class="muted">({parameterWords(language).ofStudio})</span>
    </>
  );
}

function Source({ language, source }: { readonly language: Language; readonly source: ParameterSource }) {
  return (
    <>
      {source.isAssumption ? <span class="badge warn">{parameterWords(language).assumption}</span> : null}{" "}
      <span lang={source.isEnglish && language !== SOURCES_LANGUAGE ? SOURCES_LANGUAGE : undefined}>{source.text}</span>
    </>
  );
}

/** The bounds of a number with its unit, such as `0.1–300 s`. */
export function boundsWithUnit(
  language: Language,
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
): string {
  return `${numeral(language, min)}–${numeral(language, max)} ${unitOf(language, unit)}`.trim();
}

/** A value with its unit, such as `2.5 s`. */
export function valueWithUnit(language: Language, value: number, unit: string): string {
  return `${numeral(language, value)} ${unitOf(language, unit)}`.trim();
}

function numeral(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
}

/** Own values by field name, in the language's decimal form. */
export function parameterFormValues(language: Language, own: OwnParameters | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own ?? {}).map(([name, value]) => [name, shownDecimal(language, String(value))]),
  );
}
