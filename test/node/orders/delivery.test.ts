// Delivery of an order: its method, the fields that a change changed, and the delivery before it (specification 11.3).

import { describe, expect, it } from "vitest";
import { NO_DELIVERY } from "../../../src/domain/delivery.ts";
import {
  deliveryDifferences,
  detailsBefore,
  detailsOf,
  storedDelivery,
  toDelivery,
} from "../../../src/orders/delivery.ts";

const {
  method: _,
  trackingNumber,
  deliveryStatus,
  scheduledDeliveryDate,
  actualDeliveryDate,
  ...nowhere
} = NO_DELIVERY;
const tracking = { trackingNumber, deliveryStatus, scheduledDeliveryDate, actualDeliveryDate };

describe("the delivery of an order", () => {
  it("is none if nothing of it was sent", () => {
    expect(toDelivery(nowhere, undefined)).toBeNull();
    expect(storedDelivery(NO_DELIVERY)).toBeNull();
  });

  it("has the name of the chosen method, and every field of the address", () => {
    const address = { ...nowhere, cityName: "Львів", cityRef: "city", streetName: "вул. Зелена" };
    expect(toDelivery(address, "Pick-up")).toEqual({ ...address, ...tracking, method: "Pick-up" });
    expect(toDelivery(nowhere, "Pick-up")).toEqual({ ...NO_DELIVERY, method: "Pick-up" });
  });

  it.each([
    ["cityRef", "nova_poshta"],
    ["warehouseRef", "nova_poshta"],
    ["streetRef", "nova_poshta"],
    ["cityName", "courier"],
    ["apartmentNumber", "courier"],
  ])("with %s and without a method is of %s", (field, method) => {
    expect(toDelivery({ ...nowhere, [field]: "x" }, undefined)).toEqual({ ...NO_DELIVERY, [field]: "x", method });
  });
});

describe("the change of a delivery", () => {
  const before = storedDelivery({ ...NO_DELIVERY, cityName: "Львів", trackingNumber: "2045" });
  const after = storedDelivery({ ...NO_DELIVERY, method: "Pick-up", cityName: "Львів", deliveryStatus: "waits" });
  const changed = { method: ["courier", "Pick-up"], trackingNumber: ["2045", null], deliveryStatus: [null, "waits"] };

  it("names the fields that differ, each before and after", () => {
    expect(deliveryDifferences(before, after)).toEqual(changed);
    expect(deliveryDifferences(before, before)).toEqual({});
  });

  it("counts a delivery that an order did not have as one without any field", () => {
    expect(detailsOf(null)).toEqual(NO_DELIVERY);
    expect(detailsOf(before)).toEqual(before);
    const added = { method: [null, "courier"], cityName: [null, "Львів"], trackingNumber: [null, "2045"] };
    expect(deliveryDifferences(null, before)).toEqual(added);
    expect(detailsBefore(before, deliveryDifferences(null, before))).toEqual(NO_DELIVERY);
  });

  it("is taken back field by field: a field that changed since for another reason stays", () => {
    expect(detailsBefore(after, deliveryDifferences(before, after))).toEqual(before);
    const since = { ...detailsOf(after), apartmentNumber: "3" };
    expect(detailsBefore(storedDelivery(since), deliveryDifferences(before, after))).toEqual({
      ...detailsOf(before),
      apartmentNumber: "3",
    });
  });
});
