// Search: the orders and customers that a typed text finds, in SQLite itself.

import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { customers, orders } from "../../../src/db/schema.ts";
import type { StudioDb } from "../../../src/db/studio-db.ts";
import { NO_DELIVERY } from "../../../src/domain/delivery.ts";
import { searchCustomers, searchOrders } from "../../../src/orders/search/order-search.ts";
import { addItem, addOrder, studiosInMemory } from "./orders-in-memory.ts";

let db: StudioDb;
let other: StudioDb;
beforeAll(() => {
  [db, other] = studiosInMemory();
});

/** The ids of the orders that hold the text; undefined if only a number can be meant. */
async function holding(text: string): Promise<number[] | undefined> {
  const { condition } = searchOrders(db, text);
  return condition && (await db.select(orders, condition, orders.id)).map(({ id }) => id);
}

/** The ids of the orders of the typed number or id. */
async function numbered(text: string): Promise<number[]> {
  const { condition, orderBy } = searchOrders(db, text).numbered;
  return (await db.select(orders, condition, orderBy)).map(({ id }) => id);
}

const customerOf = async (orderId: number) =>
  (await db.select(orders, sql`${orders.id} = ${orderId}`)).map(({ customerId }) => customerId);

/** The ids of the customers with the text as their whole phone number or e-mail; undefined if it can be neither. */
async function named(text: string): Promise<number[] | undefined> {
  const condition = searchOrders(db, text).customers;
  return condition && (await db.select(customers, condition, customers.id)).map(({ id }) => id);
}

/** The ids of the customers with the text in their names, e-mails or phone numbers; undefined for too short a number. */
async function found(text: string): Promise<number[] | undefined> {
  const condition = searchCustomers(text);
  return condition && (await db.select(customers, condition, customers.id)).map(({ id }) => id);
}

describe("a typed number", () => {
  let first: number;
  let second: number;
  beforeAll(async () => {
    // Another studio's order takes the id 1, so that numbers and ids differ.
    await addOrder(other);
    first = await addOrder(db);
    second = await addOrder(db);
  });

  it("finds the order with it, and then the one with it for an id", async () => {
    expect([first, second]).toEqual([2, 3]);
    expect(await numbered("1")).toEqual([first]);
    expect(await numbered("2")).toEqual([second, first]);
    expect(await numbered("3")).toEqual([second]);
    expect(await numbered("4")).toEqual([]);
  });

  it.each(["2", "#2", "№2", "№ 2", "no 2", "No. 2", "n2", " #2 ", "002"])("may be written %j", async (text) => {
    expect(await numbered(text)).toEqual([second, first]);
  });

  it.each(["2a", "-2", "2.0", "#", "# two", "2 3", "2".repeat(16), "леся"])("is not in %j", async (text) => {
    expect(await numbered(text)).toEqual([]);
  });

  it("of up to three digits, or behind a sign, means nothing else", async () => {
    for (const text of ["2", "999", "#2", "№ 1234567", "#abc", " #2 ", " 2 "]) {
      expect([text, await holding(text), await named(text), await found(text)]).toEqual([
        text,
        ...Array(3).fill(undefined),
      ]);
    }
  });
});

describe("words", () => {
  let shevchenko: number;
  let capitals: number;
  let box: number;
  beforeAll(async () => {
    shevchenko = await addOrder(db, {
      contact: {
        firstName: "Марʼяна",
        lastName: "Шевченко-Їжак",
        phoneNumber: "+380501112233",
        email: "Mar@Print.example",
      },
      delivery: { ...NO_DELIVERY, method: "courier", trackingNumber: "RA123456785UA" },
    });
    await addItem(db, shevchenko, { originalFileName: "Замок lock.stl", position: 0 });
    await addItem(db, shevchenko, { originalFileName: null, productTitle: "Ваза Квітка", position: 1 });
    capitals = await addOrder(db, {
      contact: { firstName: "ГАННА", lastName: "БАРВІНОК", phoneNumber: "+380504445566", email: "hanna@print.example" },
    });
    await addItem(db, capitals, { originalFileName: `${"w".repeat(96)}.stl` });
    box = await addOrder(db, { contact: { firstName: "v".repeat(100), email: "print#5@shop.example" } });
    await addItem(db, box, { originalFileName: "box 1234 lid #5.stl" });
    await addOrder(other, { contact: { lastName: "Шевченко", email: "mar@print.example" } });
  });

  it.each([
    "шевченко",
    "ШЕВЧ",
    "Марʼяна Шевченко",
    "шевченко мар'яна",
    "їжак-шевченко",
    "--'їжак",
    "mar@print.EXAMPLE",
    "замок",
    "LOCK",
    "ваза квітка",
    "ra123456785",
    "шевченко   замок",
    "  шевченко  ",
  ])("find an order by %j, in any order and case", async (text) => {
    expect(await holding(text)).toEqual([shevchenko]);
  });

  it.each(["шевченко барвінок", "замок квітка ваза ножиці", "'", "лесь"])("find none by %j", async (text) => {
    expect(await holding(text)).toEqual([]);
  });

  it("find a name in capitals", async () => {
    expect(await holding("барвінок ганна")).toEqual([capitals]);
  });

  it("count up to the hundredth character, and up to the sixth word", async () => {
    expect(await holding(`${"w".repeat(96)}.stlx`)).toEqual([capitals]);
    expect(await holding(`${"w".repeat(95)}x`)).toEqual([]);
    expect(await holding("ганна ганна ганна ганна ганна ганна шевченко")).toEqual([capitals]);
    expect(await holding("ганна ганна ганна ганна ганна шевченко")).toEqual([]);
  });

  it("may hold digits and signs without being a number", async () => {
    for (const text of ["1234 box", "lid 1234", "lid #5"]) expect(await holding(text), text).toEqual([box]);
    expect(await holding("box №5")).toEqual([]);
  });

  it("find customers by their names and e-mails, not by their orders' files", async () => {
    const [marianna] = await customerOf(shevchenko);
    for (const text of ["шевченко", "ЇЖАК марʼяна", "mar@", "  mar@print.example "]) {
      expect(await found(text), text).toEqual([marianna]);
    }
    expect(await found("замок")).toEqual([]);
    expect(await found("print.example")).toEqual([marianna, ...(await customerOf(capitals))]);
  });

  it("find a customer with signs and digits in the name or e-mail", async () => {
    const [odd] = await customerOf(box);
    for (const text of ["print#5", "t#5", "5@shop", `${"v".repeat(100)}x`])
      expect(await found(text), text).toEqual([odd]);
    expect(await found("#5@shop")).toBeUndefined();
  });

  it("find no customer whose data were erased", async () => {
    const [erased] = await customerOf(await addOrder(db, { contact: { lastName: "Стертий" } }));
    expect(await found("стертий")).toEqual([erased]);
    await db.update(customers, { erasedAt: 1 }, sql`${customers.id} = ${erased}`);
    expect(await found("стертий")).toEqual([]);
  });
});

describe("an e-mail address", () => {
  const phoneNumber = "+380509990001";
  let whole: number;
  let earlier: number;
  let later: number;
  beforeAll(async () => {
    whole = await addOrder(db, { contact: { email: "Olha@Whole.example" } });
    earlier = await addOrder(db, { contact: { phoneNumber, email: "before@later.example" } });
    later = await addOrder(db, { contact: { phoneNumber, email: "Now@later.example" } });
  });

  it("names the customer whose address it is, in any case, and only whole", async () => {
    expect(await named("OLHA@whole.example")).toEqual(await customerOf(whole));
    expect(await named("olha@whole.exampl")).toEqual([]);
    for (const text of ["to olha@whole.example", "olha@whole.example now", "olha@", "@whole", "o@l@h", "olha"]) {
      expect(await named(text), text).toBeUndefined();
    }
  });

  it("finds the orders that its customer placed under an earlier one", async () => {
    expect(await holding("now@LATER.example")).toEqual([earlier, later]);
    expect(await holding("before@later.example")).toEqual([earlier]);
    // Only a whole address is looked for among customers.
    expect(await holding("now@later")).toEqual([later]);
  });
});

describe("a phone number", () => {
  let order: number;
  let customer: number | undefined;
  beforeAll(async () => {
    order = await addOrder(db, {
      contact: { phoneNumber: "+380931234567" },
      delivery: { ...NO_DELIVERY, method: "nova_poshta", trackingNumber: "20450012345678" },
    });
    [customer] = await customerOf(order);
    await addItem(db, order, { originalFileName: "12-34/2027.stl" });
  });

  it.each([
    "+380931234567",
    "380 93 123 45 67",
    "093 123-45-67",
    "(093) 1234567",
    "+380 (0) 93 123 45 67",
    "00380931234567",
  ])("names its customer, written %j", async (text) => {
    expect(await named(text)).toEqual([customer]);
    expect(await holding(text)).toEqual([order]);
    expect(await found(text)).toEqual([customer]);
  });

  it("is whole from seven digits on", async () => {
    const short = await addOrder(db, { contact: { phoneNumber: "+3721234567" } });
    expect(await named("1234567")).toEqual(await customerOf(short));
    expect(await named("123456")).toBeUndefined();
    expect(await named("0123456")).toBeUndefined();
  });

  it("may be a part of at least four digits", async () => {
    expect(await holding("9312")).toEqual([order]);
    expect(await found("93-12")).toEqual([customer]);
    expect(await holding("9-3-1")).toEqual([]);
    expect(await found("931")).toBeUndefined();
    expect(await holding("9999")).toEqual([]);
    // The zeros before a part are digits of the number.
    expect(await holding("0380")).toEqual([]);
  });

  it("may as well be a tracking number, or digits in a file's name", async () => {
    expect(await holding("20 4500 1234 5678")).toEqual([order]);
    expect(await holding("12-34/2027")).toEqual([order]);
  });

  it("finds the orders that its customer placed under an earlier one", async () => {
    await db.update(customers, { phoneNumber: "+380939876543" }, sql`${customers.id} = ${customer ?? 0}`);
    expect(await holding("380 93 987 65 43")).toEqual([order]);
    await db.update(customers, { phoneNumber: "+380931234567" }, sql`${customers.id} = ${customer ?? 0}`);
  });
});
