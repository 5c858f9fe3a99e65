// The order page's script: files, cards, the sum, the form. Joins the basket with its requests.

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ChosenItem, FilledBasket, PageConfiguration } from "../../wire.ts";
import {
  askedQuantity,
  type Basket,
  basketFilledWith,
  basketReducer,
  type Card,
  cardModelId,
  filledKey,
  modelNameOf,
  offeredBasket,
} from "../basket/basket.ts";
import { fittingChoice } from "../basket/choices.ts";
import { sortFiles } from "../basket/chosen-files.ts";
import { type PageTools, PageToolsContext, pageToolsOf } from "../basket/page-tools.ts";
import { itemsOf, type SortedBasket, type StandingCard, sortBasket } from "../basket/standing.ts";
import {
  type FinishedCheckout,
  storeCards,
  storedCards,
  storedFinished,
  storeFinished,
} from "../basket/stored-basket.ts";
import { ItemCard } from "../cards/item-card.tsx";
import { TurnedAwayList } from "../cards/turned-away-list.tsx";
import { Checkout, type Ordered, type RequestItems } from "../checkout/checkout.tsx";
import { OpenedFiles } from "../model/opened-files.ts";
import { withSameView } from "../service/configuration.ts";
import { OrderService } from "../service/order-service.ts";
import { lostModels } from "../service/refusal.ts";
import { TurnstileCheck } from "../service/turnstile-check.ts";
import { useQuote } from "../service/use-quote.ts";
import { announceOrder, announcePrice, isFramed, requestScroll, SENT } from "../widget/host.ts";
import { BasketBar } from "./basket-bar.tsx";
import { FilledBasketNotice, FinishedNotice } from "./notices.tsx";
import { useChosenFiles } from "./use-chosen-files.ts";
import { usePrices } from "./use-prices.ts";
import { useUploads } from "./use-uploads.ts";

type Step = "basket" | "order" | "request";

function firstBasket(configuration: PageConfiguration): Basket {
  const stored = offeredBasket(configuration.catalog, storedCards(location.pathname));
  const { filledBasket } = configuration;
  return stored.cards.length > 0 || filledBasket === null ? stored : basketFilledWith(configuration, filledBasket);
}

function filesOfFilledBasket(filledBasket: FilledBasket | null): OpenedFiles {
  const files = new OpenedFiles();
  for (const [index, { file }] of filledBasket?.items.entries() ?? []) {
    if (file !== null) files.addServed(filledKey(index), file);
  }
  return files;
}

let keysGiven = 0;
/** Unlike every key of a stored basket, because it holds the time. */
function newKey(): string {
  keysGiven++;
  return `${Date.now().toString(36)}-${keysGiven}`;
}

export function Configurator({ configuration }: { readonly configuration: PageConfiguration }) {
  const { language, turnstileSiteKey, filledBasket, maxItems } = configuration;
  const [basket, dispatch] = useReducer(basketReducer(configuration), configuration, firstBasket);
  const [step, setStep] = useState<Step>("basket");
  // A filled basket begins anew: an order of the page itself says nothing about it.
  const [done, setDone] = useState(() => (filledBasket === null ? storedFinished(configuration.base) : null));
  const [removed, setRemoved] = useState<{ readonly card: Card; readonly at: number } | null>(null);
  const [said, setSaid] = useState("");
  const [hasLost, setHasLost] = useState(false);
  const files = useMemo(() => filesOfFilledBasket(filledBasket), [filledBasket]);
  const tools = useMemo(() => pageToolsOf(configuration, files, dispatch), [configuration, files]);
  const service = useMemo(() => {
    const check = turnstileSiteKey === null ? null : new TurnstileCheck(turnstileSiteKey, language);
    return new OrderService(configuration, check);
  }, [configuration, turnstileSiteKey, language]);
  const { parts } = tools;

  useUploads(service, basket, tools);
  usePrices(service, basket, tools);
  useEffect(() => storeCards(location.pathname, basket), [basket.cards]);

  const sorted = sortBasket(basket, (fileKey) => files.has(fileKey));
  const items = itemsOf(sorted.priced);
  const current = useQuote(service, items);
  const { quote } = current;
  useEffect(() => {
    if (quote !== null) dispatch({ type: "quoted", items: quote.items });
  }, [quote]);
  const total = quote?.total;
  useEffect(() => {
    if (total !== undefined) announcePrice({ total, currency: configuration.currency, items: items.length });
  }, [total, items.length, configuration.currency]);

  // The form is a step of the browser's history, so that Back returns to the basket.
  useEffect(() => {
    history.replaceState({ step: "basket" }, "");
    const followHistory = ({ state }: PopStateEvent) => {
      const { step: former }: { readonly step?: Step } = state ?? {};
      // A link within the page, such as the one to its content, is no step.
      if (former === undefined) return;
      setStep(former);
      if (former !== "basket") return;
      requestAnimationFrame(() => document.getElementById("basket-title")?.scrollIntoView({ block: "end" }));
    };
    addEventListener("popstate", followHistory);
    return () => removeEventListener("popstate", followHistory);
  }, []);
  const goTo = (chosen: Exclude<Step, "basket">) => {
    setHasLost(false);
    history.pushState({ step: chosen }, "");
    setStep(chosen);
  };
  /** The form is left for good: the browser's Forward does not open it again. */
  const leaveForm = () => {
    history.replaceState({ step: "basket" }, "");
    setStep("basket");
  };
  const forgetModels = (modelIds: readonly string[]) => {
    for (const modelId of modelIds) dispatch({ type: "modelLost", modelId });
  };
  // If the browser knows the prices of lost files, the quote's refusal is the first to name the loss.
  useEffect(() => {
    if (current.refusal === null) return;
    forgetModels(
      lostModels(
        current.refusal,
        items.map(({ modelId }) => modelId),
      ),
    );
  }, [current.refusal]);

  const firstItems = useRef(JSON.stringify(itemsOfCards(basket.cards)));
  const isAsFilled = firstItems.current === JSON.stringify(itemsOfCards(basket.cards));
  const isOrderable = quote === null || quote.ordering === "allowed";
  const orderedCount = isOrderable ? sorted.priced.length : 0;
  const asked = requestItems(sorted, isOrderable ? null : "above_maximum");

  const addFiles = (chosen: readonly File[]) => {
    const { accepted, turnedAway } = sortFiles(chosen, maxItems - basket.cards.length, tools, newKey);
    for (const { key, file, format } of accepted) {
      files.add(key, file, format);
      measure(key);
    }
    const added = accepted.map(({ key, file, format }) => ({ key, fileName: file.name, format }));
    dispatch({ type: "filesChosen", files: added, turnedAway });
    setDone(null);
    storeFinished(configuration.base, null);
    leaveForm();
    const [first] = added;
    if (first !== undefined) focusCard(first.key);
  };
  const measure = (fileKey: string) => {
    if (files.isLarge(fileKey)) return;
    files.model(fileKey).then(
      ({ drawn }) => dispatch({ type: "measured", fileKey, drawn }),
      // The 3D view shows the failure, and the server measures too.
      () => {},
    );
  };
  const giveFile = (card: Card, file: File) => {
    const { accepted, turnedAway } = sortFiles([file], 1, tools, newKey);
    const [given] = accepted;
    if (given === undefined) return dispatch({ type: "filesChosen", files: [], turnedAway });
    files.add(card.fileKey, file, given.format);
    measure(card.fileKey);
    dispatch({ type: "fileGiven", fileKey: card.fileKey, fileName: file.name, format: given.format });
  };
  const remove = (card: Card) => {
    const at = basket.cards.findIndex(({ key }) => key === card.key);
    setRemoved({ card, at });
    dispatch({ type: "removed", keys: [card.key] });
    setSaid(parts.choices.removed(card.fileName));
    const next = basket.cards[at + 1] ?? basket.cards[at - 1];
    if (next !== undefined) focusCard(next.key);
  };
  const finish = (finished: FinishedCheckout, cards: readonly StandingCard[]) => {
    const keys = cards.map(({ card }) => card.key);
    const hasRest = basket.cards.some(({ key }) => !keys.includes(key));
    dispatch({ type: "removed", keys });
    storeCards(location.pathname, { ...basket, cards: basket.cards.filter(({ key }) => !keys.includes(key)) });
    storeFinished(configuration.base, finished);
    if (!hasRest) return location.assign(`${withSameView(finished.address, location)}${isFramed() ? SENT : ""}`);
    setDone(finished);
    leaveForm();
    requestAnimationFrame(() => {
      scrollTo({ top: 0 });
      requestScroll(document.body);
    });
  };
  const onOrdered = ({ orderId, total: paid, address }: Ordered) => {
    announceOrder({ orderId, total: paid, currency: configuration.currency });
    finish({ kind: "ordered", orderId, address }, sorted.priced);
  };

  useChosenFiles(addFiles);
  const isEmpty = basket.cards.length === 0;
  const isFull = basket.cards.length >= maxItems;
  const shownStep = isEmpty ? "empty" : step;
  // By this attribute the stylesheet hides the server's parts around the basket.
  useLayoutEffect(() => {
    document.documentElement.dataset.step = shownStep;
  }, [shownStep]);
  return (
    <PageToolsContext.Provider value={tools}>
      <div class="configurator">
        {done === null ? null : <FinishedNotice done={done} hasRest={!isEmpty} />}
        {filledBasket === null || done !== null ? null : (
          <FilledBasketNotice
            filled={filledBasket}
            quote={quote}
            isAsFilled={isAsFilled}
            isWhole={filledBasket.items.every((item) => isOffered(configuration, item))}
          />
        )}
        {hasLost && !isEmpty ? (
          <p class="note note-warning" role="status">
            {parts.upload.lost}
          </p>
        ) : null}
        <TurnedAwayList files={basket.turnedAway} />
        {removed === null || isFull ? null : (
          <div class="note note-plain">
            <p>{parts.choices.removed(removed.card.fileName)}</p>
            <button
              type="button"
              class="link-button"
              onClick={() => {
                dispatch({ type: "restored", ...removed });
                setRemoved(null);
                focusCard(removed.card.key);
              }}
            >
              {parts.choices.undo}
            </button>
          </div>
        )}
        <p class="visually-hidden" role="status">
          {said}
        </p>
        {/* Turnstile shows itself here if a person has to click. */}
        <div id="person-check" />
        {isEmpty ? null : (
          <div class={`basket-layout${step === "basket" ? "" : " in-checkout"}`}>
            {step === "basket" ? (
              <div class="cards">
                {sorted.all.map(({ card, standing }) => (
                  <ItemCard
                    key={card.key}
                    card={card}
                    standing={standing}
                    prices={basket.prices}
                    quoted={quote?.items[sorted.priced.findIndex((priced) => priced.card.key === card.key)]}
                    hasFile={files.has(card.fileKey)}
                    isAlone={basket.cards.length === 1}
                    isFull={isFull}
                    newKey={newKey}
                    onFile={giveFile}
                    onRemove={remove}
                    onCopy={({ key }) => {
                      dispatch({ type: "choicesCopied", key });
                      setSaid(parts.choices.copied);
                    }}
                  />
                ))}
              </div>
            ) : (
              <Checkout
                key={step}
                service={service}
                subject={
                  step === "order"
                    ? { kind: "order", quote, last: current.last }
                    : { kind: "request", items: asked.items }
                }
                rest={restOf(step, orderedCount, asked.cards.length, tools)}
                onBack={() => history.back()}
                onNewQuote={current.take}
                onLost={(modelIds) => {
                  forgetModels(modelIds);
                  setHasLost(true);
                  leaveForm();
                  const lost = basket.cards.find((card) => modelIds.includes(cardModelId(card) ?? ""));
                  if (lost !== undefined) focusCard(lost.key);
                }}
                onOrdered={onOrdered}
                onRequested={(address) => finish({ kind: "requested", address }, asked.cards)}
              />
            )}
            {step === "basket" ? (
              <BasketBar
                service={service}
                sorted={sorted}
                current={current}
                requestCount={asked.cards.length}
                onOrder={() => goTo("order")}
                onRequest={() => goTo("request")}
              />
            ) : null}
          </div>
        )}
      </div>
    </PageToolsContext.Provider>
  );
}

/** Sentence about the parts that stay in the basket; null if none do. */
function restOf(step: Step, orderedCount: number, askedCount: number, { checkout, parts }: PageTools): string | null {
  const { onlyPriced, onlyUnpriced } = checkout.form;
  if (step === "order" && askedCount > 0) return onlyPriced(parts.counts.parts(askedCount));
  if (step === "request" && orderedCount > 0) return onlyUnpriced(parts.counts.parts(orderedCount));
  return null;
}

/** Items of a price request. @param all the reason to ask about priced parts too; null to leave them out */
function requestItems({ priced, unpriced }: SortedBasket, all: "above_maximum" | null) {
  const cards = all === null ? unpriced : [...priced, ...unpriced];
  const items: RequestItems = cards.flatMap(({ card, standing }) => {
    const modelId = cardModelId(card);
    const reason = standing.status === "unpriced" ? standing.reason : all;
    if (modelId === undefined || reason === null) return [];
    const quantity = askedQuantity(card) ?? card.choice.quantity;
    return [{ modelId, fileName: modelNameOf(card), reason, ...card.choice, quantity }];
  });
  return { cards, items };
}

function itemsOfCards(cards: readonly Card[]) {
  return cards.map((card) => [cardModelId(card), card.choice]);
}

function isOffered({ catalog }: PageConfiguration, chosen: ChosenItem): boolean {
  const { materialId, printingQualityId, finishingIds } = chosen;
  return (
    catalog.materials.some(({ id }) => id === materialId) &&
    catalog.qualities.some(({ id }) => id === printingQualityId) &&
    fittingChoice(catalog, chosen).finishingIds.length === finishingIds.length
  );
}

/** Moves the keyboard's focus to a card once it is drawn. */
function focusCard(key: string): void {
  setTimeout(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`);
    card?.querySelector<HTMLElement>("h3")?.focus();
    if (card) requestScroll(card);
  }, 50);
}
