// Order statuses and the moves between them. The API creates orders as pending; only the studio's panel moves them.

/** Each status with those that it may move to. Every status is a key here, so a new one must state its moves. */
const MOVES = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["printing", "cancelled"],
  printing: ["post_processing", "ready", "confirmed", "cancelled"],
  post_processing: ["ready", "printing", "cancelled"],
  ready: ["shipped", "completed", "post_processing", "printing", "cancelled"],
  shipped: ["completed"],
  completed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type OrderStatus = keyof typeof MOVES;

// Object.keys answers the keys of the table, in its order.
export const ORDER_STATUSES = Object.keys(MOVES) as [OrderStatus, ...OrderStatus[]];

/** The statuses that an order may move to; none from a final one. */
export function movesFrom(status: OrderStatus): readonly OrderStatus[] {
  return MOVES[status];
}

/** Statuses in which something is still to be done. */
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => movesFrom(status).length > 0);

/** Statuses that no order leaves. */
export const FINAL_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => movesFrom(status).length === 0);

/** Statuses of orders whose items are printed. */
export const PRINTABLE_STATUSES = ["confirmed", "printing"] as const satisfies readonly OrderStatus[];
