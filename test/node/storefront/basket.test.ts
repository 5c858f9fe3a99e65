// The order page's basket: its cards, their prices and states, without a browser.

import { describe, expect, it } from "vitest";
import {
  askedQuantity,
  type Basket,
  type BasketAction,
  basketFilledWith,
  basketReducer,
  cardModelId,
  EMPTY_BASKET,
  offeredBasket,
} from "../../../src/storefront/browser/basket/basket.ts";
import {
  discountOf,
  finishingsOf,
  quantityTyped,
  shownQuantities,
  supportedQuality,
} from "../../../src/storefront/browser/basket/choices.ts";
import { type PricedAnswer, priceKey, priceOf } from "../../../src/storefront/browser/basket/price-book.ts";
import { coveredByMinimum, itemsOf, sortBasket } from "../../../src/storefront/browser/basket/standing.ts";
import { wantedPrices } from "../../../src/storefront/browser/basket/wanted-prices.ts";
import { versionKey } from "../../../src/storefront/browser/model/model-change.ts";
import type { PageConfiguration, PublicCatalog } from "../../../src/storefront/wire.ts";

const FOR_ALL = { materialNames: null, onlyWithSupports: false };

const CATALOG: PublicCatalog = {
  technologies: [
    { id: 1, name: "FDM", slug: "fdm" },
    { id: 2, name: "SLA", slug: "sla" },
  ],
  materials: [
    { id: 11, technologyId: 1, name: "PLA", color: "white", colorHex: "#ffffff" },
    { id: 12, technologyId: 1, name: "PLA", color: "black", colorHex: "#000000" },
    { id: 21, technologyId: 2, name: "Resin", color: null, colorHex: null },
  ],
  qualities: [quality(31, 1, false), quality(32, 1, true), quality(41, 2, true)],
  finishings: [
    { id: 51, technologyId: null, name: "Sanding", description: null, ...FOR_ALL },
    { id: 52, technologyId: 1, name: "Acetone", description: null, ...FOR_ALL },
  ],
  deliveryMethods: [],
};

function quality(id: number, technologyId: 1 | 2, isDefault: boolean): PublicCatalog["qualities"][number] {
  return { id, technologyId, name: `Q${id}`, description: null, layerHeightMm: 0.2, supports: false, isDefault };
}

const OFFER = { catalog: CATALOG, discounts: [] };
const reduce = basketReducer({ catalog: CATALOG, maxItems: 4, maxAttachments: 2 });

function basketAfter(...actions: readonly BasketAction[]): Basket {
  return actions.reduce(reduce, EMPTY_BASKET);
}

function chosen(...names: readonly string[]): BasketAction {
  const files = names.map((key) => ({ key, fileName: `${key}.stl`, format: "stl" as const }));
  return { type: "filesChosen", files, attached: [], turnedAway: [] };
}

const uploaded = (key: string, modelId = `model-${key}`): BasketAction => ({
  type: "uploaded",
  key,
  version: "mm",
  modelId,
});

function answer(total: string, { quantities = [1], fitsPrinters = true as boolean | null } = {}): PricedAnswer {
  return {
    status: "done",
    dimensionsMm: { x: 1, y: 2, z: 3 },
    volumeCm3: 1,
    fitsPrinters,
    largestVolumeMm: null,
    warnings: [],
    supportAngleDegrees: 50,
    materials: [11, 12].map((materialId) => ({
      materialId,
      printMinutes: 10,
      weightGrams: "1.00",
      prices: quantities.map((quantity) => ({ quantity, total, perUnit: total })),
    })),
  };
}

function reported(report: PricedAnswer, question = { modelId: "model-a", printingQualityId: 32 }): BasketAction {
  return { type: "priceReported", priceKey: priceKey({ finishingIds: [], ...question }), report, now: 0 };
}

type Quoted = Extract<BasketAction, { type: "quoted" }>;

function quoted(quote: Partial<Quoted["quote"]>): Quoted {
  return { type: "quoted", quote: { items: [], priority: null, priorityDropped: null, ...quote } };
}

const hasFile = () => true;
const standings = (basket: Basket) => sortBasket(basket, hasFile).all.map(({ standing }) => standing.status);

describe("a file that was chosen", () => {
  it("becomes a card with the technology's first material, its default quality and one copy", () => {
    const [card] = basketAfter(chosen("a")).cards;
    expect(card?.choice).toEqual({ materialId: 11, printingQualityId: 32, finishingIds: [], quantity: 1 });
    expect(card?.isOpen).toBe(true);
  });

  it("is closed if many came at once, but for the first", () => {
    expect(basketAfter(chosen("a", "b", "c")).cards.map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
    expect(basketAfter(chosen("a", "b")).cards.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  });

  it("stays listed with the reason when the server refuses it, and is no part of the basket", () => {
    const basket = basketAfter(chosen("a", "b"), {
      type: "fileRefused",
      key: "a",
      message: "not a model",
      help: "export",
      sizeBytes: null,
    });
    expect(basket.cards.map(({ key }) => key)).toEqual(["b"]);
    expect(basket.turnedAway).toEqual([{ key: "a", fileName: "a.stl", message: "not a model", help: "export" }]);
  });

  it("goes with a price request when the server cannot read it, as far as a request has room", () => {
    const unreadable = (key: string): BasketAction => ({
      type: "fileRefused",
      key,
      message: "cut short",
      help: "export",
      sizeBytes: 9,
    });
    const basket = basketAfter(chosen("a", "b", "c"), unreadable("a"), unreadable("b"), unreadable("c"), {
      type: "attachmentKept",
      key: "b",
      attachmentId: "kept",
    });
    expect(basket.cards).toEqual([]);
    expect(basket.attached).toMatchObject([
      { key: "a", fileName: "a.stl", said: "cut short", attachmentId: null },
      { key: "b", attachmentId: "kept" },
    ]);
    expect(basket.turnedAway).toMatchObject([{ key: "c", message: "cut short" }]);
    expect(reduce(basket, { type: "attachmentLost", attachmentId: "kept" }).attached[1]?.attachmentId).toBeNull();
    expect(reduce(basket, { type: "removed", keys: ["a", "b"] }).attached).toEqual([]);
  });

  it.each([
    { longest: 4, version: "mm stated" },
    { longest: 8, version: "mm" },
  ])("of $longest mm is kept as $version once its size is confirmed", ({ longest, version }) => {
    const basket = basketAfter(
      chosen("a"),
      { type: "measured", fileKey: "a", drawn: { x: longest, y: 1, z: 1 } },
      { type: "smallConfirmed", key: "a" },
    );
    expect(basket.cards.map(versionKey)).toEqual([version]);
    expect(basket.cards.map(({ isSmall }) => isSmall)).toEqual([true]);
    // Another unit is another size.
    expect(reduce(basket, { type: "unitChosen", key: "a", unit: "cm" }).cards.map(versionKey)).toEqual(["cm"]);
  });

  it("leaves the next one open if it was the one that was open", () => {
    const basket = basketAfter(chosen("a", "b", "c"), {
      type: "fileRefused",
      key: "a",
      message: "",
      help: "",
      sizeBytes: null,
    });
    expect(basket.cards.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });

  it("can be added again with other choices, without another upload", () => {
    const basket = basketAfter(
      chosen("a"),
      uploaded("a"),
      { type: "addedAgain", key: "a", newKey: "a2" },
      { type: "chosen", key: "a2", change: { materialId: 12, quantity: 7 } },
    );
    expect(itemsOf(sortBasket(basket, hasFile).all)).toEqual([
      { modelId: "model-a", fileName: "a.stl", materialId: 11, printingQualityId: 32, finishingIds: [], quantity: 1 },
      { modelId: "model-a", fileName: "a.stl", materialId: 12, printingQualityId: 32, finishingIds: [], quantity: 7 },
    ]);
  });

  it("can be removed and put back in its place", () => {
    const basket = basketAfter(chosen("a", "b", "c"));
    const [, card] = basket.cards;
    if (card === undefined) throw new Error("there is no second card");
    const removed = reduce(basket, { type: "removed", keys: ["b"] });
    expect(removed.cards.map(({ key }) => key)).toEqual(["a", "c"]);
    const restored = reduce(removed, { type: "restored", card, at: 1 });
    expect(restored.cards.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect(reduce(restored, { type: "restored", card, at: 1 })).toBe(restored);
  });
});

describe("a full basket", () => {
  it("takes no part more: neither one added again nor one put back", () => {
    const basket = basketAfter(chosen("a", "b", "c", "d"), uploaded("a"));
    const [card] = basket.cards;
    if (card === undefined) throw new Error("there is no card");
    expect(reduce(basket, { type: "addedAgain", key: "a", newKey: "a2" })).toBe(basket);
    expect(reduce(basket, { type: "restored", card: { ...card, key: "removed" }, at: 0 })).toBe(basket);
  });
});

describe("a material that the studio took off its page meanwhile", () => {
  it("is said to be gone: its price would be waited for in vain", () => {
    const gone = { ...answer("1.00"), materials: answer("1.00").materials.slice(1) };
    const basket = basketAfter(chosen("a"), uploaded("a"), reported(gone));
    expect(standings(basket)).toEqual(["offOffer"]);
    expect(wantedPrices(basket, OFFER).filter(({ use }) => use === "chosen")).toEqual([]);
    expect(standings(reduce(basket, { type: "chosen", key: "a", change: { materialId: 12 } }))).toEqual(["priced"]);
  });
});

describe("prices that the studio changed while the page was open", () => {
  const line = (quantity: number, total: string, materialId = 11) => ({
    ...{ modelId: "model-a", fileName: "a.stl", materialId, printingQualityId: 32, finishingIds: [], quantity, total },
    ...{ perUnit: total, lines: [], printMinutes: 10, weightGrams: "1.00", fitsPrinters: true, warnings: [] },
  });
  const totals = ({ cards, prices }: Basket) =>
    cards.map((card) => priceOf(prices, cardModelId(card) ?? "", card.choice)?.total);
  const two = basketAfter(
    chosen("a"),
    uploaded("a"),
    { type: "addedAgain", key: "a", newKey: "a2" },
    { type: "chosen", key: "a2", change: { materialId: 12, quantity: 5 } },
    reported(answer("1.00", { quantities: [1, 5, 10, 50] })),
  );

  it("are those of the quote on each card, so that the cards add up to the sum", () => {
    const basket = reduce(two, quoted({ items: [line(1, "2.00"), line(5, "9.00", 12)] }));
    expect(totals(basket)).toEqual(["2.00", "9.00"]);
    const [card] = basket.cards;
    expect(card && priceOf(basket.prices, "model-a", card.choice, 50)).toBeUndefined();
    expect(wantedPrices(basket, OFFER).map(({ use }) => use)).toContain("chosen");
    expect(totals(reduce(basket, reported(answer("3.00", { quantities: [1, 5, 10, 50] }))))).toEqual(["3.00", "3.00"]);
  });

  it("change nothing if the quote equals the cards", () => {
    expect(reduce(two, quoted({ items: [line(1, "1.00"), line(5, "1.00", 12)] }))).toBe(two);
  });
});

describe("a chosen priority", () => {
  const rush = { type: "priorityChosen", priority: "rush" } as const;

  it("stays with a quote that has it", () => {
    const basket = basketAfter(rush);
    expect(reduce(basket, quoted({ priority: "rush" }))).toBe(basket);
  });

  it("is let go with the quote that drops it, and its reason stays until another day is chosen", () => {
    const dropped = reduce(basketAfter(rush), quoted({ priority: "soon", priorityDropped: "not_earlier" }));
    expect(dropped).toMatchObject({ priority: "soon", dropped: { slug: "rush", reason: "not_earlier" } });
    expect(reduce(dropped, quoted({ priority: "soon" }))).toBe(dropped);
    expect(reduce(dropped, { type: "priorityChosen", priority: null })).toMatchObject({
      priority: null,
      dropped: null,
    });
  });
});

describe("the quality with supports that a part is offered", () => {
  const choice = { materialId: 11, printingQualityId: 32, finishingIds: [], quantity: 1 };
  const withSupports = (id: number, technologyId: 1 | 2, layerHeightMm: number) => ({
    ...quality(id, technologyId, false),
    layerHeightMm,
    supports: true,
  });

  it("is of the same technology, with layers as near as there are; none if none is on offer", () => {
    expect(supportedQuality(CATALOG, choice)).toBeUndefined();
    const offered = [withSupports(33, 1, 0.3), withSupports(34, 1, 0.16), withSupports(42, 2, 0.2)];
    const catalog = { ...CATALOG, qualities: [...CATALOG.qualities, ...offered] };
    expect(supportedQuality(catalog, choice)?.id).toBe(34);
    expect(supportedQuality(catalog, { ...choice, printingQualityId: 99 })).toBeUndefined();
  });
});

describe("the unit of a card", () => {
  it("has a model of its own, and going back takes the original again", () => {
    const inches: BasketAction = { type: "unitChosen", key: "a", unit: "inch" };
    const waiting = basketAfter(chosen("a"), uploaded("a"), inches);
    expect(standings(waiting)).toEqual(["sending"]);
    const basket = reduce(waiting, { type: "uploaded", key: "a", version: "inch", modelId: "scaled" });
    expect(basket.cards.map(cardModelId)).toEqual(["scaled"]);
    expect(itemsOf(sortBasket(basket, hasFile).all)[0]?.fileName).toBe("a-inch.stl");
    const back = reduce(basket, { type: "unitChosen", key: "a", unit: "mm" });
    expect(back.cards.map(cardModelId)).toEqual(["model-a"]);
    expect(reduce(back, inches).cards.map(cardModelId)).toEqual(["scaled"]);
  });
});

describe("another technology", () => {
  it("brings its own material and quality, keeps the copies, and of the finishings those that it has", () => {
    const basket = basketAfter(
      chosen("a"),
      { type: "chosen", key: "a", change: { quantity: 5, finishingIds: [51, 52] } },
      { type: "technologyChosen", key: "a", technologyId: 2 },
    );
    expect(basket.cards[0]?.choice).toEqual({
      materialId: 21,
      printingQualityId: 41,
      finishingIds: [51],
      quantity: 5,
    });
  });
});

describe("a finishing that is not for everything", () => {
  const catalog: PublicCatalog = {
    ...CATALOG,
    materials: [...CATALOG.materials, { id: 13, technologyId: 1, name: "ABS", color: "red", colorHex: null }],
    qualities: [...CATALOG.qualities, { ...quality(33, 1, false), supports: true }],
    finishings: [
      {
        id: 53,
        technologyId: null,
        name: "Bath",
        description: null,
        materialNames: "abs\nASA",
        onlyWithSupports: false,
      },
      { id: 54, technologyId: null, name: "Removal", description: null, materialNames: null, onlyWithSupports: true },
    ],
  };
  const choice = { materialId: 13, printingQualityId: 33, finishingIds: [53, 54], quantity: 1 };

  it("is offered with its materials, and with qualities that print supports", () => {
    const offered = (change: object) => finishingsOf(catalog, { ...choice, ...change }).map(({ id }) => id);
    expect(offered({})).toEqual([53, 54]);
    expect(offered({ materialId: 11 })).toEqual([54]);
    expect(offered({ printingQualityId: 32 })).toEqual([53]);
  });

  it("leaves the choice with the material or the quality that it went with", () => {
    const change = basketReducer({ catalog, maxItems: 50, maxAttachments: 2 });
    const [card] = basketAfter(chosen("a")).cards;
    if (card === undefined) throw new Error("there is no card");
    const basket = { ...EMPTY_BASKET, cards: [{ ...card, choice }] };
    const finishingsAfter = (changed: object) =>
      change(basket, { type: "chosen", key: "a", change: changed }).cards[0]?.choice.finishingIds;
    expect(finishingsAfter({ materialId: 11 })).toEqual([54]);
    expect(finishingsAfter({ printingQualityId: 32 })).toEqual([53]);
    expect(finishingsAfter({ quantity: 2 })).toEqual([53, 54]);
  });
});

describe("the choices of one card", () => {
  it("can be taken for all, but for how many copies", () => {
    const basket = basketAfter(
      chosen("a", "b"),
      { type: "chosen", key: "a", change: { materialId: 12, quantity: 9 } },
      { type: "choicesCopied", key: "a" },
    );
    expect(basket.cards.map(({ choice }) => [choice.materialId, choice.quantity])).toEqual([
      [12, 9],
      [12, 1],
    ]);
  });
});

describe("a price", () => {
  it("belongs to its question: an answer that comes late never stands for a newer choice", () => {
    const basket = basketAfter(
      chosen("a"),
      uploaded("a"),
      { type: "chosen", key: "a", change: { printingQualityId: 31 } },
      reported(answer("20.00"), { modelId: "model-a", printingQualityId: 31 }),
      // The price of the previously chosen quality.
      reported(answer("10.00"), { modelId: "model-a", printingQualityId: 32 }),
    );
    const [card] = basket.cards;
    if (card === undefined) throw new Error("there is no card");
    expect(priceOf(basket.prices, "model-a", card.choice)?.total).toBe("20.00");
  });

  it("of another material or a known quantity asks nothing; another finishing, quality or quantity does", () => {
    const known = basketAfter(chosen("a"), uploaded("a"), reported(answer("10.00", { quantities: [1, 5, 10, 50] })));
    const asksFor = (change: object) =>
      wantedPrices(reduce(known, { type: "chosen", key: "a", change }), OFFER).filter(({ use }) => use === "chosen")
        .length;
    expect(asksFor({ materialId: 12 })).toBe(0);
    expect(asksFor({ quantity: 50 })).toBe(0);
    expect(asksFor({ quantity: 3 })).toBe(1);
    expect(asksFor({ finishingIds: [51] })).toBe(1);
    expect(asksFor({ printingQualityId: 31 })).toBe(1);
  });

  it("does not depend on the order in which finishings were ticked", () => {
    const question = { modelId: "m", printingQualityId: 1 };
    expect(priceKey({ ...question, finishingIds: [52, 51] })).toBe(priceKey({ ...question, finishingIds: [51, 52] }));
  });

  it("of other quantities stays when one more is asked for", () => {
    const basket = basketAfter(
      chosen("a"),
      uploaded("a"),
      reported(answer("10.00", { quantities: [1, 5] })),
      reported(answer("30.00", { quantities: [3] })),
    );
    const [card] = basket.cards;
    if (card === undefined) throw new Error("there is no card");
    const totals = [1, 3, 5].map((quantity) => priceOf(basket.prices, "model-a", card.choice, quantity)?.total);
    expect(totals).toEqual(["10.00", "30.00", "10.00"]);
  });

  it("of finishings and other qualities is asked for once the chosen one is known, and only of an open card", () => {
    const unpriced = basketAfter(chosen("a"), uploaded("a"));
    expect(wantedPrices(unpriced, OFFER).map(({ use }) => use)).toEqual(["chosen"]);
    const priced = reduce(unpriced, reported(answer("10.00")));
    expect(wantedPrices(priced, OFFER)).toMatchObject([
      { printingQualityId: 32, finishingIds: [51], use: "compared" },
      { printingQualityId: 32, finishingIds: [52], use: "compared" },
      { printingQualityId: 31, finishingIds: [], use: "comparedBySlice" },
    ]);
    expect(wantedPrices(reduce(priced, { type: "opened", key: "a", isOpen: false }), OFFER)).toEqual([]);
  });

  it("is asked for in at most five quantities at once, the chosen one among them", () => {
    const basket = basketAfter(
      chosen("a"),
      uploaded("a"),
      { type: "addedAgain", key: "a", newKey: "b" },
      { type: "chosen", key: "a", change: { quantity: 3 } },
      { type: "chosen", key: "b", change: { quantity: 4 } },
    );
    const [first, ...others] = wantedPrices(basket, OFFER);
    expect(others).toEqual([]);
    expect(first?.quantities).toHaveLength(5);
    expect(first?.quantities).toContain(3);
  });
});

describe("progress", () => {
  it("never runs backwards, and counts from when the slice was first heard of", () => {
    const slicing = (progress: number, now: number): BasketAction => ({
      type: "priceReported",
      priceKey: "k",
      report: { status: "slicing", progress, queuedAhead: null, retryAfterSeconds: 1 },
      now,
    });
    expect(basketAfter(slicing(40, 100), slicing(10, 200)).prices.k?.slicing).toEqual({
      progress: 40,
      queuedAhead: null,
      since: 100,
    });
  });
});

describe("a part stands", () => {
  const trouble = { reason: "offline", message: "no connection", retryAt: null };

  it("as sent, priced, or in need of a person, and only priced parts are ordered", () => {
    const basket = basketAfter(
      chosen("a", "b", "c", "d", "e"),
      ...["a", "b", "c", "d"].map((key) => uploaded(key)),
      reported(answer("10.00")),
      reported(answer("10.00", { fitsPrinters: false }), { modelId: "model-b", printingQualityId: 32 }),
      {
        type: "priceReported",
        priceKey: priceKey({ modelId: "model-c", printingQualityId: 32, finishingIds: [] }),
        report: { status: "failed", reason: "no volume" },
        now: 0,
      },
    );
    expect(standings(basket)).toEqual(["priced", "unpriced", "unpriced", "pricing", "sending"]);
    const { priced, unpriced, onTheWay } = sortBasket(basket, hasFile);
    expect(itemsOf(priced).map(({ modelId }) => modelId)).toEqual(["model-a"]);
    expect(unpriced.map(({ standing }) => standing.status === "unpriced" && standing.reason)).toEqual([
      "fits_no_printer",
      "not_sliced",
    ]);
    expect(onTheWay).toHaveLength(2);
  });

  it("out of the order if the customer asks the studio about it, although it has a price", () => {
    const basket = basketAfter(chosen("a"), uploaded("a"), reported(answer("10.00")), {
      type: "asked",
      key: "a",
      isAsked: true,
    });
    expect(sortBasket(basket, hasFile).unpriced.map(({ standing }) => standing)).toMatchObject([{ reason: "asked" }]);
  });

  it("out of the order while its typed quantity is none, and never orders the former one", () => {
    const before = basketAfter(chosen("a"), uploaded("a"), reported(answer("10.00")));
    for (const typed of ["", "0", "1.5", "-2", "two", "100000"]) {
      const basket = reduce(before, { type: "wrongQuantityTyped", key: "a", typed });
      expect(standings(basket), typed).toEqual(["wrongQuantity"]);
    }
  });

  it("for the studio if more copies are typed than an order may have", () => {
    const typed = { type: "wrongQuantityTyped", key: "a", typed: "1500" } as const;
    const basket = basketAfter(chosen("a"), uploaded("a"), reported(answer("10.00")), typed);
    const { priced, unpriced } = sortBasket(basket, hasFile);
    expect(priced).toEqual([]);
    expect(unpriced).toMatchObject([{ standing: { reason: "above_maximum" } }]);
    expect(basket.cards.map(askedQuantity)).toEqual([1500]);
    const right = reduce(basket, { type: "chosen", key: "a", change: { quantity: 1 } });
    expect(standings(right)).toEqual(["priced"]);
  });

  it("unchanged when the connection fails, until it is tried again", () => {
    const failed = basketAfter(chosen("a"), uploaded("a"), {
      type: "priceReported",
      priceKey: priceKey({ modelId: "model-a", printingQualityId: 32, finishingIds: [] }),
      report: { status: "trouble", trouble },
      now: 0,
    });
    expect(standings(failed)).toEqual(["troubled"]);
    expect(wantedPrices(failed, OFFER)).toEqual([]);
    // Choosing again asks again.
    const again = reduce(failed, { type: "chosen", key: "a", change: { materialId: 12 } });
    expect(wantedPrices(again, OFFER)).toHaveLength(1);
  });

  it("as sent anew if the server lost it, and as gone if this browser has no file either", () => {
    const lost = basketAfter(chosen("a"), uploaded("a"), { type: "modelLost", modelId: "model-a" });
    expect(standings(lost)).toEqual(["sending"]);
    expect(sortBasket(lost, () => false).all.map(({ standing }) => standing.status)).toEqual(["gone"]);
  });
});

describe("the minimum order", () => {
  const covered = (basket: Basket, minimumOrder: string | null, products: readonly { total: string }[] = []) =>
    basket.cards.map((card) => coveredByMinimum({ minimumOrder }, sortBasket(basket, hasFile), products, card));

  it("covers a part alone up to its whole amount, and nothing without one", () => {
    const alone = basketAfter(chosen("a"), uploaded("a"), reported(answer("10.10")));
    expect(covered(alone, "150.00")).toEqual([15_000]);
    expect(covered(alone, null)).toEqual([0]);
  });

  it("covers of each part the others' rest, those without a price left out", () => {
    const basket = basketAfter(
      chosen("a", "b", "c"),
      ...["a", "b", "c"].map((key) => uploaded(key)),
      reported(answer("10.10")),
      reported(answer("100.00"), { modelId: "model-b", printingQualityId: 32 }),
      reported(answer("99.00", { fitsPrinters: false }), { modelId: "model-c", printingQualityId: 32 }),
    );
    expect(covered(basket, "150.00")).toEqual([5_000, 13_990, 3_990]);
    expect(covered(basket, "150.00", [{ total: "40.00" }])).toEqual([1_000, 9_990, -10]);
    // The basket reaches it: no part is below the amount that is paid anyway.
    expect(covered(basket, "110.10")).toEqual([1_010, 10_000, 0]);
  });
});

describe("a basket from before", () => {
  it("forgets the trouble of a file for a price request, as it does of a part", () => {
    const trouble = { reason: "offline", message: "No connection", retryAt: null };
    const attached = [{ key: "a", fileName: "a.jpg", sizeBytes: 9 }];
    const { attached: failed } = basketAfter(
      { type: "filesChosen", files: [], attached, turnedAway: [] },
      { type: "uploadFailed", key: "a", trouble },
    );
    expect(failed).toMatchObject([{ key: "a", uploadTrouble: trouble }]);
    const again = offeredBasket(CATALOG, { ...EMPTY_BASKET, attached: failed }).attached;
    expect(again).toMatchObject([{ key: "a", uploadTrouble: null, sentShare: 0 }]);
  });

  it("comes back with the choices that are still on offer", () => {
    const { cards } = basketAfter(chosen("a", "b"), uploaded("a"), {
      type: "chosen",
      key: "a",
      change: { materialId: 12, printingQualityId: 31, quantity: 4, finishingIds: [51] },
    });
    const withoutBlack = { ...CATALOG, materials: CATALOG.materials.filter(({ id }) => id !== 12), finishings: [] };
    const basket = offeredBasket(withoutBlack, { cards, attached: [], products: [], priority: "rush", dropped: null });
    expect(basket.priority).toBe("rush");
    // b was never uploaded, and its file went with the page: its card says so.
    expect(basket.cards.map(({ key, isInterrupted }) => [key, isInterrupted])).toEqual([
      ["a", false],
      ["b", true],
    ]);
    expect(sortBasket(basket, () => false).all.map(({ standing }) => standing.status)).toEqual(["pricing", "gone"]);
    expect(basket.cards[0]?.choice).toEqual({
      materialId: 11,
      printingQualityId: 31,
      finishingIds: [],
      quantity: 4,
    });
  });

  it("of a kept quote has its models, so that nothing is uploaded again", () => {
    const kept = {
      items: [
        {
          modelId: "m",
          fileName: "lid.3mf",
          file: { address: "/files/x", format: "3mf" as const, sizeBytes: 1 },
          materialId: 12,
          printingQualityId: 31,
          finishingIds: [],
          quantity: 2,
        },
      ],
      from: "quote" as const,
      products: [],
      lost: [],
      priority: "rush",
      total: "10.00",
    };
    const configuration: Pick<PageConfiguration, "catalog"> = { catalog: CATALOG };
    const basket = basketFilledWith(configuration, kept);
    expect(basket.priority).toBe("rush");
    expect(basket.cards.map(cardModelId)).toEqual(["m"]);
    expect(basket.cards[0]?.choice.quantity).toBe(2);
  });
});

describe("a typed quantity", () => {
  it.each([
    ["1", 1],
    [" 12 ", 12],
    ["999", 999],
    ["0", undefined],
    ["1000", undefined],
    ["1.5", undefined],
    ["-3", undefined],
    ["", undefined],
    ["ten", undefined],
  ])("%j is %s", (typed, quantity) => {
    expect(quantityTyped(typed)).toBe(quantity);
  });
});

describe("the quantities with a price on every card", () => {
  const discounts = (...quantities: readonly number[]) =>
    quantities.map((fromQuantity, index) => ({ fromQuantity, percent: 2.5 * (index + 1) }));

  it.each([
    ["without discounts", [], [1, 5, 10, 50]],
    ["with a discount between them", [20], [1, 5, 10, 20]],
    ["with two that are common ones", [10, 50], [1, 5, 10, 50]],
    ["with as many as fit", [3, 30, 300], [1, 3, 30, 300]],
    ["with more than fit, the least", [2, 4, 8, 16, 32], [1, 2, 4, 8]],
    ["without one that no order reaches", [5000], [1, 5, 10, 50]],
  ] as const)("are, %s, %j: %j", (_, least, shown) => {
    expect(shownQuantities(discounts(...least))).toEqual(shown);
  });

  it("fit into one request with the chosen quantity", () => {
    const configuration = { catalog: CATALOG, discounts: discounts(2, 4, 8, 16, 32) };
    const basket = basketAfter(chosen("a"), uploaded("a"), { type: "chosen", key: "a", change: { quantity: 7 } });
    expect(wantedPrices(basket, configuration)[0]?.quantities).toEqual([7, 1, 2, 4, 8]);
  });

  it("name the discount that is reached, and none below", () => {
    const given = discounts(3, 10);
    expect([1, 2, 3, 9, 10, 999].map((quantity) => discountOf(given, quantity))).toEqual([0, 0, 2.5, 2.5, 5, 5]);
  });
});
