// The choices for a part: technology, material, quality, finishing, quantity. Each with its price once it is known.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { MAX_QUANTITY } from "../../../domain/order.ts";
import { askedQuantity, type Card, cardModelId, technologyOfCard } from "../basket/basket.ts";
import {
  finishingsOf,
  fittingChoice,
  materialsOf,
  type PartChoice,
  qualitiesOf,
  quantityTyped,
  withFinishing,
} from "../basket/choices.ts";
import { usePage } from "../basket/page-tools.ts";
import { hundredths, type PriceBook, priceOf } from "../basket/price-book.ts";

interface ChoicesProps {
  readonly card: Card;
  readonly prices: PriceBook;
  /** As `coveredByMinimum` computes it. */
  readonly covered: number;
}

export function PartChoices({
  card,
  prices,
  covered,
  warnings,
}: ChoicesProps & { readonly warnings: ComponentChildren }) {
  const { configuration } = usePage();
  return (
    <div class="choices">
      {configuration.catalog.technologies.length > 1 ? <TechnologyChoice card={card} /> : null}
      <MaterialChoice card={card} prices={prices} covered={covered} />
      <QualityChoice card={card} prices={prices} covered={covered} />
      <QuantityChoice card={card} />
      {warnings}
      <FinishingChoice card={card} prices={prices} />
    </div>
  );
}

function TechnologyChoice({ card }: { readonly card: Card }) {
  const { configuration, parts, dispatch } = usePage();
  const { catalog } = configuration;
  const chosen = technologyOfCard(catalog, card);
  return (
    <fieldset>
      <legend>{parts.choices.technology}</legend>
      <div class="chips">
        {catalog.technologies.map(({ id, name }) => (
          <label key={id} class="chip">
            <input
              type="radio"
              name={`technology ${card.key}`}
              checked={id === chosen}
              onChange={() => dispatch({ type: "technologyChosen", key: card.key, technologyId: id })}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The part's price with each of these choices; null while it is unknown. */
function useOtherPrice({ card, prices, covered }: ChoicesProps, changes: readonly Partial<PartChoice>[]) {
  const { configuration, parts, format } = usePage();
  const modelId = cardModelId(card);
  const totals = changes.map((change) => {
    if (modelId === undefined) return undefined;
    return priceOf(prices, modelId, fittingChoice(configuration.catalog, { ...card.choice, ...change }))?.total;
  });
  const cheapest = cheapestOf(totals, covered);
  return (index: number) => {
    const total = totals[index];
    if (total === undefined) return null;
    return (
      <span class="option-price">
        {format.money(total)}
        {total === cheapest ? <span class="small muted"> {parts.choices.cheapest}</span> : null}
      </span>
    );
  };
}

/**
 * The least of several totals if all of them are known and only one is the least. None if the next one costs no more, because
 * the minimum order covers it.
 */
function cheapestOf(totals: readonly (string | undefined)[], covered: number): string | undefined {
  const known = totals.filter((total) => total !== undefined).toSorted((a, b) => Number(a) - Number(b));
  const [least, next] = known;
  if (known.length < totals.length || next === undefined || least === next) return undefined;
  return hundredths(next) <= covered ? undefined : least;
}

function MaterialChoice(props: ChoicesProps) {
  const { card } = props;
  const { configuration, parts, dispatch } = usePage();
  const technologyId = technologyOfCard(configuration.catalog, card);
  const materials = technologyId === undefined ? [] : materialsOf(configuration.catalog, technologyId);
  const otherPrice = useOtherPrice(
    props,
    materials.map(({ id }) => ({ materialId: id })),
  );
  if (technologyId === undefined) return null;
  return (
    <fieldset>
      <legend>{parts.choices.material}</legend>
      <div class="options swatches">
        {materials.map(({ id, name, color, colorHex }, index) => (
          <label key={id} class="option">
            <input
              type="radio"
              name={`material ${card.key}`}
              checked={id === card.choice.materialId}
              onChange={() => dispatch({ type: "chosen", key: card.key, change: { materialId: id } })}
            />
            <span
              class={`swatch${colorHex === null ? " swatch-none" : ""}`}
              style={colorHex === null ? {} : { backgroundColor: colorHex }}
            />
            <span class="option-text">
              <span class="option-name">{name}</span>
              {color === null ? null : <span class="small muted">{color}</span>}
              {otherPrice(index)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function QualityChoice(props: ChoicesProps) {
  const { card } = props;
  const { configuration, parts, format, dispatch } = usePage();
  const technologyId = technologyOfCard(configuration.catalog, card);
  const qualities = technologyId === undefined ? [] : qualitiesOf(configuration.catalog, technologyId);
  const otherPrice = useOtherPrice(
    props,
    qualities.map(({ id }) => ({ printingQualityId: id })),
  );
  if (technologyId === undefined) return null;
  return (
    <fieldset>
      <legend>{parts.choices.quality}</legend>
      <div class="options">
        {qualities.map(({ id, name, description, layerHeightMm, supports }, index) => (
          <label key={id} class="option">
            <input
              type="radio"
              name={`quality ${card.key}`}
              checked={id === card.choice.printingQualityId}
              onChange={() => dispatch({ type: "chosen", key: card.key, change: { printingQualityId: id } })}
            />
            <span class="option-text">
              <span class="option-name">{name}</span>
              {description === null ? null : <span class="small">{description}</span>}
              <span class="small muted">
                {parts.choices.layer(format.decimal(layerHeightMm))}: {parts.choices.layers[surfaceOf(layerHeightMm)]}
                {supports ? `; ${parts.choices.supports}` : ""}
              </span>
            </span>
            {otherPrice(index)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The surface's look by layer height, in every technology. */
function surfaceOf(layerHeightMm: number): "finest" | "fine" | "medium" | "coarse" {
  if (layerHeightMm <= 0.06) return "finest";
  if (layerHeightMm <= 0.14) return "fine";
  return layerHeightMm <= 0.22 ? "medium" : "coarse";
}

/** A finishing's surcharge for a piece; null while one of the two prices is unknown. */
function useAddition(card: Card, prices: PriceBook) {
  const { format } = usePage();
  const modelId = cardModelId(card);
  const { quantity } = card.choice;
  return (id: number) => {
    if (modelId === undefined) return null;
    const cheaper = priceOf(prices, modelId, withFinishing(card.choice, id, false))?.total;
    const dearer = priceOf(prices, modelId, withFinishing(card.choice, id, true))?.total;
    if (cheaper === undefined || dearer === undefined) return null;
    const added = (Number(dearer) - Number(cheaper)).toFixed(2);
    return <span class="option-price">+ {format.perPiece(added, quantity)}</span>;
  };
}

function FinishingChoice({ card, prices }: Pick<ChoicesProps, "card" | "prices">) {
  const { configuration, parts, dispatch } = usePage();
  const addition = useAddition(card, prices);
  const finishings = finishingsOf(configuration.catalog, card.choice);
  if (finishings.length === 0) return null;
  const { finishingIds } = card.choice;
  return (
    <fieldset>
      <legend>{parts.choices.finishing}</legend>
      <div class="options">
        {finishings.map(({ id, name, description }) => (
          <label key={id} class="option">
            <input
              type="checkbox"
              checked={finishingIds.includes(id)}
              onChange={({ currentTarget }) => {
                const change = withFinishing(card.choice, id, currentTarget.checked);
                dispatch({ type: "chosen", key: card.key, change });
              }}
            />
            <span class="option-text">
              <span class="option-name">{name}</span>
              {description === null ? null : <span class="small muted">{description}</span>}
            </span>
            {addition(id)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function QuantityChoice({ card }: { readonly card: Card }) {
  const { configuration, parts, format, dispatch } = usePage();
  const { quantity } = card.choice;
  const id = useId();
  const { wrongQuantity } = card;
  const [typed, setTyped] = useState(wrongQuantity ?? String(quantity));
  useEffect(() => {
    if (wrongQuantity === null) setTyped(String(quantity));
  }, [quantity, wrongQuantity]);
  const isTooMany = wrongQuantity !== null && askedQuantity(card) !== undefined;
  const choose = (chosen: number) => dispatch({ type: "chosen", key: card.key, change: { quantity: chosen } });
  const words = parts.choices;
  return (
    <div class="field">
      <label for={id}>{words.quantity}</label>
      <div class="stepper">
        <button type="button" aria-label={words.fewer} disabled={quantity <= 1} onClick={() => choose(quantity - 1)}>
          −
        </button>
        <input
          id={id}
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          aria-invalid={wrongQuantity !== null}
          aria-describedby={`${id}-fault`}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const chosen = quantityTyped(currentTarget.value);
            if (chosen !== undefined) choose(chosen);
            else dispatch({ type: "wrongQuantityTyped", key: card.key, typed: currentTarget.value });
          }}
        />
        <button
          type="button"
          aria-label={words.more}
          disabled={quantity >= MAX_QUANTITY}
          onClick={() => choose(quantity + 1)}
        >
          +
        </button>
      </div>
      <p id={`${id}-fault`} class="fault" role="status">
        {wrongQuantity === null
          ? ""
          : isTooMany && configuration.takesPriceRequests
            ? words.quantityOnRequest(format.count(MAX_QUANTITY))
            : words.quantityFault(format.count(MAX_QUANTITY))}
      </p>
    </div>
  );
}
