// Words of the pages of delivery methods.

import { wording } from "../../../pages/words.ts";

export const deliveryMethodWords = wording({
  en: {
    add: "New delivery method",
    empty: "No delivery method yet. Add how orders reach your customers, such as Nova Poshta, a courier or pickup.",
    emptyAfterArchiving: "All delivery methods are archived.",
    ordersKeep: "Orders that were placed keep the name and the price they were placed with.",
    forSites: (slug: string, id: number) =>
      `Sites and scripts know it as ${slug} (deliveryMethodId ${id}), whatever its name becomes.`,
  },
  uk: {
    add: "Новий спосіб доставки",
    empty: "Способів доставки ще немає. Додайте, як замовлення потрапляють до клієнтів: Нова пошта, кур’єр, самовивіз.",
    emptyAfterArchiving: "Усі способи доставки в архіві.",
    ordersKeep: "Оформлені замовлення зберігають назву й ціну, з якими їх оформлено.",
    forSites: (slug: string, id: number) =>
      `Сайти й скрипти знають його як ${slug} (deliveryMethodId ${id}), хоч як зміниться назва.`,
  },
});
