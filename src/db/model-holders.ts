// Tables that keep a model: retention deletes no model that one of them refers to.

import { orderItems, priceRequestItems, productPrints } from "./schema.ts";

/** Tables that keep a model. One that is missing here makes the whole run fail: their foreign keys refuse the deletion. */
export const MODEL_HOLDERS = [orderItems, priceRequestItems, productPrints] as const;
