// Chosen products: ids become rows, and the shelf's pieces are divided among the lines that ask for them.

import { sql } from "drizzle-orm";
import { inList } from "../../db/in-values.ts";
import { models, productColors, productPrints, products } from "../../db/schema.ts";
import { type Declared, type NamedResults, prepared } from "../../db/studio-db.ts";
import { Faults, SoldOut } from "../../domain/errors.ts";
import { MAX_ITEM_COPIES } from "../../domain/order.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { forEachAudience } from "../../domain/visitor.ts";
import type { StoredModel } from "../../models/store-models.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { onOfferTo } from "../on-offer.ts";
import { byId } from "../resolve-items.ts";

/** A product of a request, and the colour and number of its pieces. */
export interface ProductChoice {
  readonly productId: number;
  /** Null: none was chosen. */
  readonly colorId: number | null;
  readonly quantity: number;
}

/** A print of one piece, and its stored model. */
export interface PrintOfProduct {
  readonly print: typeof productPrints.$inferSelect;
  readonly model: StoredModel;
}

/** A chosen product with its rows. */
export interface ResolvedProduct {
  readonly choice: ProductChoice;
  readonly product: typeof products.$inferSelect;
  /** Undefined: the product has no colours. */
  readonly color: typeof productColors.$inferSelect | undefined;
  /** The pieces that are ready to ship. The others are printed. */
  readonly fromShelf: number;
  /** The prints of one piece. Empty: it is sold from the shelf alone. */
  readonly prints: readonly PrintOfProduct[];
}

/** The path of a product's fields in error messages, by its index. */
export function productOfList(index: number): string {
  return `products.${index}.`;
}

/** The statements that read all that the choices name and the audience is offered. */
export function productReads({ db, audience }: Pick<Tenant, "db" | "audience">, choices: readonly ProductChoice[]) {
  return readsFor[audience](db, { ids: JSON.stringify(choices.map(({ productId }) => productId)) });
}

/** A list in JSON. */
interface ProductInputs {
  readonly ids: string;
}

const readsFor = forEachAudience((audience) =>
  prepared((db, { ids }: Declared<ProductInputs>) => {
    const isOffered = onOfferTo(audience).products;
    const ofProducts = inList(productPrints.productId, ids);
    return {
      products: db.select(
        products,
        isOffered === undefined ? inList(products.id, ids) : sql`${inList(products.id, ids)} AND ${isOffered}`,
      ),
      colors: db.select(productColors, inList(productColors.productId, ids)),
      prints: db.select(productPrints, ofProducts, sql`${productPrints.position}, ${productPrints.id}`),
      models: db.select(models, sql`${models.id} IN ${db.valuesOf(productPrints.modelId, productPrints, ofProducts)}`),
    };
  }),
);

type ProductRows = NamedResults<ReturnType<typeof productReads>>;

/**
 * Finds every choice's rows. The shelf's pieces go to the lines in their order; a line's rest is printed.
 *
 * @throws NotFound, Invalid naming every field at fault; SoldOut if the shelf has too few of a product without a print
 */
export function resolveProducts(rows: ProductRows, choices: readonly ProductChoice[]): ResolvedProduct[] {
  const [faults, shortages] = [new Faults(), new Faults()];
  const productById = byId(rows.products);
  const modelById = byId(rows.models);
  const left = new Map<string, number>();
  const resolved = choices.flatMap((choice, index): ResolvedProduct[] => {
    const path = productOfList(index);
    const product = productById.get(choice.productId);
    if (product === undefined) {
      faults.addMissing(`${path}productId`, noProduct(choice.productId));
      return [];
    }
    if (!product.isActive) faults.add(`${path}productId`, ARCHIVED);
    const colors = rows.colors.filter(({ productId, isArchived }) => productId === product.id && !isArchived);
    const color = colors.find(({ id }) => id === choice.colorId);
    if (color === undefined && (colors.length > 0 || choice.colorId !== null)) {
      faults.add(`${path}colorId`, colors.length > 0 ? ONE_OF_ITS_COLORS : NO_COLORS);
      return [];
    }
    const prints = rows.prints.flatMap((print): PrintOfProduct[] => {
      const model = modelById.get(print.modelId);
      return print.productId === product.id && model !== undefined ? [{ print, model }] : [];
    });
    const mostPieces = Math.min(...prints.map(({ print }) => Math.floor(MAX_ITEM_COPIES / print.copies)));
    if (choice.quantity > mostPieces) faults.add(`${path}quantity`, atMost(mostPieces));
    const place = `${product.id}:${color?.id ?? ""}`;
    const ready = left.get(place) ?? (color ?? product).stock;
    const fromShelf = Math.min(choice.quantity, Math.max(0, ready));
    left.set(place, ready - fromShelf);
    if (fromShelf < choice.quantity && prints.length === 0) {
      shortages.add(`${path}quantity`, tooFew(productLabel({ product, color }), fromShelf));
    }
    return [{ choice, product, color, fromShelf, prints }];
  });
  faults.throwIfAny();
  if (shortages.fieldCount > 0) throw new SoldOut(shortages.all());
  return resolved;
}

/** The product's title, and its colour. */
export function productLabel({ product, color }: Pick<ResolvedProduct, "product" | "color">): string {
  return color === undefined ? product.title : `${product.title}, ${color.name}`;
}

const noProduct = (id: number): Sentence => ({
  en: `the studio has no product ${id}; GET /products lists them`,
  uk: `студія не має товару ${id}; їх перелічує GET /products`,
});

const ARCHIVED: Sentence = { en: "is archived", uk: "в архіві" };
const ONE_OF_ITS_COLORS: Sentence = {
  en: "must be one of the product's colours",
  uk: "має бути одним із кольорів товару",
};
const NO_COLORS: Sentence = {
  en: "must be empty: the product has no colours",
  uk: "має бути порожнім: товар не має кольорів",
};

/** One piece is many copies of a print. */
const atMost = (pieces: number): Sentence => ({
  en: `must be at most ${pieces}`,
  uk: `має бути не більшим за ${pieces}`,
});

const tooFew = (label: string, left: number): Sentence =>
  left === 0
    ? { en: `“${label}” is sold out`, uk: `«${label}» розпродано` }
    : { en: `“${label}”: only ${left} left`, uk: `«${label}»: лишилося тільки ${left}` };
