// Words of a delivery, in the order form and where a price is accepted: its fields and its price.

import { wording } from "../../pages/words.ts";

export const deliveryFormWords = wording({
  en: {
    delivery: "Delivery",
    deliveryMethod: "Carrier",
    toBranch: "To a branch or parcel locker",
    toAddress: "To my door",
    later: "No address: I pick it up, or we agree later",
    pickup: "You collect it at the studio: no address is needed.",
    city: "City or village",
    branch: "Branch or parcel locker",
    branchHint: "As far as you know it: number or street.",
    street: "Street",
    building: "Building",
    apartment: "Flat",
    found: "Found:",
    byCarrier: "Delivery is paid to the carrier.",
    free: "free",
    freeFrom: (sum: string) => `free from ${sum}`,
    placeFault: (later: string) => `Fill in this field, or choose “${later}”.`,
  },
  uk: {
    delivery: "Доставка",
    deliveryMethod: "Спосіб доставки",
    toBranch: "У відділення чи поштомат",
    toAddress: "До дверей",
    later: "Без адреси: самовивіз або домовимося потім",
    pickup: "Ви заберете замовлення у студії, адреса не потрібна.",
    city: "Місто чи село",
    branch: "Відділення чи поштомат",
    branchHint: "Наскільки знаєте: номер або вулиця.",
    street: "Вулиця",
    building: "Будинок",
    apartment: "Квартира",
    found: "Знайдено:",
    byCarrier: "Доставку оплачують перевізнику.",
    free: "безкоштовно",
    freeFrom: (sum) => `безкоштовно від ${sum}`,
    placeFault: (later) => `Заповніть це поле або виберіть «${later}».`,
  },
});
