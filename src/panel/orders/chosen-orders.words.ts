// Words of the orders that are chosen together.

import { counted, wording } from "../../pages/words.ts";

export const chosenOrdersWords = wording({
  en: {
    choose: (id: number) => `Choose order ${id}`,
    chosen: "Chosen orders:",
    confirm: "Confirm",
    workSheets: "Work sheets",
    files: "Files in one zip",
    back: "Back to the orders",
    none: "Tick the orders first.",
    tooMany: (most: number) => `At most ${most} orders at once.`,
    tooLarge: "These files are larger than 1 GB together. Choose fewer orders.",
    confirmed: (count: number) => `Confirmed: ${counted("en", count, { one: "order", other: "orders" })}.`,
    takenBack: (count: number) => `New again: ${counted("en", count, { one: "order", other: "orders" })}.`,
    missing: (orders: string) => `There is no such order: ${orders}.`,
    changed: (orders: string) => `Left alone, because it was changed meanwhile: ${orders}.`,
    otherStatus: (orders: string) => `Left alone, because its status is another one: ${orders}.`,
    notIncluded: "Not in this archive.txt",
    noFile: (order: number, item: number) => `Order ${order}, item ${item}: ordered without a file.`,
    fileGone: (order: number, item: number) => `Order ${order}, item ${item}: its file is no longer kept.`,
  },
  uk: {
    choose: (id) => `Вибрати замовлення ${id}`,
    chosen: "Вибрані замовлення:",
    confirm: "Підтвердити",
    workSheets: "Робочі аркуші",
    files: "Файли одним zip",
    back: "До замовлень",
    none: "Спершу позначте замовлення.",
    tooMany: (most) => `Щонайбільше ${most} замовлень за раз.`,
    tooLarge: "Разом ці файли більші за 1 ГБ. Виберіть менше замовлень.",
    confirmed: (count) => `Підтверджено замовлень: ${count}.`,
    takenBack: (count) => `Знову нових замовлень: ${count}.`,
    missing: (orders) => `Немає такого замовлення: ${orders}.`,
    changed: (orders) => `Не змінено, бо тим часом його змінили: ${orders}.`,
    otherStatus: (orders) => `Не змінено, бо стан уже інший: ${orders}.`,
    notIncluded: "Чого немає в архіві.txt",
    noFile: (order, item) => `Замовлення ${order}, позиція ${item}: замовлено без файлу.`,
    fileGone: (order, item) => `Замовлення ${order}, позиція ${item}: файл більше не зберігається.`,
  },
});
