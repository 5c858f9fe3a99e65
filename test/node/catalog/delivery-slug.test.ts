// Slugs of delivery methods: a name in Latin letters, as Ukraine writes them.

import { describe, expect, it } from "vitest";
import { shownSlug, slugOf } from "../../../src/catalog/delivery-method/delivery-slug.ts";

describe("a name's slug", () => {
  it.each([
    ["Київ".normalize("NFD"), "kyiv"],
    ["Нова Пошта", "nova-poshta"],
    ["Укрпошта", "ukrposhta"],
    ["Кур'єр", "kurier"],
    ["Кур’єр", "kurier"],
    ["Самовивіз (Дніпро, вул. Робоча)", "samovyviz-dnipro-vul-robocha"],
    ["Courier", "courier"],
    ["  DHL — Express 24/7  ", "dhl-express-24-7"],
  ])("of %s is %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  // The examples of resolution 55, and of letters that stand otherwise at the beginning of a word.
  it.each([
    ["Алушта", "alushta"],
    ["Згорани", "zghorany"],
    ["Розгон", "rozghon"],
    ["Єнакієве", "yenakiieve"],
    ["Їжакевич", "yizhakevych"],
    ["Кадиївка", "kadyivka"],
    ["Йосипівка", "yosypivka"],
    ["Стрий", "stryi"],
    ["Щербухи", "shcherbukhy"],
    ["Гоща", "hoshcha"],
    ["Ґалаґан", "galagan"],
    ["Юрій", "yurii"],
    ["Корюківка", "koriukivka"],
    ["Яготин", "yahotyn"],
    ["Знам'янка", "znamianka"],
    ["Русь", "rus"],
    ["Лісова Яблуня", "lisova-yablunia"],
  ])("writes %s as %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it.each(["", "📦", "—", "Ь", "Method 12", "method-0"])(
    "is none for %j, which stands for itself by its id",
    (name) => {
      expect(slugOf(name)).toBeNull();
      expect(shownSlug({ id: 7, slug: slugOf(name) })).toBe("method-7");
    },
  );

  it("may begin as one that stands for an id", () => {
    expect(slugOf("Method 12 b")).toBe("method-12-b");
    expect(slugOf("Method")).toBe("method");
  });
});
