// The choices for a part: technology, material, quality, finishing, quantity. Each with its price once it is known.

import { useEffect, useId, useState } from "preact/hooks";
import { MAX_QUANTITY } from "../../../domain/order.ts";
import { askedQuantity, type Card, cardModelId, technologyOfCard } from "../basket/basket.ts";
import { finishingsOf, materialsOf, type PartChoice, qualitiesOf, quantityTyped } from "../basket/choices.ts";
import { usePage } from "../basket/page-tools.ts";
import { type PriceBook, priceOf } from "../basket/price-book.ts";

interface ChoicesProps {
  readonly card: Card;
  readonly prices: PriceBook;
}

export function PartChoices({ card, prices }: ChoicesProps) {
  const { configuration } = usePage();
  return (
    <div class="choices">
      {configuration.catalog.technologies.length > 1 ? <TechnologyChoice card={card} /> : null}
      <MaterialChoice card={card} prices={prices} />
      <QualityChoice card={card} prices={prices} />
      <FinishingChoice card={card} prices={prices} />
      <QuantityChoice card={card} />
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

/** The part's price with another choice; null while it is unknown, or if it is the same. */
function useOtherPrice(card: Card, prices: PriceBook) {
  const { format } = usePage();
  const modelId = cardModelId(card);
  return (change: Partial<PartChoice>) => {
    if (modelId === undefined) return null;
    const price = priceOf(prices, modelId, { ...card.choice, ...change })?.total;
    if (price === undefined || price === priceOf(prices, modelId, card.choice)?.total) return null;
    return <span class="option-price">{format.money(price)}</span>;
  };
}

function MaterialChoice({ card, prices }: ChoicesProps) {
  const { configuration, parts, dispatch } = usePage();
  const technologyId = technologyOfCard(configuration.catalog, card);
  const otherPrice = useOtherPrice(card, prices);
  if (technologyId === undefined) return null;
  return (
    <fieldset>
      <legend>{parts.choices.material}</legend>
      <div class="options swatches">
        {materialsOf(configuration.catalog, technologyId).map(({ id, name, color, colorHex }) => (
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
              {otherPrice({ materialId: id })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function QualityChoice({ card, prices }: ChoicesProps) {
  const { configuration, parts, format, dispatch } = usePage();
  const technologyId = technologyOfCard(configuration.catalog, card);
  const otherPrice = useOtherPrice(card, prices);
  if (technologyId === undefined) return null;
  return (
    <fieldset>
      <legend>{parts.choices.quality}</legend>
      <div class="options">
        {qualitiesOf(configuration.catalog, technologyId).map(({ id, name, description, layerHeightMm, supports }) => (
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
            {otherPrice({ printingQualityId: id })}
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
  const { finishingIds, quantity } = card.choice;
  return (id: number) => {
    if (modelId === undefined) return null;
    const without = finishingIds.filter((chosen) => chosen !== id);
    const cheaper = priceOf(prices, modelId, { ...card.choice, finishingIds: without })?.total;
    const dearer = priceOf(prices, modelId, { ...card.choice, finishingIds: [...without, id] })?.total;
    if (cheaper === undefined || dearer === undefined) return null;
    const added = (Number(dearer) - Number(cheaper)).toFixed(2);
    return <span class="option-price">+ {format.perPiece(added, quantity)}</span>;
  };
}

function FinishingChoice({ card, prices }: ChoicesProps) {
  const { configuration, parts, dispatch } = usePage();
  const addition = useAddition(card, prices);
  const technologyId = technologyOfCard(configuration.catalog, card);
  const finishings = technologyId === undefined ? [] : finishingsOf(configuration.catalog, technologyId);
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
                const others = finishingIds.filter((chosen) => chosen !== id);
                const change = { finishingIds: currentTarget.checked ? [...others, id] : others };
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
