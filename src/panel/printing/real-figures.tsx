// Fields of an item's real figures: minutes and grams.

import { formatDecimal } from "../../domain/decimal.ts";
import type { ItemFigures } from "../../machine-profiles/real-figures.store.ts";
import { type FormState, shownDecimal, type TypedValues, textOf } from "../../pages/form-values.ts";
import type { View } from "../kit/panel-context.ts";
import { useView } from "../kit/view-context.ts";
import { estimateWords } from "./estimates.words.ts";

interface RealFigureFieldsProps {
  /** The item's name, for screen readers. */
  readonly part: string;
  readonly form: FormState;
}

export function RealFigureFields({ part, form }: RealFigureFieldsProps) {
  const view = useView();
  const words = estimateWords(view.language);
  return (
    <span class="row real-figures">
      <RealFigure form={form} name="minutes" label={words.minutesOf(part)} unit={words.minutes} inputmode="numeric" />
      <RealFigure form={form} name="grams" label={words.gramsOf(part)} unit={words.grams} inputmode="decimal" />
    </span>
  );
}

function RealFigure({
  form,
  name,
  label,
  unit,
  inputmode,
}: {
  readonly form: FormState;
  readonly name: "minutes" | "grams";
  readonly label: string;
  readonly unit: string;
  readonly inputmode: "numeric" | "decimal";
}) {
  const faults = form.faults[name];
  return (
    <span class="field">
      <span class="control">
        <input
          name={name}
          type="text"
          value={textOf([form.values[name]].flat()[0])}
          aria-label={label}
          aria-invalid={faults === undefined ? undefined : "true"}
          inputmode={inputmode}
          autocomplete="off"
          size={5}
        />
        <span class="unit">{unit}</span>
      </span>
      {faults === undefined ? null : <span class="fault">{faults.join(" ")}</span>}
    </span>
  );
}

/** The item's noted figures as form values. */
export function realFigureFormValues(
  { language }: View,
  { realMinutes, realHundredthsOfGram }: ItemFigures,
): TypedValues {
  return {
    minutes: textOf(realMinutes),
    grams: realHundredthsOfGram === null ? "" : shownDecimal(language, formatDecimal(realHundredthsOfGram, 2)),
  };
}
