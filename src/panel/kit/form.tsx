// Forms: the form with its token, and fields with typed value and faults.

import type { Child } from "hono/jsx";
import { FORM_TOKEN_FIELD, type FormState } from "../../pages/form-values.ts";
import { layoutWords } from "./layout.words.ts";
import { SEEN_FIELD } from "./seen-form/seen-form.ts";
import { useView } from "./view-context.ts";

interface PostFormProps {
  /** The path to post to; the page's own by default. */
  readonly action?: string;
  readonly class?: string;
  /** Required for file inputs. */
  readonly multipart?: boolean;
  /** The preview's address, with the shown element's id as fragment. See browser/panel.ts. */
  readonly preview?: string;
  readonly id?: string;
  readonly children?: Child;
}

/** A posted form. The browser's checks are off: they use the browser's language, and show one fault at a time. */
export function PostForm({ action, multipart = false, preview, children, ...others }: PostFormProps) {
  const view = useView();
  return (
    <form
      method="post"
      action={action}
      enctype={multipart ? "multipart/form-data" : undefined}
      data-preview={preview}
      novalidate
      {...others}
    >
      <input type="hidden" name={FORM_TOKEN_FIELD} value={view.formToken} />
      {children}
    </form>
  );
}

/** The values that the form was shown with: saving compares them with the current ones. */
export function SeenValues({ form }: { readonly form: FormState }) {
  const seen = typedText(form, SEEN_FIELD);
  return seen === "" ? null : <input type="hidden" name={SEEN_FIELD} value={seen} />;
}

/** Stands above a refused form: a screen reader reads it first. */
export function FaultSummary({ form }: { readonly form: FormState }) {
  const view = useView();
  const faults = Object.entries(form.faults);
  if (faults.length === 0) return null;
  const ofForm = form.faults.form ?? [];
  return (
    <div class="fault-summary" role="alert">
      {ofForm.length > 0 ? ofForm.map((fault) => <p>{fault}</p>) : <p>{layoutWords(view.language).faultsAbove}</p>}
    </div>
  );
}

/** Explains the mark of required fields. It stands once in each form that has one. */
export function RequiredNote() {
  const view = useView();
  return (
    <p class="hint required-note">
      <RequiredMark /> {layoutWords(view.language).required}
    </p>
  );
}

/** Hidden from screen readers: the field itself tells them. */
export function RequiredMark() {
  return (
    <span class="required" aria-hidden="true">
      *
    </span>
  );
}

interface FieldProps {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly hint?: Child;
  readonly optional?: boolean | undefined;
}

interface InputProps extends FieldProps {
  readonly type?: "text" | "email" | "password" | "tel" | "date" | "search" | "url" | "number" | "file" | "color";
  readonly unit?: string;
  readonly autocomplete?: string;
  readonly inputmode?: "decimal" | "numeric" | "email" | "tel";
  readonly placeholder?: string;
  readonly autofocus?: boolean;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly min?: string;
  readonly max?: string;
}

export function Input({ form, name, label, hint, optional, unit, type = "text", ...input }: InputProps) {
  return (
    <Field form={form} name={name} label={label} hint={hint} optional={optional}>
      <span class="control">
        <input
          id={`field-${name}`}
          name={name}
          type={type}
          // A password is never sent back to the page; a browser refuses a value for a file.
          value={type === "password" || type === "file" ? undefined : typedText(form, name)}
          aria-invalid={hasFault(form, name) ? "true" : undefined}
          aria-describedby={describedBy(form, name, hint)}
          aria-required={optional ? undefined : "true"}
          {...input}
        />
        {unit === undefined ? null : <span class="unit">{unit}</span>}
      </span>
    </Field>
  );
}

export function TextArea({ rows = 3, ...field }: FieldProps & { readonly rows?: number }) {
  const { form, name, hint } = field;
  return (
    <Field {...field}>
      <textarea
        id={`field-${name}`}
        name={name}
        rows={rows}
        aria-invalid={hasFault(form, name) ? "true" : undefined}
        aria-describedby={describedBy(form, name, hint)}
        aria-required={field.optional ? undefined : "true"}
      >
        {typedText(form, name)}
      </textarea>
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** The label of the empty choice; without it, one of the choices is always selected. */
  readonly empty?: string;
  /** Choosing sends the form. See browser/panel.ts. */
  readonly submitOnChange?: boolean;
}

export function Select({ choices, empty, submitOnChange = false, ...field }: SelectProps) {
  const { form, name, hint } = field;
  const chosen = typedText(form, name);
  // Without an empty choice nothing can be left out.
  const optional = field.optional || empty === undefined;
  return (
    <Field {...field} optional={optional}>
      <select
        id={`field-${name}`}
        name={name}
        aria-invalid={hasFault(form, name) ? "true" : undefined}
        data-submit-on-change={submitOnChange || undefined}
        aria-describedby={describedBy(form, name, hint)}
        aria-required={optional ? undefined : "true"}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {choices.map(({ value, label }) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface RadiosProps extends Omit<FieldProps, "hint" | "optional"> {
  readonly choices: readonly (Choice & { readonly hint: string })[];
  /** Chosen in a form that was not sent yet. */
  readonly initial: string;
}

/** A choice of few, each with its sentence. */
export function Radios({ form, name, label, choices, initial }: RadiosProps) {
  const chosen = typedText(form, name) || initial;
  const isFaulty = hasFault(form, name);
  return (
    <fieldset class="stack">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label class="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            aria-invalid={isFaulty ? "true" : undefined}
            aria-describedby={isFaulty ? `fault-${name}` : undefined}
          />
          <span>
            {choice.label} <span class="hint">{choice.hint}</span>
          </span>
        </label>
      ))}
      <HintAndFaults form={form} name={name} hint={undefined} />
    </fieldset>
  );
}

/** A box that sends `true` if ticked, otherwise nothing. */
export function Checkbox({ form, name, label, hint }: FieldProps) {
  return (
    <div class="field checkbox">
      <label>
        <input
          type="checkbox"
          name={name}
          value="true"
          checked={typedText(form, name) === "true"}
          aria-invalid={hasFault(form, name) ? "true" : undefined}
          aria-describedby={describedBy(form, name, hint)}
        />
        <span>{label}</span>
      </label>
      <HintAndFaults form={form} name={name} hint={hint} />
    </div>
  );
}

function Field({ form, name, label, hint, optional, children }: FieldProps & { readonly children?: Child }) {
  return (
    <div class="field">
      <label for={`field-${name}`}>
        {label} {optional ? null : <RequiredMark />}
      </label>
      {children}
      <HintAndFaults form={form} name={name} hint={hint} />
    </div>
  );
}

function HintAndFaults({ form, name, hint }: Pick<FieldProps, "form" | "name" | "hint">) {
  return (
    <>
      {hint === undefined ? null : (
        <p class="hint" id={`hint-${name}`}>
          {hint}
        </p>
      )}
      {hasFault(form, name) ? (
        <p class="fault" id={`fault-${name}`}>
          {form.faults[name]?.join(" ")}
        </p>
      ) : null}
    </>
  );
}

/** The field's typed text; empty if the form does not have it. */
export function typedText({ values }: FormState, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

function hasFault({ faults }: FormState, name: string): boolean {
  return faults[name] !== undefined;
}

function describedBy(form: FormState, name: string, hint: Child | undefined): string | undefined {
  const ids = [hint === undefined ? "" : `hint-${name}`, hasFault(form, name) ? `fault-${name}` : ""];
  return ids.filter((id) => id !== "").join(" ") || undefined;
}
