// One part in the basket: closed a line with its price, open with its 3D view and all choices.

import { useId, useRef, useState } from "preact/hooks";
import { ACCEPTED_EXTENSIONS } from "../../../models/formats-in-words.ts";
import type { Stage } from "../../../pages/browser/viewer/stage.ts";
import type { QuotedItem } from "../../wire.ts";
import { askedQuantity, type Card, cardModelId, EMPTY_BASKET } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { knownSize, type PriceBook, priceKey } from "../basket/price-book.ts";
import { ChosenLine } from "../basket/quoted-item.tsx";
import type { Standing } from "../basket/standing.ts";
import { isFileItself } from "../model/model-change.ts";
import { ChangedModel } from "./changed-model.tsx";
import { PartChoices } from "./choices.tsx";
import { ModelView } from "./model-view.tsx";
import { PartWarnings } from "./part-warnings.tsx";
import { PricePanel, TroubleNote } from "./price-panel.tsx";
import { SizeLine, suspectedUnitOf, UnitChoice, UnitSuggestion } from "./size-choice.tsx";

interface ItemCardProps {
  readonly card: Card;
  readonly standing: Standing;
  readonly prices: PriceBook;
  /** As `coveredByMinimum` computes it. */
  readonly covered: number;
  readonly quoted: QuotedItem | undefined;
  readonly hasFile: boolean;
  readonly isAlone: boolean;
  /** No other part can be added. */
  readonly isFull: boolean;
  readonly newKey: () => string;
  readonly onFile: (card: Card, file: File) => void;
  readonly onRemove: (card: Card) => void;
  readonly onCopy: (card: Card) => void;
  readonly canRequest: boolean;
  readonly onRequest: () => void;
}

export function ItemCard(props: ItemCardProps) {
  const { card, standing, prices, covered, hasFile, isAlone, isFull, newKey } = props;
  const { configuration, files, parts, dispatch } = usePage();
  const id = useId();
  const [stage, setStage] = useState<Stage | null>(null);
  const words = parts.choices;
  const material = configuration.catalog.materials.find((candidate) => candidate.id === card.choice.materialId);
  const modelId = cardModelId(card);
  const answer = modelId === undefined ? undefined : prices[priceKey({ modelId, ...card.choice })]?.answer;
  const isUploaded = standing.status !== "sending" && standing.status !== "notSent" && standing.status !== "gone";
  // The unit suggestion already explains the missing price.
  const isTooLarge = standing.status === "unpriced" && standing.reason === "fits_no_printer";
  const isSuspected = standing.status === "unpriced" && suspectedUnitOf(card, hasFile) !== undefined;
  const drawing = card.modelIds[card.unit];
  const original = knownSize(prices, drawing);
  // The service writes a STEP file's triangles before its first answer. A changed version was made of them.
  const isAnswered = (original ?? answer ?? null) !== null || standing.status === "unpriced";
  if (card.format === "step" && drawing !== undefined && isAnswered) {
    const address = `${configuration.base}/models/${drawing}/mesh`;
    files.addServed(card.fileKey, { address, format: "stl", sizeBytes: 0 });
  }
  return (
    <article class={`card${card.isOpen ? " card-open" : ""}`} aria-labelledby={id} data-card={card.key}>
      <header class="card-head">
        <span
          class={`swatch${material?.colorHex ? "" : " swatch-none"}`}
          style={material?.colorHex ? { backgroundColor: material.colorHex } : {}}
        />
        <div class="card-title">
          <h3 id={id} class="file-name" tabIndex={-1}>
            {card.fileName}
          </h3>
          {card.isOpen ? null : (
            <ChosenLine choice={{ ...card.choice, quantity: askedQuantity(card) ?? card.choice.quantity }} />
          )}
          {card.isOpen || standing.status !== "priced" ? null : (
            <NotesTag count={standing.price.answer.warnings.length} />
          )}
        </div>
        <CardSum standing={standing} />
        <button
          type="button"
          class="card-toggle"
          aria-expanded={card.isOpen}
          aria-describedby={id}
          onClick={() => dispatch({ type: "opened", key: card.key, isOpen: !card.isOpen })}
        >
          {card.isOpen ? words.close : words.change}
        </button>
      </header>
      {isUploaded ? null : <Sending {...props} />}
      <UnitSuggestion card={card} hasFile={hasFile} />
      {card.isOpen ? (
        <div class="card-body">
          {standing.status === "gone" ? null : (
            <div class="card-model">
              <ModelView card={card} tint={material?.colorHex ?? undefined} onStage={setStage} />
              <SizeLine card={card} answer={answer ?? undefined} isAwaited={standing.status !== "unpriced"} />
              <UnitChoice card={card} hasFile={hasFile} />
              <ChangedModel
                card={card}
                answer={answer ?? undefined}
                original={original}
                stage={stage}
                hasFile={hasFile && files.canShow(card.fileKey)}
              />
            </div>
          )}
          <PartChoices
            card={card}
            // A price beside a choice would be for a part that cannot be ordered.
            prices={isTooLarge ? EMPTY_BASKET.prices : prices}
            covered={covered}
            warnings={
              standing.status === "priced" ? (
                <PartWarnings card={card} warnings={standing.price.answer.warnings} />
              ) : null
            }
          />
          <div class="card-price">{isSuspected ? null : <PricePanel {...props} />}</div>
          <footer class="card-actions">
            {isUploaded && !isFull ? (
              <button
                type="button"
                class="link-button"
                onClick={() => dispatch({ type: "addedAgain", key: card.key, newKey: newKey() })}
              >
                {words.again}
              </button>
            ) : null}
            {isAlone ? null : (
              <button type="button" class="link-button" onClick={() => props.onCopy(card)}>
                {words.copy}
              </button>
            )}
            <button type="button" class="link-button danger" onClick={() => props.onRemove(card)}>
              {words.remove}
            </button>
          </footer>
        </div>
      ) : !isSuspected && ["unpriced", "troubled", "offOffer", "wrongQuantity"].includes(standing.status) ? (
        <PricePanel {...props} />
      ) : null}
    </article>
  );
}

/** Tells of warnings inside a closed card. */
function NotesTag({ count }: { readonly count: number }) {
  const { parts } = usePage();
  return count === 0 ? null : <span class="badge warn">{parts.counts.notes(count)}</span>;
}

/** The price of a closed card. */
function CardSum({ standing }: { readonly standing: Standing }) {
  const { parts, format } = usePage();
  switch (standing.status) {
    case "priced":
      return <strong class="card-sum">{format.money(standing.price.total)}</strong>;
    case "unpriced":
      return <span class="card-sum small muted">{parts.unpriced.none}</span>;
    case "pricing":
      return (
        <span class="card-sum small muted">
          {standing.slicing === null ? "…" : format.percent(standing.slicing.progress / 100)}
        </span>
      );
    case "sending":
      return <span class="card-sum small muted">{format.percent(standing.share)}</span>;
    case "gone":
    case "notSent":
    case "troubled":
    case "offOffer":
    case "wrongQuantity":
      return <span class="card-sum small muted">—</span>;
  }
}

function Sending({ card, standing, onFile, onRemove }: ItemCardProps) {
  const { parts, format, dispatch } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const words = parts.upload;
  if (standing.status === "notSent") {
    return (
      <TroubleNote trouble={standing.trouble} onRetry={() => dispatch({ type: "uploadRetried", key: card.key })} />
    );
  }
  if (standing.status === "gone") {
    return (
      <div class="note note-warning">
        <div>
          <p>{card.isInterrupted ? words.interrupted : words.gone}</p>
          <p class="small">{words.goneHelp}</p>
          <p class="row">
            <button type="button" onClick={() => input.current?.click()}>
              {words.chooseAgain}
            </button>
            <button type="button" class="link-button danger" onClick={() => onRemove(card)}>
              {parts.choices.remove}
            </button>
          </p>
          <input
            ref={input}
            class="visually-hidden"
            type="file"
            accept={ACCEPTED_EXTENSIONS}
            tabIndex={-1}
            aria-hidden="true"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) onFile(card, file);
            }}
          />
        </div>
      </div>
    );
  }
  if (standing.status !== "sending") return null;
  const { share } = standing;
  const isAsChosen = isFileItself(card);
  const said = share >= 1 ? words.checking : isAsChosen ? words.sending(format.percent(share)) : words.preparing;
  return (
    <div class="sending">
      <progress aria-label={said} max={1} {...(share >= 1 ? {} : { value: share })} />
      <p class="small muted">{share === 0 && isAsChosen ? words.waiting : said}</p>
    </div>
  );
}
