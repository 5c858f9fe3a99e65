// Words of the discounts by quantity and of the priorities.

import { wording } from "../../pages/words.ts";

export const priceRulesWords = wording({
  en: {
    tiers: "Discounts by quantity",
    tiersLead:
      "From so many pieces of one item, so much off the price of all its copies. The set-up is never reduced. Empty both fields of a row to remove it.",
    tier: (quantity: number | string) => `From ${quantity} pieces`,
    newTier: "One more discount",
    fromQuantity: "From, pieces",
    discount: "Discount",
    saveTiers: "Save the discounts",
    tiersSaved: "The discounts are saved. The next quote uses them.",

    priorities: "Priorities",
    prioritiesLead:
      "For customers in a hurry: an order that is ready sooner, for a surcharge on the price of its copies after any discount. The set-up bears none. The surcharge counts towards the minimum price: an item or an order that is below the minimum even with it costs the minimum, with a priority or without. A site that uses the API chooses one by its name for sites, which stays when the name changes. Empty all fields of a row to remove it; orders keep theirs.",
    slug: "for sites:",
    newPriority: "One more priority",
    priorityName: "Name",
    nameInSecondLanguage: "Name in the other language",
    secondLanguageHint: "Customers who read the order page in this language see this name. Left empty, they see yours.",
    surcharge: "Surcharge",
    workingDays: "Ready in",
    workingDaysUnit: "working days",
    place: "Place in the list",
    savePriorities: "Save the priorities",
    prioritiesSaved: "The priorities are saved. The next quote uses them.",
  },
  uk: {
    tiers: "Знижки за кількість",
    tiersLead:
      "Від якої кількості штук однієї позиції на скільки дешевшають усі її копії. Підготовка не дешевшає ніколи. Щоб прибрати рядок, очистьте обидва його поля.",
    tier: (quantity) => `Від ${quantity} шт.`,
    newTier: "Ще одна знижка",
    fromQuantity: "Від, штук",
    discount: "Знижка",
    saveTiers: "Зберегти знижки",
    tiersSaved: "Знижки збережено. Наступний розрахунок — уже з ними.",

    priorities: "Пріоритети",
    prioritiesLead:
      "Для клієнтів, яким треба швидше: замовлення буде готове раніше, за доплату до ціни копій після знижки. На підготовку доплати немає. До мінімальної ціни доплата зараховується: позиція чи замовлення, що й разом із нею не сягає мінімуму, коштує рівно мінімум — із пріоритетом чи без. Сайт, під’єднаний через API, вибирає пріоритет за назвою для сайтів: вона лишається, навіть коли змінюється звичайна. Щоб прибрати рядок, очистьте всі його поля; замовлення свій пріоритет зберігають.",
    slug: "для сайтів:",
    newPriority: "Ще один пріоритет",
    priorityName: "Назва",
    nameInSecondLanguage: "Назва іншою мовою",
    secondLanguageHint:
      "Цю назву бачать клієнти, які читають сторінку замовлень цією мовою. Якщо поле порожнє, вони бачать основну.",
    surcharge: "Доплата",
    workingDays: "Буде готово за",
    workingDaysUnit: "роб. дн.",
    place: "Місце в переліку",
    savePriorities: "Зберегти пріоритети",
    prioritiesSaved: "Пріоритети збережено. Наступний розрахунок — уже з ними.",
  },
});
