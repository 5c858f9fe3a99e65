// The form of a consignment note as the order fills it in: recipient, place, weight and size, money.

import { type PackedPart, parcelOf } from "../../../domain/carrier/parcel.ts";
import { currencyOf } from "../../../domain/currency.ts";
import { formatDecimal } from "../../../domain/decimal.ts";
import { SlicerUnavailable } from "../../../domain/errors.ts";
import { shortDecimal } from "../../../http/request/decimal-fields.ts";
import { detailsOf } from "../../../orders/delivery.ts";
import { shownDecimal, type TypedValues, textOf } from "../../../pages/form-values.ts";
import type { ParcelOrder } from "../../../parcels/parcel.store.ts";
import { dayFromNow } from "../../../platform/calendar.ts";
import { slicesOfItems } from "../../../printers/item-slices.ts";
import { readItemsOfOrders } from "../../../printers/printing-queue.store.ts";
import type { PanelContext } from "../../kit/panel-context.ts";
import { parcelWords } from "./parcel.words.ts";

/** @returns whether weight and size were found from the items, beside the values */
export async function prefilledNote(
  context: PanelContext,
  order: ParcelOrder,
): Promise<{ readonly values: TypedValues; readonly isMeasured: boolean }> {
  const { language } = context.var.view;
  const { contact, totalPriceMinor, deliveryPriceMinor } = order;
  const address = detailsOf(order.delivery);
  const size = parcelOf(await partsOf(context, order.id));
  const isToDoor =
    address.npServiceType === "WarehouseDoors" || (address.warehouseName === null && address.streetName !== null);
  const isInHryvnias = currencyOf(order.currencyId).code === "UAH";
  const values = {
    version: String(order.version),
    requestKey: crypto.randomUUID(),
    recipientFirstName: contact.firstName,
    recipientLastName: contact.lastName,
    recipientPhone: contact.phoneNumber,
    destination: isToDoor ? "door" : "branch",
    cityName: textOf(address.cityName),
    cityRef: textOf(address.cityRef),
    warehouseName: textOf(address.warehouseName),
    warehouseRef: textOf(address.warehouseRef),
    streetName: textOf(address.streetName),
    buildingNumber: textOf(address.buildingNumber),
    apartmentNumber: textOf(address.apartmentNumber),
    weight: size === null ? "" : shownDecimal(language, shortDecimal(size.weightGrams, 3)),
    length: textOf(size?.lengthCm),
    width: textOf(size?.widthCm),
    height: textOf(size?.heightCm),
    // A customer who has paid the studio for the delivery pays no carrier.
    payer: deliveryPriceMinor === null ? "recipient" : "sender",
    declaredValue: isInHryvnias ? shownDecimal(language, formatDecimal(totalPriceMinor, 2)) : "",
    cashOnDelivery: "",
    description: parcelWords(language).descriptionDefault,
    sentOn: dayFromNow(0),
  };
  return { values, isMeasured: size !== null };
}

/** The items with the sizes of their slices. Without the slicer, sizes that are not at hand are unknown. */
async function partsOf({ var: { tenant, studio } }: PanelContext, orderId: number): Promise<PackedPart[]> {
  const { items } = await readItemsOfOrders(tenant.db, [orderId]);
  const slices = await slicesOfItems(tenant, studio.record, items, "slicer").catch((error: unknown) => {
    if (error instanceof SlicerUnavailable) return slicesOfItems(tenant, studio.record, items, "cache");
    throw error;
  });
  return items.map(({ item }) => ({
    quantity: item.quantity,
    weightGrams: item.weightHundredthsOfGram / 100 / item.quantity,
    dimensionsMm: slices.get(item.id)?.dimensionsMm ?? null,
  }));
}
