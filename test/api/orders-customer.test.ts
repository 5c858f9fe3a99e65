// The customer and the delivery of an order.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { customers, deliveryMethods, orders } from "../../src/db/schema.ts";
import { type Order, orderOfBox, place, placed } from "./support/orders.ts";
import { cents, printingStudio } from "./support/requests.ts";

describe("the customer of an order", () => {
  it("is recognised within the studio by phone number, else by e-mail", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await placed(studio, orderOfBox(ids));
    const byPhone = await placed(
      studio,
      orderOfBox(ids, { customerEmail: "new@example.com", customerLastName: "Українка" }),
    );
    const byEmail = await placed(
      studio,
      orderOfBox(ids, { customerPhoneNumber: "+380671112233", customerEmail: "NEW@example.com" }),
    );
    const another = await placed(
      studio,
      orderOfBox(ids, { customerPhoneNumber: "+380999999999", customerEmail: "x@example.com" }),
    );
    expect(byPhone.customer.id).toBe(first.customer.id);
    expect(byEmail.customer).toMatchObject({ id: first.customer.id, totalOrders: 3, locale: "uk" });
    expect(another.customer.id).not.toBe(first.customer.id);

    const elsewhere = await printingStudio();
    const stranger = await placed(elsewhere.studio, orderOfBox(elsewhere));
    expect(stranger.customer.id).not.toBe(first.customer.id);
    expect(stranger.customer.totalOrders).toBe(1);
  });

  it("is shown on each order with the data of that order, even if later orders differ", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await placed(studio, orderOfBox(ids, { customerLocale: "en" }));
    const later = { customerPhoneNumber: "+380671112233", customerLastName: "Українка" };
    const second = await placed(studio, orderOfBox(ids, later));
    expect(second.customer).toMatchObject({
      id: first.customer.id,
      lastName: "Українка",
      phoneNumber: "+380671112233",
      locale: "uk",
    });
    const { customer } = await studio.data<Order>(`/orders/${first.id}`);
    expect(customer).toMatchObject({
      lastName: "Косач-Квітка",
      phoneNumber: "+380501234567",
      locale: "en",
      totalOrders: 2,
    });
  });

  it("keeps its stored data when only the e-mail matches, and takes newer data when the phone number matches", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderOfBox(ids));
    await placed(studio, orderOfBox(ids, { customerPhoneNumber: "+380671112233", customerFirstName: "Інша" }));
    const [known, ...others] = await studio.db.select(customers);
    expect(others).toEqual([]);
    expect(known).toMatchObject({ phoneNumber: "+380501234567", firstName: "Леся" });
    await placed(studio, orderOfBox(ids, { customerFirstName: "Лариса", customerEmail: "larysa@example.com" }));
    expect(await studio.db.select(customers)).toMatchObject([{ firstName: "Лариса", email: "larysa@example.com" }]);
  });

  it.each([
    ["+52 1 55 1234 5678", "+5215512345678"],
    ["+380 [44] 123.45.67", "+380441234567"],
    ["+38 (0) 44 123 45 67", "+380441234567"],
    ["+1 415 555 2671", "+14155552671"],
  ])("has the phone number %s as %s", async (customerPhoneNumber, phoneNumber) => {
    const { studio, ...ids } = await printingStudio();
    expect((await placed(studio, orderOfBox(ids, { customerPhoneNumber }))).customer.phoneNumber).toBe(phoneNumber);
  });

  it.each(["380441234567", "+0441234567", "+999123456789", "+38044", "+380441234567 ext 5", "+3804412345678901"])(
    "cannot have the phone number %s",
    async (customerPhoneNumber) => {
      const { studio, ...ids } = await printingStudio();
      const { status, body } = await place(studio, orderOfBox(ids, { customerPhoneNumber }));
      expect(status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["customerPhoneNumber"]);
    },
  );

  it("is found by phone number before e-mail when these belong to different customers", async () => {
    const { studio, ...ids } = await printingStudio();
    const byEmail = await placed(
      studio,
      orderOfBox(ids, { customerPhoneNumber: "+380501111111", customerEmail: "a@example.com" }),
    );
    const byPhone = await placed(
      studio,
      orderOfBox(ids, { customerPhoneNumber: "+380502222222", customerEmail: "b@example.com" }),
    );
    const both = await placed(
      studio,
      orderOfBox(ids, { customerPhoneNumber: "+380502222222", customerEmail: "a@example.com" }),
    );
    expect(both.customer.id).toBe(byPhone.customer.id);
    expect(both.customer.id).not.toBe(byEmail.customer.id);
  });

  it("has totals over all orders but cancelled ones", async () => {
    const { studio, ...ids } = await printingStudio();
    const [one, two, three] = [
      await placed(studio, orderOfBox(ids)),
      await placed(studio, orderOfBox(ids)),
      await placed(studio, orderOfBox(ids, { items: JSON.stringify([{ ...ids, quantity: 5 }]) })),
    ];
    expect(three.customer.totalOrders).toBe(3);
    await studio.db.update(orders, { status: "cancelled" }, eq(orders.id, two.id));
    const { customer } = await studio.data<Order>(`/orders/${one.id}`);
    expect(customer.totalOrders).toBe(2);
    expect(Math.round(Number(customer.totalSpent) * 100)).toBe(cents(one.totalPrice) + cents(three.totalPrice));
  });
});

describe("the delivery of an order", () => {
  it("has the configured method's name, and every field that was sent", async () => {
    const { studio, ...ids } = await printingStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Нова Пошта" });
    const order = await placed(
      studio,
      orderOfBox(ids, {
        deliveryMethodId: method?.id ?? 0,
        deliveryCityName: "Київ",
        deliveryWarehouseRef: "1ec09d88",
        deliveryNpServiceType: "WarehouseDoors",
      }),
    );
    expect(order.delivery).toEqual({
      method: "Нова Пошта",
      cityName: "Київ",
      cityRef: null,
      warehouseName: null,
      warehouseRef: "1ec09d88",
      streetName: null,
      streetRef: null,
      buildingNumber: null,
      apartmentNumber: null,
      npServiceType: "WarehouseDoors",
      trackingNumber: null,
      deliveryStatus: null,
      scheduledDeliveryDate: null,
      actualDeliveryDate: null,
      price: null,
    });
  });

  it("has the price that the method states, beside the total, and none of a method that states none", async () => {
    const { studio, ...ids } = await printingStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Courier", priceMinor: 8_000 });
    const deliveryMethodId = method?.id ?? 0;
    const [without, paid] = [
      await placed(studio, orderOfBox(ids, { deliveryCityName: "Київ" })),
      await placed(studio, orderOfBox(ids, { deliveryMethodId })),
    ];
    expect(without.delivery).toMatchObject({ method: "courier", price: null });
    expect(paid.delivery).toMatchObject({ method: "Courier", price: { amount: "80.00", currency: { code: "UAH" } } });
    expect(paid.totalPrice).toEqual(without.totalPrice);
    expect(Math.round(Number(paid.customer.totalSpent) * 100)).toBe(2 * cents(paid.totalPrice));

    const freeFromMinor = cents(paid.totalPrice);
    await studio.db.update(
      deliveryMethods,
      { priceMinor: 9_000, freeFromMinor },
      eq(deliveryMethods.id, deliveryMethodId),
    );
    const free = await placed(studio, orderOfBox(ids, { deliveryMethodId }));
    expect(free.delivery).toMatchObject({ price: { amount: "0.00" } });
    // It is the price at the time of the order.
    expect(await studio.data(`/orders/${paid.id}`)).toMatchObject({ delivery: { price: { amount: "80.00" } } });
  });

  it.each([
    [{ deliveryStreetName: "Хрещатик" }, "courier"],
    [{ deliveryCityRef: "8d5a980d" }, "nova_poshta"],
    [{ deliveryCityName: "  " }, undefined],
  ])("for %o has the method %s if none was chosen", async (fields, method) => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids, fields));
    expect(order.delivery?.method).toBe(method);
  });
});
