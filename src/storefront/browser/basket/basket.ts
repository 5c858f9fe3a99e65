// The basket: a card for each part, and its state after each action of the customer or the server. Pure.

import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import { MIN_LONGEST_SIDE_MM } from "../../../../slicer-service/src/contract/part-limits.ts";
import type { TechnologyId } from "../../../../slicer-service/src/contract/technologies.ts";
import { MAX_ASKED_QUANTITY } from "../../../domain/price-request.ts";
import type {
  ChosenProduct,
  FilledBasket,
  PageConfiguration,
  PriorityDropped,
  PublicCatalog,
  SignedQuote,
} from "../../wire.ts";
import { AS_DRAWN, type ModelChange, versionKey, versionName, versionOf } from "../model/model-change.ts";
import { isUnitless, type Size, type Unit } from "../model/units.ts";
import type { PriceReport, Trouble } from "../service/prices.ts";
import {
  choiceOfTechnology,
  firstChoice,
  fittingChoice,
  offeredChoice,
  type PartChoice,
  technologyOfChoice,
  wholeTyped,
} from "./choices.ts";
import { type PriceBook, priceKey, withoutTrouble, withQuoted, withReport } from "./price-book.ts";

/** An upload's progress. */
interface Uploading {
  readonly sentShare: number;
  readonly uploadTrouble: Trouble | null;
}

const NOT_SENT: Uploading = { sentShare: 0, uploadTrouble: null };

export interface Card extends Uploading {
  /** Unique within this page. */
  readonly key: string;
  /** The chosen file; several cards may show one. */
  readonly fileKey: string;
  readonly fileName: string;
  /** null for a part of a filled basket: this browser shows its file, but cannot upload it in another unit. */
  readonly format: ModelFormat | null;
  readonly unit: Unit;
  /** Its size and position, if the customer changed them. */
  readonly change: ModelChange;
  /** The customer confirmed a size that looks like a mistake of unit. */
  readonly isSmall: boolean;
  /** Confirmed below the slicer's least size: the file states its unit. */
  readonly statesUnit: boolean;
  /** The uploaded model of each version that was tried, by `versionKey`. */
  readonly modelIds: Readonly<Record<string, string>>;
  /** The page was loaded again before the file had arrived. */
  readonly isInterrupted: boolean;
  /** The drawing's size in numbers without a unit; null until the file was read. */
  readonly drawn: Size | null;
  readonly choice: PartChoice;
  /** The typed quantity, if nothing can be ordered by it: then the choice's is not meant. */
  readonly wrongQuantity: string | null;
  readonly isOpen: boolean;
  /** The customer asks the studio for a price, although the part has one. */
  readonly isAsked: boolean;
}

/** A file that goes with a price request as it is. */
export interface AttachedFile extends Uploading {
  readonly key: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** null until it is on the server. */
  readonly attachmentId: string | null;
  /** The server's sentence about a model that it cannot read; null for any other file. */
  readonly said: string | null;
}

/** Pieces of a product from the shelf. */
export interface BasketProduct extends Required<ChosenProduct> {
  readonly key: string;
  /** The reason against ordering it as it is chosen; null: none is known. */
  readonly refused: string | null;
}

/** A file that never became a card, with the reason. */
export interface TurnedAway {
  readonly key: string;
  readonly fileName: string;
  readonly message: string;
  readonly help: string;
}

export interface Basket {
  readonly cards: readonly Card[];
  readonly attached: readonly AttachedFile[];
  readonly products: readonly BasketProduct[];
  /** The slug of the chosen priority; null: the usual day. */
  readonly priority: string | null;
  /** The slug that a quote dropped since the customer chose it, with the reason; null: none. */
  readonly dropped: { readonly slug: string; readonly reason: PriorityDropped } | null;
  readonly turnedAway: readonly TurnedAway[];
  readonly prices: PriceBook;
}

/** The part of it that outlives the page. */
export type KeptBasket = Pick<Basket, "cards" | "attached" | "products" | "priority" | "dropped">;

export const EMPTY_BASKET: Basket = {
  cards: [],
  attached: [],
  products: [],
  priority: null,
  dropped: null,
  turnedAway: [],
  prices: {},
};

export interface NewFile {
  readonly key: string;
  readonly fileName: string;
  readonly format: ModelFormat;
}

export type NewAttachedFile = Pick<AttachedFile, "key" | "fileName" | "sizeBytes">;

export type BasketAction =
  | {
      readonly type: "filesChosen";
      readonly files: readonly NewFile[];
      readonly attached: readonly NewAttachedFile[];
      readonly turnedAway: readonly TurnedAway[];
    }
  | { readonly type: "noticesDismissed"; readonly keys: readonly string[] }
  | { readonly type: "sent"; readonly key: string; readonly share: number }
  | { readonly type: "uploaded"; readonly key: string; readonly version: string; readonly modelId: string }
  | { readonly type: "uploadFailed"; readonly key: string; readonly trouble: Trouble }
  | { readonly type: "uploadRetried"; readonly key: string }
  | {
      readonly type: "fileRefused";
      readonly key: string;
      readonly message: string;
      readonly help: string;
      /** null if it may not go with a price request either. */
      readonly sizeBytes: number | null;
    }
  | {
      readonly type: "productsChanged";
      readonly change: (products: readonly BasketProduct[]) => readonly BasketProduct[];
    }
  | { readonly type: "attachmentKept"; readonly key: string; readonly attachmentId: string }
  | { readonly type: "attachmentLost"; readonly attachmentId: string }
  | { readonly type: "modelLost"; readonly modelId: string }
  | { readonly type: "measured"; readonly fileKey: string; readonly drawn: Size }
  | { readonly type: "fileGiven"; readonly fileKey: string; readonly fileName: string; readonly format: ModelFormat }
  | { readonly type: "unitChosen"; readonly key: string; readonly unit: Unit }
  | { readonly type: "smallConfirmed"; readonly key: string }
  | { readonly type: "modelChanged"; readonly key: string; readonly change: ModelChange }
  | { readonly type: "chosen"; readonly key: string; readonly change: Partial<PartChoice> }
  | { readonly type: "wrongQuantityTyped"; readonly key: string; readonly typed: string }
  | { readonly type: "technologyChosen"; readonly key: string; readonly technologyId: TechnologyId }
  | { readonly type: "choicesCopied"; readonly key: string }
  | { readonly type: "opened"; readonly key: string; readonly isOpen: boolean }
  | { readonly type: "asked"; readonly key: string; readonly isAsked: boolean }
  | { readonly type: "addedAgain"; readonly key: string; readonly newKey: string }
  | { readonly type: "removed"; readonly keys: readonly string[] }
  | { readonly type: "restored"; readonly card: Card; readonly at: number }
  | { readonly type: "attachedAgain"; readonly file: AttachedFile }
  | { readonly type: "priceReported"; readonly priceKey: string; readonly report: PriceReport; readonly now: number }
  | { readonly type: "priorityChosen"; readonly priority: string | null }
  | { readonly type: "quoted"; readonly quote: Pick<SignedQuote, "items" | "priority" | "priorityDropped"> }
  | { readonly type: "priceRetried"; readonly priceKey: string };

/** More files at once come as closed cards, so that the whole list is in sight. */
const MAX_OPEN_AT_ONCE = 2;

/** @returns the basket after the action; the same object if nothing changes */
export function basketReducer({
  catalog,
  maxItems,
  maxAttachments,
}: Pick<PageConfiguration, "catalog" | "maxItems" | "maxAttachments">) {
  return (basket: Basket, action: BasketAction): Basket => {
    switch (action.type) {
      case "filesChosen":
        return {
          ...basket,
          cards: [...basket.cards, ...cardsOf(catalog, action.files)],
          attached: [...basket.attached, ...action.attached.map((file) => attachedFile(file, null))],
          turnedAway: [...basket.turnedAway, ...action.turnedAway],
        };
      case "noticesDismissed":
        return { ...basket, turnedAway: basket.turnedAway.filter(({ key }) => !action.keys.includes(key)) };
      case "sent":
        return withUpload(basket, action.key, { sentShare: action.share, uploadTrouble: null });
      case "uploaded":
        return withCard(basket, action.key, (card) => ({
          ...card,
          modelIds: { ...card.modelIds, [action.version]: action.modelId },
          ...NOT_SENT,
        }));
      case "uploadFailed":
        return withUpload(basket, action.key, { sentShare: 0, uploadTrouble: action.trouble });
      case "uploadRetried":
        return withUpload(basket, action.key, NOT_SENT);
      case "productsChanged":
        return { ...basket, products: action.change(basket.products) };
      case "attachmentKept": {
        const { key, attachmentId } = action;
        return withAttached(basket, (file) => file.key === key, { ...NOT_SENT, attachmentId });
      }
      case "attachmentLost":
        return withAttached(basket, ({ attachmentId }) => attachmentId === action.attachmentId, { attachmentId: null });
      case "fileRefused": {
        const refused = basket.cards.find(({ key }) => key === action.key);
        if (refused === undefined) return basket;
        const { message, help, sizeBytes } = action;
        const { key, fileName } = refused;
        const after = { ...basket, cards: withOneOpen(basket.cards.filter((card) => card.key !== key)) };
        return sizeBytes !== null && basket.attached.length < maxAttachments
          ? { ...after, attached: [...basket.attached, attachedFile({ key, fileName, sizeBytes }, message)] }
          : { ...after, turnedAway: [...basket.turnedAway, { key, fileName, message, help }] };
      }
      case "modelLost":
        return { ...basket, cards: basket.cards.map((card) => withoutModel(card, action.modelId)) };
      case "measured":
        return withCards(
          basket,
          (card) => card.fileKey === action.fileKey && card.drawn === null,
          (card) => ({ ...card, drawn: action.drawn }),
        );
      case "fileGiven":
        return withCards(
          basket,
          (card) => card.fileKey === action.fileKey,
          (card) => withFile(card, action.fileName, action.format),
        );
      case "unitChosen":
        return withCard(basket, action.key, (card) => ({
          ...card,
          unit: action.unit,
          isSmall: false,
          statesUnit: false,
          uploadTrouble: null,
        }));
      case "smallConfirmed":
        return withCard(basket, action.key, (card) => ({
          ...card,
          isSmall: true,
          statesUnit: isBelowLeast(card.drawn),
        }));
      case "modelChanged":
        return withCard(basket, action.key, (card) => ({ ...card, change: action.change, uploadTrouble: null }));
      case "chosen":
        return withTroubleForgotten(
          withCard(basket, action.key, (card) => ({
            ...card,
            choice: fittingChoice(catalog, { ...card.choice, ...action.change }),
            wrongQuantity: action.change.quantity === undefined ? card.wrongQuantity : null,
          })),
          action.key,
        );
      case "wrongQuantityTyped":
        return withCard(basket, action.key, (card) => ({ ...card, wrongQuantity: action.typed }));
      case "technologyChosen":
        return withCard(basket, action.key, (card) => {
          const { quantity, finishingIds } = card.choice;
          const choice = choiceOfTechnology(catalog, action.technologyId, quantity, finishingIds);
          return choice === undefined ? card : { ...card, choice };
        });
      case "choicesCopied": {
        const source = basket.cards.find(({ key }) => key === action.key);
        if (source === undefined) return basket;
        return withCards(
          basket,
          ({ key }) => key !== action.key,
          // The quantity is each part's own.
          (card) => ({ ...card, choice: { ...source.choice, quantity: card.choice.quantity } }),
        );
      }
      case "opened":
        return withCard(basket, action.key, (card) => ({ ...card, isOpen: action.isOpen }));
      case "asked":
        return withCard(basket, action.key, (card) => ({ ...card, isAsked: action.isAsked }));
      case "addedAgain": {
        const at = basket.cards.findIndex(({ key }) => key === action.key);
        const source = basket.cards[at];
        if (source === undefined || basket.cards.length >= maxItems) return basket;
        const again: Card = { ...source, key: action.newKey, isOpen: true, isAsked: false };
        return { ...basket, cards: basket.cards.toSpliced(at + 1, 0, again) };
      }
      case "removed":
        return {
          ...basket,
          cards: basket.cards.filter(({ key }) => !action.keys.includes(key)),
          attached: basket.attached.filter(({ key }) => !action.keys.includes(key)),
          products: basket.products.filter(({ key }) => !action.keys.includes(key)),
        };
      case "restored":
        if (basket.cards.some(({ key }) => key === action.card.key) || basket.cards.length >= maxItems) return basket;
        return { ...basket, cards: basket.cards.toSpliced(action.at, 0, action.card) };
      case "attachedAgain":
        if (basket.attached.some(({ key }) => key === action.file.key)) return basket;
        if (basket.attached.length >= maxAttachments) return basket;
        return { ...basket, attached: [...basket.attached, action.file] };
      case "priceReported":
        return { ...basket, prices: withReport(basket.prices, action.priceKey, action.report, action.now) };
      case "priorityChosen":
        return { ...basket, priority: action.priority, dropped: null };
      case "quoted": {
        const { items, priority, priorityDropped: reason } = action.quote;
        const prices = withQuoted(basket.prices, items);
        // The basket lets a dropped priority go, or a later quote would bring its surcharge back unasked.
        if (reason !== null && basket.priority !== null) {
          return { ...basket, prices, priority, dropped: { slug: basket.priority, reason } };
        }
        return prices === basket.prices ? basket : { ...basket, prices };
      }
      case "priceRetried":
        return { ...basket, prices: withoutTrouble(basket.prices, action.priceKey) };
    }
  };
}

const NEVER_CONFIRMED = { isSmall: false, statesUnit: false };

function isBelowLeast(drawn: Size | null): boolean {
  return drawn !== null && Math.max(drawn.x, drawn.y, drawn.z) <= MIN_LONGEST_SIDE_MM;
}

function attachedFile({ key, fileName, sizeBytes }: NewAttachedFile, said: string | null): AttachedFile {
  return { key, fileName, sizeBytes, attachmentId: null, said, ...NOT_SENT };
}

function cardsOf(catalog: PublicCatalog, files: readonly NewFile[]): Card[] {
  const choice = firstChoice(catalog);
  if (choice === undefined) return [];
  return files.map(({ key, fileName, format }, index) => ({
    key,
    fileKey: key,
    fileName,
    format,
    unit: "mm",
    change: AS_DRAWN,
    ...NEVER_CONFIRMED,
    modelIds: {},
    ...NOT_SENT,
    isInterrupted: false,
    drawn: null,
    choice,
    wrongQuantity: null,
    isOpen: index === 0 || files.length <= MAX_OPEN_AT_ONCE,
    isAsked: false,
  }));
}

/** Opens the first card if the only open one was refused. */
function withOneOpen(cards: readonly Card[]): readonly Card[] {
  if (cards.some(({ isOpen }) => isOpen)) return cards;
  return cards.map((card, index) => (index === 0 ? { ...card, isOpen: true } : card));
}

/** The upload of a card's model or of an attached file. */
function withUpload(basket: Basket, key: string, upload: Uploading): Basket {
  const after = withCard(basket, key, (card) => ({ ...card, ...upload }));
  return withAttached(after, (file) => file.key === key, upload);
}

function withAttached(basket: Basket, isMeant: (file: AttachedFile) => boolean, change: Partial<AttachedFile>): Basket {
  if (!basket.attached.some(isMeant)) return basket;
  return { ...basket, attached: basket.attached.map((file) => (isMeant(file) ? { ...file, ...change } : file)) };
}

function withCard(basket: Basket, key: string, change: (card: Card) => Card): Basket {
  return withCards(basket, (card) => card.key === key, change);
}

function withCards(basket: Basket, isMeant: (card: Card) => boolean, change: (card: Card) => Card): Basket {
  if (!basket.cards.some(isMeant)) return basket;
  return { ...basket, cards: basket.cards.map((card) => (isMeant(card) ? change(card) : card)) };
}

/** The server lost the model: it is uploaded again if this browser still has the file. */
function withoutModel(card: Card, modelId: string): Card {
  const kept = Object.entries(card.modelIds).filter(([, id]) => id !== modelId);
  return { ...card, modelIds: Object.fromEntries(kept) };
}

/** The file may be another one than before: its models and its size are forgotten, and a project's change too, which tools may refuse. */
function withFile(card: Card, fileName: string, format: ModelFormat): Card {
  const unit = isUnitless(format) ? card.unit : "mm";
  return {
    ...card,
    fileName,
    format,
    unit,
    change: isUnitless(format) ? card.change : AS_DRAWN,
    ...NEVER_CONFIRMED,
    modelIds: {},
    ...NOT_SENT,
    isInterrupted: false,
    drawn: null,
  };
}

/** A repeated choice asks for its price again, even after a failed question. */
function withTroubleForgotten(basket: Basket, key: string): Basket {
  const card = basket.cards.find((candidate) => candidate.key === key);
  const modelId = card && cardModelId(card);
  if (card === undefined || modelId === undefined) return basket;
  const prices = withoutTrouble(basket.prices, priceKey({ modelId, ...card.choice }));
  return prices === basket.prices ? basket : { ...basket, prices };
}

/** The card's model: the file itself, or its changed version. undefined until it is uploaded. */
export function cardModelId(card: Card): string | undefined {
  return card.modelIds[versionKey(card)];
}

/** The quantity to ask the studio about; undefined for a text that is no quantity. */
export function askedQuantity({ wrongQuantity, choice }: Pick<Card, "wrongQuantity" | "choice">): number | undefined {
  return wrongQuantity === null ? choice.quantity : wholeTyped(wrongQuantity, MAX_ASKED_QUANTITY);
}

/** The model's name for the studio. */
export function modelNameOf(card: Pick<Card, "fileName" | "unit" | "change" | "statesUnit">): string {
  return versionName(card.fileName, card);
}

/** The card of a filled basket's item. */
export function filledKey(index: number): string {
  return `filled-${index}`;
}

/** The basket that the page begins with, as far as its choices are still on offer. */
export function basketFilledWith(
  { catalog }: Pick<PageConfiguration, "catalog">,
  { items, products, priority }: FilledBasket,
): Basket {
  const cards = items.flatMap(({ modelId, fileName, file: _, ...kept }, index): Card[] => {
    const choice = offeredChoice(catalog, kept);
    if (choice === undefined) return [];
    const key = filledKey(index);
    return [
      {
        key,
        fileKey: key,
        fileName,
        format: null,
        unit: "mm",
        change: AS_DRAWN,
        ...NEVER_CONFIRMED,
        modelIds: { mm: modelId },
        ...NOT_SENT,
        isInterrupted: false,
        drawn: null,
        choice,
        wrongQuantity: null,
        isOpen: items.length === 1,
        isAsked: false,
      },
    ];
  });
  const chosen = products.map(({ productId, colorId = null, quantity }, index) => {
    return { key: `product-${index}`, productId, colorId, quantity, refused: null };
  });
  return { ...EMPTY_BASKET, cards, products: chosen, priority };
}

/** The basket as it was before the page was loaded again, as far as its choices are still on offer. */
export function offeredBasket(
  catalog: PublicCatalog,
  { cards, attached, products, priority, dropped }: KeptBasket,
): Basket {
  const kept = cards.flatMap((card): Card[] => {
    const choice = offeredChoice(catalog, card.choice);
    const [uploaded] = Object.keys(card.modelIds);
    if (choice === undefined) return [];
    const isInterrupted = uploaded === undefined;
    // An upload of another version was lost with the page.
    const version =
      isInterrupted || cardModelId(card) !== undefined ? {} : { statesUnit: false, ...versionOf(uploaded) };
    return [{ ...card, choice, ...version, isInterrupted, ...NOT_SENT }];
  });
  const waiting = attached.map((file) => ({ ...file, ...NOT_SENT }));
  // A refused product may be on the shelf again.
  const asked = products.map((product) => ({ ...product, refused: null }));
  return { ...EMPTY_BASKET, cards: kept, attached: waiting, products: asked, priority, dropped };
}

export function technologyOfCard(catalog: PublicCatalog, card: Card) {
  return technologyOfChoice(catalog, card.choice);
}
