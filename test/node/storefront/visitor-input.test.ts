// A visitor's files and fields on the order page: their faults are shown before anything is sent.

import { describe, expect, it, vi } from "vitest";
import { sortFiles } from "../../../src/storefront/browser/basket/chosen-files.ts";
import {
  customerFieldsOf,
  deliveryFaultsOf,
  deliveryFieldsOf,
  faultsOf,
  firstFields,
  typedWith,
} from "../../../src/storefront/browser/checkout/customer-fields.ts";
import { inCyrillic } from "../../../src/storefront/browser/checkout/cyrillic-name.ts";
import { readableFile, UploadQueue } from "../../../src/storefront/browser/service/upload-queue.ts";
import { checkoutWords } from "../../../src/storefront/browser/words/checkout.words.ts";
import { partsWords } from "../../../src/storefront/browser/words/parts.words.ts";
import { deliveryFormWords } from "../../../src/storefront/kit/delivery.words.ts";

const page = {
  configuration: { maxFileMegabytes: 1, maxItems: 3, maxAttachments: 2, takesPriceRequests: false },
  language: "en" as const,
  parts: partsWords("en"),
  format: { decimal: String, count: String },
};

function sorted(files: readonly File[], parts = 3, takesPriceRequests = false) {
  let keys = 0;
  const configuration = { ...page.configuration, takesPriceRequests };
  return sortFiles(files, { parts, attached: 2 }, { ...page, configuration }, () => `key-${++keys}`);
}

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);

describe("files that are chosen", () => {
  it("become parts by their extension, in any case", () => {
    const { accepted, turnedAway } = sorted([file("a.STL"), file("b.3mf"), file("c.Stp")]);
    expect(accepted.map(({ format }) => format)).toEqual(["stl", "3mf", "step"]);
    expect(turnedAway).toEqual([]);
  });

  it.each([
    [
      "a.f3d",
      10,
      /takes STL, OBJ, 3MF, PLY or STEP/,
      /^The file is in Fusion format: .*export it as STL, 3MF or STEP\.$/,
    ],
    ["a.zip", 10, /takes STL, OBJ, 3MF, PLY or STEP/, /unpack it/],
    ["a.pdf", 10, /takes STL, OBJ, 3MF, PLY or STEP/, /the 3D model itself/],
    ["noextension", 10, /takes STL, OBJ, 3MF, PLY or STEP/, /export it as/],
    ["a.stl", 0, /empty/, /again/],
    ["a.stl", 1024 * 1024 + 1, /limit is 1 MB/, /binary STL/],
  ])("are turned away as %s of %i bytes, with the reason and advice", (name, bytes, message, help) => {
    const { accepted, turnedAway } = sorted([file(name, bytes)]);
    expect(accepted).toEqual([]);
    expect(turnedAway[0]?.fileName).toBe(name);
    expect(turnedAway[0]?.message).toMatch(message);
    expect(turnedAway[0]?.help).toMatch(help);
  });

  it("go with a price request if they are no models, as far as one has room", () => {
    const names = ["photo.jpg", "part.f3d", "a.stl", "third.pdf"];
    const { accepted, attached, turnedAway } = sorted([...names.map((name) => file(name)), file("0.png", 0)], 3, true);
    expect(accepted.map(({ file: { name } }) => name)).toEqual(["a.stl"]);
    expect(attached.map(({ file: { name } }) => name)).toEqual(["photo.jpg", "part.f3d"]);
    expect(turnedAway).toMatchObject([
      { fileName: "third.pdf", message: "One price request takes at most 2 such files." },
      { fileName: "0.png", message: "The file is empty." },
    ]);
    const [large] = sorted([file("photo.jpg", 1024 * 1024 + 1)], 3, true).turnedAway;
    expect(`${large?.message} ${large?.help}`).toMatch(/limit is 1 MB.*smaller copy/);
  });

  it("are taken as far as one order has room, and the others are told", () => {
    const { accepted, turnedAway } = sorted([file("a.stl"), file("b.stl"), file("c.stl")], 2);
    expect(accepted.map(({ file: { name } }) => name)).toEqual(["a.stl", "b.stl"]);
    expect(turnedAway.map(({ fileName }) => fileName)).toEqual(["c.stl"]);
  });
});

describe("a file for a price request", () => {
  /** The queue's calls, for a file that is sent as it is. */
  async function callsOf(chosen: File) {
    const calls: string[] = [];
    const note = (name: string) => () => calls.push(name);
    const send = async () => {
      calls.push("sent");
      return { ok: true, body: null } as const;
    };
    const queue = new UploadQueue(send, {
      onProgress: note("progress"),
      onUploaded: note("uploaded"),
      onRefused: note("refused"),
      onUnreadable: note("unreadable"),
    });
    queue.want([{ key: "a", version: "", fileName: chosen.name, chosen, file: () => readableFile(chosen) }]);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    await new Promise((resolve) => setTimeout(resolve, 0));
    return calls;
  }

  it("is sent if the browser can read it", async () => {
    expect(await callsOf(file("a.jpg"))).toEqual(["sent", "uploaded"]);
  });

  it("is told as unreadable, and not sent, if it is a folder", async () => {
    const folder = file("folder");
    const unreadable = () => Promise.reject(new Error("no such file"));
    vi.spyOn(folder, "slice").mockReturnValue(Object.assign(new Blob([]), { arrayBuffer: unreadable }));
    expect(await callsOf(folder)).toEqual(["unreadable"]);
  });
});

describe("the order form", () => {
  const words = checkoutWords("en");
  const labels = deliveryFormWords("en");
  const typed = { firstName: "Леся", lastName: "Українка", phoneNumber: "+380 50 123-45-67", email: "l@example.com" };

  it("accepts every value that the API takes", () => {
    for (const lastName of ["Українка", "О’Браєн", "Квітка-Основ'яненко", "Де ла Крус"]) {
      expect(faultsOf({ ...typed, lastName }, true, words), lastName).toEqual({});
    }
  });

  it.each([
    [{ firstName: "Lesia" }, "firstName"],
    [{ lastName: " " }, "lastName"],
    [{ phoneNumber: "123 45 67" }, "phoneNumber"],
    [{ email: "lesia" }, "email"],
  ])("tells at once that %j cannot be", (change, field) => {
    expect(Object.keys(faultsOf({ ...typed, ...change }, true, words))).toEqual([field]);
  });

  it.each(["050 123 45 67", "0501234567", "380501234567", "38 (050) 123-45-67", "+380501234567"])(
    "takes %s as a number of Ukraine",
    (phoneNumber) => {
      expect(faultsOf({ ...typed, phoneNumber }, true, words)).toEqual({});
      expect(customerFieldsOf({ ...typed, phoneNumber }, "widget").phoneNumber).toBe("+380501234567");
    },
  );

  it.each([
    ["Ivan", "Іван"],
    ["MARIA", "МАРІЯ"],
    ["Yaroslav", "Ярослав"],
    ["Iaroslava", "Ярослава"],
    ["Serhii", "Сергій"],
    ["Dmytro", "Дмитро"],
    ["Andriy", "Андрій"],
    ["Yosyp", "Йосип"],
    ["Yurii", "Юрій"],
    ["Nataliia", "Наталія"],
    ["Oleksandr", "Олександр"],
    ["Zghurskyi", "Згурський"],
    ["Shevchenko-Bilyi", "Шевченко-Білий"],
    ["Khrystyna", "Христина"],
  ])("offers %s in Cyrillic letters: %s", (latin, cyrillic) => {
    expect(inCyrillic(latin)).toBe(cyrillic);
  });

  it("offers no name that would be refused, and none for a name in Cyrillic letters", () => {
    for (const name of ["Іван", "", "Ivan2", "Łukasz"]) expect(inCyrillic(name), name).toBeUndefined();
  });

  it("asks for consent", () => {
    expect(faultsOf(typed, false, words)).toEqual({ consent: [words.form.consentFault] });
  });

  it.each([
    ["branch", ["deliveryCityName", "deliveryWarehouseName"]],
    ["address", ["deliveryCityName", "deliveryStreetName", "deliveryBuildingNumber"]],
    ["later", []],
  ])("asks for a parcel's destination: %s", (place, fields) => {
    expect(Object.keys(deliveryFaultsOf({ ...typed, place }, [], labels))).toEqual(fields);
    const filled = Object.fromEntries(fields.map((field) => [field, "Луцьк"]));
    expect(deliveryFaultsOf({ ...typed, ...filled, place }, [], labels)).toEqual({});
  });

  it("sends of the delivery only the fields of the chosen place", () => {
    const everything = {
      deliveryMethodId: "2",
      deliveryCityName: " Львів ",
      deliveryWarehouseName: "№ 5",
      deliveryStreetName: "Зелена",
      deliveryBuildingNumber: "7",
      deliveryApartmentNumber: "",
    };
    expect(deliveryFieldsOf({ ...everything, place: "branch" }, [])).toEqual({
      deliveryMethodId: 2,
      deliveryCityName: "Львів",
      deliveryWarehouseName: "№ 5",
    });
    expect(deliveryFieldsOf({ ...everything, place: "address" }, [])).toEqual({
      deliveryMethodId: 2,
      deliveryCityName: "Львів",
      deliveryStreetName: "Зелена",
      deliveryBuildingNumber: "7",
    });
    expect(deliveryFieldsOf({ ...everything, place: "later" }, [])).toEqual({ deliveryMethodId: 2 });
    expect(deliveryFieldsOf({}, [])).toEqual({});
    // Pick-up needs no place, and a city typed before is not sent.
    const collected = [{ id: 2, name: "Pickup", isPickup: true }];
    expect(deliveryFieldsOf({ ...everything, place: "branch" }, collected)).toEqual({ deliveryMethodId: 2 });
    expect(deliveryFaultsOf({ deliveryMethodId: "2", place: "branch" }, collected, labels)).toEqual({});
  });

  it("lets the carrier's ids go with the names of their places", () => {
    const chosen = {
      deliveryCityName: "м. Львів",
      deliveryCityRef: "lviv",
      deliveryWarehouseName: "Відділення №5",
      deliveryWarehouseRef: "lviv-5",
    };
    const noIds = { deliveryCityRef: "", deliveryWarehouseRef: "" };
    const moved = { ...noIds, deliveryCityName: "Броди", deliveryWarehouseName: "" };
    expect(typedWith(chosen, "deliveryCityName", "Броди")).toEqual(moved);
    // A branch that was typed by hand stays.
    const typedBranch = { ...moved, deliveryWarehouseName: "№ 5" };
    expect(typedWith({ ...chosen, ...typedBranch }, "deliveryCityName", "Броди")).toEqual(typedBranch);
    expect(typedWith(chosen, "deliveryWarehouseName", "№ 7")).toEqual({
      ...{ ...chosen, deliveryWarehouseName: "№ 7", deliveryWarehouseRef: "" },
    });
    expect(typedWith(chosen, "deliveryWarehouseRef", "lviv-7")).toEqual({ ...chosen, deliveryWarehouseRef: "lviv-7" });
  });

  it("begins with the fields typed before, and a way of delivery that is on offer", () => {
    const deliveryMethods = [
      { id: 2, name: "Carrier", isPickup: false },
      { id: 3, name: "Pickup", isPickup: true },
    ];
    expect(firstFields({ deliveryMethods }, {})).toEqual({ place: "branch", deliveryMethodId: "2" });
    const before = { place: "later", firstName: "Леся", deliveryMethodId: "3" };
    expect(firstFields({ deliveryMethods }, before)).toEqual(before);
    expect(firstFields({ deliveryMethods }, { ...before, deliveryMethodId: "9" }).deliveryMethodId).toBe("2");
    expect(firstFields({ deliveryMethods: [] }, before)).toEqual({ place: "later", firstName: "Леся" });
  });

  it("sends no comment that is only white space", () => {
    expect(customerFieldsOf({ ...typed, comment: "  " }, "widget")).not.toHaveProperty("comment");
  });
});

describe("counted parts", () => {
  it("are worded as each language counts", () => {
    const count = (language: "uk" | "en") => [1, 2, 5, 11, 21, 22].map(partsWords(language).counts.parts);
    expect(count("uk")).toEqual(["1 деталь", "2 деталі", "5 деталей", "11 деталей", "21 деталь", "22 деталі"]);
    expect(count("en")).toEqual(["1 part", "2 parts", "5 parts", "11 parts", "21 parts", "22 parts"]);
  });
});
