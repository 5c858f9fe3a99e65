// One field of the form: label, hint before it is wrong, and the fault beside it.

import { usePage } from "../basket/page-tools.ts";
import type { FormFaults, TypedFields } from "./customer-fields.ts";

/** The form's typed values, their faults, and the change of one. */
export interface FieldsProps {
  readonly typed: TypedFields;
  readonly faults: FormFaults;
  readonly onType: (name: string, value: string) => void;
}

interface FieldProps extends FieldsProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The id of a hint that several fields share. */
  readonly sharedHint?: string;
  /** The typed value as it could be sent; one tap takes it. */
  readonly rewritten?: string | undefined;
  readonly isOptional?: boolean;
  readonly isLong?: boolean;
  /** The keyboard of a phone. */
  readonly inputMode?: "text" | "tel" | "email";
  readonly autocomplete?: "given-name" | "family-name" | "tel" | "email" | "address-level2" | "address-line1";
  readonly maxLength?: number;
}

export function TextField({
  name,
  label,
  hint,
  sharedHint,
  rewritten,
  typed,
  faults,
  onType,
  isOptional,
  isLong,
  ...input
}: FieldProps) {
  const { checkout } = usePage();
  const id = `field-${name}`;
  const said = faults[name] ?? [];
  const describedBy = [
    ...(sharedHint === undefined ? [] : [sharedHint]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(said.length === 0 ? [] : [`${id}-fault`]),
  ];
  const common = {
    id,
    name,
    value: typed[name] ?? "",
    "aria-invalid": said.length > 0,
    "aria-describedby": describedBy.join(" ") || undefined,
    "aria-required": !isOptional,
    maxLength: input.maxLength ?? 255,
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional ? <span class="muted small"> ({checkout.form.optional})</span> : null}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="small muted">
          {hint}
        </p>
      )}
      {isLong ? (
        <textarea {...common} rows={3} onInput={({ currentTarget }) => onType(name, currentTarget.value)} />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={input.inputMode ?? "text"}
          autocapitalize={input.inputMode === "email" ? "none" : "sentences"}
          autocomplete={input.autocomplete ?? "off"}
          onInput={({ currentTarget }) => onType(name, currentTarget.value)}
        />
      )}
      {rewritten === undefined ? null : (
        <p class="small" role="status">
          <button type="button" class="link-button" onClick={() => onType(name, rewritten)}>
            {checkout.form.rewrite(rewritten)}
          </button>
        </p>
      )}
      {said.length === 0 ? null : (
        <p id={`${id}-fault`} class="fault">
          {said.join(" ")}
        </p>
      )}
    </div>
  );
}

export function FieldFault({ name, faults }: { readonly name: string; readonly faults: FormFaults }) {
  const said = faults[name] ?? [];
  if (said.length === 0) return null;
  return (
    <p class="fault" id={`${name}-fault`}>
      {said.join(" ")}
    </p>
  );
}
