// The order page's script: files, cards, the sum, the form. Joins the basket with its requests.

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ChosenItem, FilledBasket, PageConfiguration, Refused } from "../../wire.ts";
import {
  type AttachedFile,
  type Basket,
  type BasketProduct,
  basketFilledWith,
  basketReducer,
  type Card,
  cardModelId,
  filledKey,
  offeredBasket,
  type TurnedAway,
} from "../basket/basket.ts";
import { fittingChoice } from "../basket/choices.ts";
import { type AttachedAs, isArchive, sortFiles } from "../basket/chosen-files.ts";
import { type PageTools, PageToolsContext, pageToolsOf } from "../basket/page-tools.ts";
import { ReadyDays } from "../basket/ready-days.tsx";
import { coveredByMinimum, itemsOf, type StandingCard, sortBasket } from "../basket/standing.ts";
import {
  type FinishedCheckout,
  storeBasket,
  storedBasket,
  storedFinished,
  storeFinished,
} from "../basket/stored-basket.ts";
import { AttachedList } from "../cards/attached-list.tsx";
import { ItemCard } from "../cards/item-card.tsx";
import { TurnedAwayList } from "../cards/turned-away-list.tsx";
import type { Ordered } from "../checkout/checkout.tsx";
import { OpenedFiles } from "../model/opened-files.ts";
import { withSameView } from "../service/configuration.ts";
import { OrderService } from "../service/order-service.ts";
import { lostModels } from "../service/refusal.ts";
import { TurnstileCheck } from "../service/turnstile-check.ts";
import { useQuote } from "../service/use-quote.ts";
import { announceOrder, announcePrice, isFramed, requestScroll, SENT } from "../widget/host.ts";
import { BasketBar } from "./basket-bar.tsx";
import { LoadedCheckout, loadCheckoutAhead } from "./loaded-checkout.tsx";
import { FilledBasketNotice, FinishedNotice } from "./notices.tsx";
import { priceRequestOf } from "./price-request.ts";
import { useArchives } from "./use-archives.ts";
import { useChosenFiles } from "./use-chosen-files.ts";
import { usePrices } from "./use-prices.ts";
import { useShelf } from "./use-shelf.ts";
import { useUploads } from "./use-uploads.ts";

type Step = "basket" | "order" | "request";

function firstBasket(configuration: PageConfiguration): Basket {
  const stored = offeredBasket(configuration.catalog, storedBasket(location.pathname));
  const { filledBasket } = configuration;
  return countOfAll(stored) > 0 || filledBasket === null ? stored : basketFilledWith(configuration, filledBasket);
}

function countOfAll({ cards, attached, products }: Pick<Basket, "cards" | "attached" | "products">): number {
  return cards.length + attached.length + products.length;
}

function filesOfFilledBasket(filledBasket: FilledBasket | null): OpenedFiles {
  const files = new OpenedFiles();
  for (const [index, { file }] of filledBasket?.items.entries() ?? []) {
    if (file !== null) files.addServed(filledKey(index), file);
  }
  return files;
}

/** The last part or file that the customer removed, and can put back. */
type Removed = { readonly card: Card; readonly at: number } | { readonly file: AttachedFile };

let keysGiven = 0;
/** Unlike every key of a stored basket, because it holds the time. */
function newKey(): string {
  keysGiven++;
  return `${Date.now().toString(36)}-${keysGiven}`;
}

export function Configurator({ configuration }: { readonly configuration: PageConfiguration }) {
  const { language, turnstileSiteKey, filledBasket, maxItems, maxAttachments } = configuration;
  const [basket, dispatch] = useReducer(basketReducer(configuration), configuration, firstBasket);
  const [step, setStep] = useState<Step>("basket");
  // A filled basket begins anew: an order of the page itself says nothing about it.
  const [done, setDone] = useState(() => (filledBasket === null ? storedFinished(configuration.base) : null));
  const [removed, setRemoved] = useState<Removed | null>(null);
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
  // An effect after painting would lose the last choice when the page is loaded again at once.
  useLayoutEffect(
    () => storeBasket(location.pathname, basket),
    [basket.cards, basket.attached, basket.products, basket.priority, basket.dropped],
  );

  const sorted = sortBasket(basket, (fileKey) => files.has(fileKey));
  const items = itemsOf(sorted.priced);
  const ordered = basket.products.filter(({ refused }) => refused === null);
  const products = ordered.map(({ productId, colorId, quantity }) => ({ productId, colorId, quantity }));
  const current = useQuote(service, {
    items,
    ...(products.length > 0 && { products }),
    ...(basket.priority !== null && { priority: basket.priority }),
  });
  const shelf = useShelf(basket.products.length > 0);
  const { quote } = current;
  useEffect(() => {
    if (quote !== null) dispatch({ type: "quoted", quote });
  }, [quote]);
  const total = quote?.total;
  const positions = items.length + products.length;
  useEffect(() => {
    if (total !== undefined) announcePrice({ total, currency: configuration.currency, items: positions });
  }, [total, positions, configuration.currency]);

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
  /** @param faults by the place among the ordered products. @returns the key of the first refused one */
  const refuseProducts = (faults: Refused["faults"]) => {
    const refused = shelf?.refusedOf(ordered, faults) ?? [];
    if (refused.length === 0) return undefined;
    const change = (all: readonly BasketProduct[]) =>
      all.map((product) => refused.find(({ key }) => key === product.key) ?? product);
    dispatch({ type: "productsChanged", change });
    return refused[0]?.key;
  };
  // If the browser knows the prices of lost files, the quote's refusal is the first to name the loss.
  useEffect(() => {
    if (current.refusal === null) return;
    refuseProducts(current.refusal.faults);
    forgetModels(
      lostModels(
        current.refusal,
        items.map(({ modelId }) => modelId),
      ),
    );
  }, [current.refusal, shelf]);

  const chosenNow = JSON.stringify([itemsOfCards(basket.cards), products, basket.dropped?.slug ?? basket.priority]);
  const firstChosen = useRef(chosenNow);
  const isAsFilled = firstChosen.current === chosenNow;
  const isOrderable = quote === null || quote.ordering === "allowed";
  const orderedCount = isOrderable ? sorted.priced.length + ordered.length : 0;
  // Unpacking and sending take a while: at their end the basket may be another.
  const newest = useRef({ basket, isUnpacking: false });
  const room = () => {
    const { cards, attached, products } = newest.current.basket;
    return { parts: maxItems - cards.length - products.length, attached: maxAttachments - attached.length };
  };
  /** @param left notes about files that stay in their archive. @returns the key of the first added file */
  const addFiles = (chosen: readonly File[], left: readonly TurnedAway[]) => {
    const { accepted, attached, turnedAway } = sortFiles(chosen, room(), tools, newKey);
    for (const { key, file, format } of accepted) {
      files.add(key, file, format);
      measure(key);
    }
    const added = accepted.map(({ key, file, format }) => ({ key, fileName: file.name, format }));
    dispatch({
      type: "filesChosen",
      files: added,
      attached: attach(attached),
      turnedAway: [...turnedAway, ...left],
    });
    return [...added, ...attached][0]?.key;
  };
  const archives = useArchives(tools, room, newKey, (unpacked, left) => {
    const first = addFiles(unpacked, left);
    // A field in which the customer types keeps the focus.
    if (!document.activeElement?.closest("[data-card]")) focusCard(first);
  });
  /** The reason against sending anything yet. */
  const wait = archives.unpacking === undefined ? null : parts.upload.unpacking(archives.unpacking.name);
  newest.current = { basket, isUnpacking: wait !== null };

  const asked = priceRequestOf(basket, sorted, isOrderable ? null : "above_maximum", wait !== null, tools);
  const goToRequest = () => {
    // A file that is still being sent would stay behind.
    if (asked.isWhole) goTo("request");
  };

  const attach = (attached: readonly AttachedAs<File>[]) =>
    attached.map(({ key, file }) => {
      files.addUnopened(key, file);
      return { key, fileName: file.name, sizeBytes: file.size };
    });
  const measure = (fileKey: string) => {
    if (files.isLarge(fileKey)) return;
    files.model(fileKey).then(
      ({ drawn }) => dispatch({ type: "measured", fileKey, drawn }),
      // The 3D view shows the failure, and the server measures too.
      () => {},
    );
  };
  const giveFile = (card: Card, file: File) => {
    const { accepted, attached, turnedAway } = sortFiles([file], { ...room(), parts: 1 }, tools, newKey);
    const [given] = accepted;
    if (given === undefined) {
      return dispatch({ type: "filesChosen", files: [], attached: attach(attached), turnedAway });
    }
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
  const removeAttached = (file: AttachedFile) => {
    setRemoved({ file });
    dispatch({ type: "removed", keys: [file.key] });
    setSaid(parts.choices.removed(file.fileName));
  };
  const finish = (
    finished: FinishedCheckout,
    cards: readonly StandingCard[],
    others: readonly Pick<AttachedFile | BasketProduct, "key">[],
  ) => {
    const keys = [...cards.map(({ card }) => card.key), ...others.map(({ key }) => key)];
    const isLeft = ({ key }: { readonly key: string }) => !keys.includes(key);
    const { basket, isUnpacking } = newest.current;
    // The next order has its own priority.
    const priority = finished.kind === "ordered" ? null : basket.priority;
    const rest = {
      cards: basket.cards.filter(isLeft),
      attached: basket.attached.filter(isLeft),
      products: basket.products.filter(isLeft),
      priority,
      dropped: null,
    };
    const hasRest = isUnpacking || countOfAll(rest) > 0;
    dispatch({ type: "removed", keys });
    dispatch({ type: "priorityChosen", priority });
    storeBasket(location.pathname, rest);
    storeFinished(configuration.base, finished);
    if (!hasRest) return location.assign(`${withSameView(finished.address, location)}${isFramed() ? SENT : ""}`);
    setDone(finished);
    leaveForm();
    requestAnimationFrame(() => {
      scrollTo({ top: 0 });
      requestScroll(document.body);
    });
  };
  const onOrdered = ({ orderId, orderNumber, total: paid, address }: Ordered) => {
    announceOrder({ orderId, total: paid, currency: configuration.currency });
    finish({ kind: "ordered", orderId, orderNumber, address }, sorted.priced, ordered);
  };

  const shownQuote = quote ?? current.last;
  const readyDays =
    shownQuote === null ? null : (
      <ReadyDays
        tools={tools}
        quote={shownQuote}
        priority={basket.priority}
        dropped={basket.dropped}
        isFaded={quote === null}
      />
    );

  useChosenFiles((chosen) => {
    setDone(null);
    storeFinished(configuration.base, null);
    leaveForm();
    archives.add(chosen.filter(isArchive));
    focusCard(
      addFiles(
        chosen.filter((file) => !isArchive(file)),
        [],
      ),
    );
  });
  const isEmpty = countOfAll(basket) === 0;
  const isFull = basket.cards.length + basket.products.length >= maxItems;
  const onProductsAdded = (key: string) => {
    setDone(null);
    storeFinished(configuration.base, null);
    leaveForm();
    focusCard(key);
  };
  useEffect(() => {
    if (!isEmpty) loadCheckoutAhead();
  }, [isEmpty]);
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
        {wait === null ? null : (
          <p class="note note-plain" role="status">
            {wait}
          </p>
        )}
        <TurnedAwayList files={basket.turnedAway} />
        {removed === null || ("card" in removed && isFull) ? null : (
          <div class="note note-plain">
            <p>{parts.choices.removed(("card" in removed ? removed.card : removed.file).fileName)}</p>
            <button
              type="button"
              class="link-button"
              onClick={() => {
                if ("card" in removed) dispatch({ type: "restored", ...removed });
                else dispatch({ type: "attachedAgain", file: removed.file });
                setRemoved(null);
                focusCard(("card" in removed ? removed.card : removed.file).key);
              }}
            >
              {parts.choices.undo}
            </button>
          </div>
        )}
        <p class="visually-hidden" role="status">
          {said}
        </p>
        {shelf === null ? null : (
          <shelf.ShelfLinks tools={tools} isFull={isFull} newKey={newKey} onAdded={onProductsAdded} />
        )}
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
                    covered={coveredByMinimum(configuration, sorted, shownQuote?.products ?? [], card)}
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
                    canRequest={asked.isWhole}
                    onRequest={goToRequest}
                  />
                ))}
                {shelf === null ? null : (
                  <shelf.ProductList
                    products={basket.products}
                    ordered={ordered}
                    quote={quote}
                    tools={tools}
                    inSameView={(path) => withSameView(path, location)}
                  />
                )}
                <AttachedList files={basket.attached} onRemove={removeAttached} />
              </div>
            ) : (
              <LoadedCheckout
                key={step}
                service={service}
                subject={
                  step === "order"
                    ? { kind: "order", quote, last: current.last, priority: basket.priority }
                    : { kind: "request", items: asked.items, attachments: asked.attachments }
                }
                readyDays={readyDays}
                wait={wait}
                rest={restOf(step, orderedCount, asked.inWords, tools)}
                onBack={() => history.back()}
                onNewQuote={current.take}
                onLost={(modelIds, attachmentIds) => {
                  forgetModels(modelIds);
                  for (const attachmentId of attachmentIds) dispatch({ type: "attachmentLost", attachmentId });
                  setHasLost(true);
                  leaveForm();
                  const lost = basket.cards.find((card) => modelIds.includes(cardModelId(card) ?? ""));
                  if (lost !== undefined) focusCard(lost.key);
                }}
                onProductsRefused={(faults) => {
                  const refused = refuseProducts(faults);
                  leaveForm();
                  focusCard(refused);
                }}
                onOrdered={onOrdered}
                onRequested={(address) => finish({ kind: "requested", address }, asked.cards, asked.files)}
              />
            )}
            {step === "basket" ? (
              <BasketBar
                service={service}
                sorted={sorted}
                products={ordered}
                current={current}
                readyDays={readyDays}
                wait={wait}
                asked={asked}
                onOrder={() => goTo("order")}
                onRequest={goToRequest}
              />
            ) : null}
          </div>
        )}
      </div>
    </PageToolsContext.Provider>
  );
}

/** Sentence about the parts that stay in the basket; null if none do. */
function restOf(step: Step, orderedCount: number, asked: string | null, { checkout, parts }: PageTools): string | null {
  const { onlyPriced, onlyUnpriced } = checkout.form;
  if (step === "order" && asked !== null) return onlyPriced(asked);
  if (step === "request" && orderedCount > 0) return onlyUnpriced(parts.counts.parts(orderedCount));
  return null;
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
function focusCard(key: string | undefined): void {
  if (key === undefined) return;
  setTimeout(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`);
    card?.querySelector<HTMLElement>("h3")?.focus();
    if (card) requestScroll(card);
  }, 50);
}
