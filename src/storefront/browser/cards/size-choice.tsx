// The part's size, and its drawing's unit: one tap turns inches into millimetres.

import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import type { PricedAnswer } from "../basket/price-book.ts";
import { isChanged, versionKey } from "../model/model-change.ts";
import { isUnitless, type SuspectedUnit, scaled, suspectedUnit, UNIT_NAMES, type Unit } from "../model/units.ts";

interface SizeChoiceProps {
  readonly card: Card;
  /** Prices of the choice, for any quantity. */
  readonly answer: PricedAnswer | undefined;
  readonly hasFile: boolean;
}

export function SizeLine({
  card,
  answer,
  isAwaited,
}: Pick<SizeChoiceProps, "card" | "answer"> & {
  /** True while an answer may still bring the size. */
  readonly isAwaited: boolean;
}) {
  const { parts, format } = usePage();
  // The server measures the sliced file; until its answer, the browser's measure of the drawing is shown.
  const isOwn = card.drawn !== null && card.format !== null && isUnitless(card.format) && !isChanged(card.change);
  const size = answer?.dimensionsMm ?? (isOwn && card.drawn ? scaled(card.drawn, card.unit) : undefined);
  const fits = answer?.fitsPrinters;
  if (size === undefined && !isAwaited) return null;
  return (
    <p class="size-line">
      <span class="visually-hidden">{parts.model.size}: </span>
      <span class={size === undefined ? "muted" : ""}>
        {size === undefined ? parts.model.sizeUnknown : format.size(size)}
      </span>
      {fits === true ? <span class="badge good">{parts.model.fits}</span> : null}
      {fits === false ? <span class="badge bad">{parts.model.fitsNot}</span> : null}
    </p>
  );
}

/** The drawing's likely unit, if the card is in millimetres and its file can be uploaded in another unit. */
export function suspectedUnitOf(card: Card, hasFile: boolean): SuspectedUnit | undefined {
  if (card.format === null || !isUnitless(card.format) || card.unit !== "mm" || card.drawn === null) return undefined;
  if (card.isSmall) return undefined;
  if (isChanged(card.change)) return undefined;
  const suspected = suspectedUnit(card.drawn);
  if (suspected === undefined) return undefined;
  return hasFile || card.modelIds[suspected] !== undefined ? suspected : undefined;
}

/** Offers the likely unit of an implausible size, or to keep the size. */
export function UnitSuggestion({ card, hasFile }: Pick<SizeChoiceProps, "card" | "hasFile">) {
  const { parts, format, dispatch } = usePage();
  const words = parts.units;
  const suspected = suspectedUnitOf(card, hasFile);
  if (suspected === undefined || card.drawn === null) return null;
  const suggestions = { inch: words.inchSuggested, m: words.mSuggested };
  return (
    <div class="note note-warning" role="status">
      <div>
        <p>{words.suspected(format.size(card.drawn))}</p>
        <p class="row">
          <button
            type="button"
            class="primary"
            onClick={() => dispatch({ type: "unitChosen", key: card.key, unit: suspected })}
          >
            {suggestions[suspected](format.size(scaled(card.drawn, suspected)))}
          </button>
          {hasFile ? (
            <button type="button" onClick={() => dispatch({ type: "smallConfirmed", key: card.key })}>
              {words.isSmall}
            </button>
          ) : null}
        </p>
      </div>
    </div>
  );
}

/** All units, for files without a unit of their own. */
export function UnitChoice({ card, hasFile }: Pick<SizeChoiceProps, "card" | "hasFile">) {
  const { parts, dispatch } = usePage();
  const words = parts.units;
  if (card.format === null || !isUnitless(card.format)) return null;
  const names: Readonly<Record<Unit, string>> = { mm: words.mm, inch: words.inch, cm: words.cm, m: words.m };
  return (
    <fieldset class="units">
      <legend>{words.legend}</legend>
      {UNIT_NAMES.map((unit) => (
        <label key={unit} class="chip">
          <input
            type="radio"
            name={`unit ${card.key}`}
            checked={card.unit === unit}
            disabled={!hasFile && card.modelIds[versionKey({ unit, change: card.change })] === undefined}
            onChange={() => dispatch({ type: "unitChosen", key: card.key, unit })}
          />
          <span>{names[unit]}</span>
        </label>
      ))}
    </fieldset>
  );
}
