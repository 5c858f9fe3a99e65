// Mutants that no test can tell from the code, by their rooms.

import { EXPLAINED_OF_DISPATCHER } from "./explained/dispatcher.ts";
import type { ExplainedMutant } from "./explained/explained-mutant.ts";
import { EXPLAINED_OF_GATE } from "./explained/gate.ts";
import { EXPLAINED_OF_IDEMPOTENCY } from "./explained/idempotency.ts";
import { EXPLAINED_OF_ITEMS } from "./explained/items.ts";
import { EXPLAINED_OF_ORDERS } from "./explained/orders.ts";
import { EXPLAINED_OF_PRICING } from "./explained/pricing.ts";
import type { RoomName } from "./rooms.ts";

export const EXPLAINED: Readonly<Partial<Record<RoomName, readonly ExplainedMutant[]>>> = {
  gate: EXPLAINED_OF_GATE,
  idempotency: EXPLAINED_OF_IDEMPOTENCY,
  orders: EXPLAINED_OF_ORDERS,
  items: EXPLAINED_OF_ITEMS,
  pricing: EXPLAINED_OF_PRICING,
  dispatcher: EXPLAINED_OF_DISPATCHER,
};
