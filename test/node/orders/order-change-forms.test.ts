// The forms that change an order: the fields of each, and their faults.

import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  copiesOnPrintersText,
  deliveryChangeSchema,
  deliveryPriceSchema,
  dueDaySchema,
  moveSchema,
  noteSchema,
  printAgainSchema,
  undoDeliverySchema,
} from "../../../src/orders/order-change.request.ts";
import { readValues, type TypedValues } from "../../../src/pages/form-values.ts";

const FILL_IN = "Fill in this field.";
const VERSION = "Enter a value from 1 to 9007199254740991.";
const NO_DAY = "Enter a date that exists.";
const OUT_OF_RANGE = "Enter a date from 01.01.2000 to 31.12.2099.";

/** The fields of a form, or its faults. */
function read<Schema extends z.ZodType>(schema: Schema, typed: TypedValues) {
  const form = readValues("en", typed, schema);
  return form.ok ? { fields: form.fields } : { faults: form.state.faults };
}

describe("the form of a move", () => {
  it("needs the version that its person saw, and the new status", () => {
    expect(read(moveSchema, { version: "3", status: "ready" })).toEqual({
      fields: { version: 3, status: "ready", comment: null, takesOff: false },
    });
    expect(read(moveSchema, { version: "", status: "" })).toEqual({
      faults: { version: [FILL_IN], status: [FILL_IN] },
    });
    expect(read(moveSchema, { version: "0", status: "lost", takesOff: "yes" })).toEqual({
      faults: {
        version: [VERSION],
        status: ["Choose one of the list."],
        takesOff: ["Choose one of the list."],
      },
    });
  });

  it("may have a comment, a tracking number, and copies on printers to take off or put back", () => {
    const putBack = [
      { itemId: 11, printerId: 2, copies: 3 },
      { itemId: 12, printerId: 4, copies: 20_000 },
    ];
    const typed = {
      version: "3",
      status: "shipped",
      comment: "On the road",
      newTrackingNumber: "2045",
      takesOff: "true",
      putBack: copiesOnPrintersText(putBack),
    };
    expect(typed.putBack).toBe("11:2:3,12:4:20000");
    expect(read(moveSchema, typed)).toEqual({
      fields: {
        version: 3,
        status: "shipped",
        comment: "On the road",
        newTrackingNumber: "2045",
        takesOff: true,
        putBack,
      },
    });
  });

  it.each(["11", "11:2", "11:2:0", "11:2:3:4", "0:2:3", "11:x:3", "11:2:3,", "11:2:3;12:4:1"])(
    "puts back no copies of %j, which no undo carries",
    (putBack) => {
      expect(read(moveSchema, { version: "3", status: "ready", putBack })).toHaveProperty("faults");
    },
  );

  it("puts back two hundred prints, and no more", () => {
    const prints = (count: number) =>
      copiesOnPrintersText(
        Array.from({ length: count }, (_, place) => ({ itemId: place + 1, printerId: 1, copies: 1 })),
      );
    const form = (count: number) => read(moveSchema, { version: "3", status: "ready", putBack: prints(count) });
    expect(form(200).fields?.putBack).toHaveLength(200);
    expect(form(201).faults).toEqual({ putBack: ["Enter 200 or less."] });
  });

  it("asks for the reason of a cancellation", () => {
    const cancelled = { version: "3", status: "cancelled" };
    expect(read(moveSchema, cancelled)).toEqual({ faults: { comment: ["Say why the order is cancelled."] } });
    expect(read(moveSchema, { ...cancelled, comment: "Asked to" })).toEqual({
      fields: { version: 3, status: "cancelled", comment: "Asked to", takesOff: false },
    });
  });
});

describe("the form of copies to print again", () => {
  it("needs their number and a reason, and may tell the good copies that the page showed", () => {
    expect(read(printAgainSchema, { againCopies: "2", againReason: "Warped" })).toEqual({
      fields: { againCopies: 2, againReason: "Warped" },
    });
    expect(read(printAgainSchema, { againCopies: "20000", againReason: "Warped", againSeen: "0" })).toEqual({
      fields: { againCopies: 20_000, againReason: "Warped", againSeen: 0 },
    });
    expect(read(printAgainSchema, {})).toEqual({ faults: { againCopies: [FILL_IN], againReason: [FILL_IN] } });
    const wrong = { againCopies: "0", againReason: "w".repeat(201), againSeen: "-1" };
    expect(read(printAgainSchema, wrong)).toEqual({
      faults: {
        againCopies: ["Enter a value from 1 to 99999."],
        againReason: ["Use at most 200 characters."],
        againSeen: ["Enter a value from 0 to 99999."],
      },
    });
  });
});

describe("the form of a delivery", () => {
  const nothing = {
    method: null,
    cityName: null,
    cityRef: null,
    warehouseName: null,
    warehouseRef: null,
    streetName: null,
    streetRef: null,
    buildingNumber: null,
    apartmentNumber: null,
    npServiceType: null,
    trackingNumber: null,
    deliveryStatus: null,
    scheduledDeliveryDate: null,
    actualDeliveryDate: null,
  };
  const whole = {
    method: "nova_poshta",
    cityName: "Львів",
    cityRef: "city",
    warehouseName: "№ 5",
    warehouseRef: "warehouse",
    streetName: "вул. Зелена",
    streetRef: "street",
    buildingNumber: "12а",
    apartmentNumber: "3",
    npServiceType: "WarehouseDoors",
    trackingNumber: "2045",
    deliveryStatus: "on the road",
    scheduledDeliveryDate: "2026-12-01",
    actualDeliveryDate: "2026-12-03",
  };

  it("has every field of a delivery, each as typed or empty", () => {
    expect(read(deliveryChangeSchema, { version: "3", ...whole })).toEqual({ fields: { version: 3, ...whole } });
    expect(read(deliveryChangeSchema, { version: "3" })).toEqual({ fields: { version: 3, ...nothing } });
  });

  it("names each fault beside its field", () => {
    const typed = {
      cityName: "L".repeat(256),
      npServiceType: "Drone",
      scheduledDeliveryDate: "2026-02-30",
      actualDeliveryDate: "1999-12-31",
    };
    expect(read(deliveryChangeSchema, typed)).toEqual({
      faults: {
        version: [FILL_IN],
        cityName: ["Use at most 255 characters."],
        npServiceType: ["Choose one of the list."],
        scheduledDeliveryDate: [NO_DAY],
        actualDeliveryDate: [OUT_OF_RANGE],
      },
    });
  });

  it("is taken back with the version alone", () => {
    expect(read(undoDeliverySchema, { version: "4" })).toEqual({ fields: { version: 4 } });
    expect(read(undoDeliverySchema, {})).toEqual({ faults: { version: [FILL_IN] } });
  });
});

describe("the form of a due day", () => {
  it("sets a day, or clears it, with or without a reason", () => {
    expect(read(dueDaySchema, { version: "3", dueOn: "2099-12-31", dueReason: "The printer rests" })).toEqual({
      fields: { version: 3, dueOn: "2099-12-31", dueReason: "The printer rests" },
    });
    expect(read(dueDaySchema, { version: "3", dueOn: "", dueReason: "" })).toEqual({
      fields: { version: 3, dueOn: null, dueReason: null },
    });
  });

  it("names each fault beside its field", () => {
    expect(read(dueDaySchema, { dueOn: "tomorrow", dueReason: "r".repeat(201) })).toEqual({
      faults: { version: [FILL_IN], dueOn: [NO_DAY], dueReason: ["Use at most 200 characters."] },
    });
    expect(read(dueDaySchema, { version: "3", dueOn: "2100-01-01" })).toEqual({ faults: { dueOn: [OUT_OF_RANGE] } });
  });
});

describe("the form of a delivery's price", () => {
  it("sets an amount in minor units, or clears it, and always has a reason", () => {
    expect(read(deliveryPriceSchema, { version: "3", deliveryPrice: "70,5", deliveryPriceReason: "Far" })).toEqual({
      fields: { version: 3, deliveryPrice: 7050, deliveryPriceReason: "Far" },
    });
    expect(read(deliveryPriceSchema, { version: "3", deliveryPrice: "", deliveryPriceReason: "Free" })).toEqual({
      fields: { version: 3, deliveryPrice: null, deliveryPriceReason: "Free" },
    });
    expect(read(deliveryPriceSchema, { version: "3", deliveryPrice: "much" })).toEqual({
      faults: { deliveryPrice: ["Enter a number, such as 12.50."], deliveryPriceReason: [FILL_IN] },
    });
  });
});

describe("the form of a note", () => {
  it("has some lines of text", () => {
    expect(read(noteSchema, { note: "Called.\nCall again" })).toEqual({ fields: { note: "Called.\nCall again" } });
    expect(read(noteSchema, { note: "" })).toEqual({ faults: { note: [FILL_IN] } });
    expect(read(noteSchema, { note: "n".repeat(2001) })).toEqual({
      faults: { note: ["Use at most 2000 characters."] },
    });
  });
});
