// Input of POST /{slug}/orders: customer, delivery, and the quote, which alone lists the items.

import { z } from "zod";
import { modelIdOf } from "../../domain/ids.ts";
import type { Language } from "../../domain/person.ts";
import { idField } from "../../http/request/fields.ts";
import { knownModel } from "../../models/chosen-models.ts";
import type { OrderToPlace } from "../../orders/place-order.ts";
import { createToken } from "../../platform/secret-token.ts";
import type { AgreedQuote } from "../../quotes/signed-quote.ts";
import { addressFields, customerFields, deliveryAddressOf } from "../kit/page-fields.request.ts";

export const storefrontOrderSchema = z.object({
  ...customerFields,
  quote: z.string(),
  firstQuote: z.string().optional(),
  deliveryMethodId: idField.optional(),
  ...addressFields,
});

export type StorefrontOrderFields = z.output<typeof storefrontOrderSchema>;

/** @param language the page's language, in which the studio answers */
export function orderToPlaceOf(fields: StorefrontOrderFields, quote: AgreedQuote, language: Language): OrderToPlace {
  const { firstName, lastName, phoneNumber, email, source } = fields;
  return {
    items: quote.items.map(({ sha256, originalFileName, priceMinor: _, ...choice }, index) => ({
      choice: { ...choice, finishingIds: [...choice.finishingIds] },
      model: knownModel(`items.${index}.modelId`, modelIdOf(quote.studioId, sha256), quote.studioId),
      originalFileName,
    })),
    products: quote.products.map(({ productId, colorId, quantity }) => ({ productId, colorId, quantity })),
    contact: { firstName, lastName, phoneNumber, email, locale: language },
    deliveryMethodId: fields.deliveryMethodId,
    deliveryAddress: deliveryAddressOf(fields),
    source,
    priority: quote.priority ?? undefined,
    byCustomer: {
      customerToken: createToken(),
      consentedAt: Date.now(),
      comment: fields.comment ?? null,
      dueOn: quote.readyOn,
      agreed: {
        currencyId: quote.currencyId,
        pricesMinor: quote.items.map(({ priceMinor }) => priceMinor),
        products: quote.products,
        topUpMinor: quote.topUpMinor,
        deliveryPriceMinor: quote.deliveryPricesMinor[fields.deliveryMethodId ?? ""] ?? null,
      },
    },
  };
}
