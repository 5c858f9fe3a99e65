// Nova Poshta's price and day of a carriage: InternetDocument.getDocumentPrice and getDocumentDeliveryDate.

import { z } from "zod";
import type { CarriageEstimate, CarriageQuestion, CarrierAnswer } from "../carrier.ts";
import { answered, askNovaPoshta, carrierEntry, type NovaPoshtaAccess, TYPING_TIMEOUT } from "./ask.ts";
import { dayOf, declaredValue, moneyField, seatOf, serviceTypeOf, writtenDay } from "./values.ts";

const priceSchema = z.object({ Cost: moneyField });
const writtenDate = z.object({ date: z.string() });
const dateSchema = z.union([
  z.object({ DeliveryDate: writtenDate }),
  writtenDate.transform((date) => ({ DeliveryDate: date })),
]);

/** A price without a day is an estimate too; a day without a price is none. */
export async function estimateCarriage(
  access: NovaPoshtaAccess,
  question: CarriageQuestion,
): Promise<CarrierAnswer<CarriageEstimate>> {
  const { fromCityRef, toCityRef, destination, parcel, declaredMinor, sentOn } = question;
  const way = { CitySender: fromCityRef, CityRecipient: toCityRef, ServiceType: serviceTypeOf(destination) };
  const [priced, dated] = await Promise.all([
    askForCarriage(access, "getDocumentPrice", { ...way, ...seatOf(parcel), Cost: declaredValue(declaredMinor) }),
    askForCarriage(access, "getDocumentDeliveryDate", { ...way, DateTime: writtenDay(sentOn) }),
  ]);
  const price = carrierEntry(priced, priceSchema);
  if (!price.answered) return price;
  const date = carrierEntry(dated, dateSchema);
  const deliveredOn = date.answered ? dayOf(date.value.DeliveryDate.date) : null;
  return answered({ costMinor: price.value.Cost, currency: "UAH", deliveredOn });
}

function askForCarriage(access: NovaPoshtaAccess, calledMethod: string, methodProperties: object) {
  return askNovaPoshta(access, { modelName: "InternetDocument", calledMethod, methodProperties }, TYPING_TIMEOUT);
}
