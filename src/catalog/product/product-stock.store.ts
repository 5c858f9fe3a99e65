// Stock of the shelf: moves by people of the studio, and the history of every move.

import { and, desc, eq, sql } from "drizzle-orm";
import {
  finishings,
  materials,
  orders,
  people,
  printingQualities,
  productColors,
  productPrints,
  products,
  shelfMoves,
} from "../../db/schema.ts";
import { isBeyondStock } from "../../db/shelf-refusal.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { NotFound } from "../../domain/errors.ts";
import type { PersonId } from "../../domain/ids.ts";
import { requireOne } from "../entries.store.ts";

const SHOWN_MOVES = 20;

export interface StockMove {
  readonly productId: number;
  /** Null: the product has no colours. */
  readonly colorId: number | null;
  /** Negative if they are taken away. */
  readonly pieces: number;
  readonly note: string | null;
  readonly personId: PersonId;
}

/**
 * Moves pieces and writes the move into the history.
 *
 * @throws NotFound if the studio has no such product, or the product no such colour
 */
export async function moveStock(
  db: StudioDb,
  { productId, colorId, pieces, note, personId }: StockMove,
): Promise<"moved" | "too_few" | "needs_color"> {
  const [product, colors] = await db.batch([
    db.select(products, eq(products.id, productId)),
    db.select(productColors, and(eq(productColors.productId, productId), eq(productColors.isArchived, false))),
  ]);
  if (product.length === 0) throw new NotFound();
  // Pieces without a colour could never be ordered beside coloured ones. Those of earlier days may be taken away.
  if (colors.length > 0 && colorId === null && pieces > 0) return "needs_color";
  if (colorId !== null && colors.every(({ id }) => id !== colorId)) throw new NotFound();
  const move = { productId, productColorId: colorId, pieces, personId, note, movedAt: Date.now() };
  try {
    await db.insert(shelfMoves, move);
    return "moved";
  } catch (error) {
    if (isBeyondStock(error)) return "too_few";
    throw error;
  }
}

export type ShelfOfProduct = Awaited<ReturnType<typeof readShelfOfProduct>>;

/** All that the panel shows and offers beside a product's fields. @throws NotFound */
export async function readShelfOfProduct(db: StudioDb, productId: number) {
  const ofProduct = eq(shelfMoves.productId, productId);
  const rows = await db.batchNamed({
    products: db.select(products, eq(products.id, productId)),
    colors: db.select(
      productColors,
      and(eq(productColors.productId, productId), eq(productColors.isArchived, false)),
      sql`${productColors.position}, ${productColors.id}`,
    ),
    prints: db.select(
      productPrints,
      eq(productPrints.productId, productId),
      sql`${productPrints.position}, ${productPrints.id}`,
    ),
    materials: db.select(materials, undefined, sql`${materials.position}, ${materials.id}`),
    qualities: db.select(printingQualities, undefined, sql`${printingQualities.position}, ${printingQualities.id}`),
    finishings: db.select(finishings, undefined, sql`${finishings.position}, ${finishings.id}`),
    moves: db.selectFields(
      {
        movedAt: sql<number>`${shelfMoves.movedAt}`,
        pieces: sql<number>`${shelfMoves.pieces}`,
        note: sql<string | null>`${shelfMoves.note}`,
        orderId: sql<number | null>`${shelfMoves.orderId}`,
        orderNumber: sql<
          number | null
        >`${db.valuesOf(orders.number, orders, sql`${orders.id} = ${shelfMoves.orderId}`)}`,
        color: sql<string | null>`${db.valuesOf(
          productColors.name,
          productColors,
          sql`${productColors.id} = ${shelfMoves.productColorId}`,
        )}`,
        person: sql<string | null>`(SELECT ${people.name} FROM ${people} WHERE ${people.id} = ${shelfMoves.personId})`,
      },
      shelfMoves,
      ofProduct,
      desc(shelfMoves.id),
      SHOWN_MOVES,
    ),
  });
  const { products: found, ...shelf } = rows;
  return { ...shelf, product: requireOne(found) };
}
