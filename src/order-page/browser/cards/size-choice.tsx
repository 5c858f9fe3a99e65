// How large the part is, and the unit it was drawn in: one tap makes millimetres of inches.

import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import type { KnownPrice } from "../basket/price-book.ts";
import { isUnitless, scaled, suspectedUnit, type UNITS, type Unit } from "../model/units.ts";

interface SizeChoiceProps {
  readonly card: Card;
  readonly price: KnownPrice | undefined;
  readonly hasFile: boolean;
}

export function SizeLine({ card, price }: Pick<SizeChoiceProps, "card" | "price">) {
  const { parts, format } = usePage();
  // The server's is of the file that is sliced; until it is there, the browser's of the file as drawn.
  const isOwn = card.drawn !== null && card.format !== null && isUnitless(card.format);
  const size = price?.answer.dimensionsMm ?? (isOwn && card.drawn ? scaled(card.drawn, card.unit) : undefined);
  const fits = price?.answer.fitsPrinters;
  return (
    <p class="size-line">
      <span class="visually-hidden">{parts.model.size}: </span>
      <span class={size === undefined ? "muted" : ""}>
        {size === undefined ? parts.model.sizeUnknown : format.size(size)}
      </span>
      {fits === true ? <span class="tag tag-good">{parts.model.fits}</span> : null}
      {fits === false ? <span class="tag tag-danger">{parts.model.fitsNot}</span> : null}
    </p>
  );
}

export function UnitChoice({ card, hasFile }: SizeChoiceProps) {
  const { parts, format, dispatch } = usePage();
  const words = parts.units;
  if (card.format === null || !isUnitless(card.format)) return null;
  const isPossible = (unit: Unit) => hasFile || card.modelIds[unit] !== undefined;
  const choose = (unit: Unit) => dispatch({ type: "unitChosen", key: card.key, unit });
  const suspected = card.drawn === null ? undefined : suspectedUnit(card.drawn);
  const names: Readonly<Record<Unit, string>> = { mm: words.mm, inch: words.inch, cm: words.cm, m: words.m };
  const suggestions = { inch: words.inchSuggested, cm: words.cmSuggested, m: words.mSuggested };
  return (
    <>
      {card.unit === "mm" &&
      suspected !== undefined &&
      suspected !== "mm" &&
      card.drawn !== null &&
      isPossible(suspected) ? (
        <div class="note note-warning" role="status">
          <div>
            <p>{words.suspected(format.size(card.drawn))}</p>
            <button type="button" class="primary" onClick={() => choose(suspected)}>
              {suggestions[suspected](format.size(scaled(card.drawn, suspected)))}
            </button>
          </div>
        </div>
      ) : null}
      <fieldset class="units">
        <legend>{words.legend}</legend>
        {(["mm", "inch", "cm", "m"] as const satisfies readonly (keyof typeof UNITS)[]).map((unit) => (
          <label key={unit} class="chip">
            <input
              type="radio"
              name={`unit ${card.key}`}
              checked={card.unit === unit}
              disabled={!isPossible(unit)}
              onChange={() => choose(unit)}
            />
            <span>{names[unit]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
