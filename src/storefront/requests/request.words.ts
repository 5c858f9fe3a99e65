// Words of a price request: its own page, and its refusals.

import type { PriceRequestReason, PriceRequestStatus } from "../../domain/price-request.ts";
import { wording } from "../../pages/words.ts";

export const customerRequestWords = wording({
  en: {
    notTaken: "This studio takes no price requests here. Order the parts that have a price, or ask the studio itself.",
    sentAlready: "This request was sent already. Load the page again to send another.",
    title: (id: number) => `Price request ${id}`,
    sent: "Sent",
    statuses: {
      new: "The studio has your request and will look at it.",
      answered: "The studio has answered.",
      closed: "The studio has closed this request.",
    } satisfies Record<PriceRequestStatus, string>,
    answer: "The studio’s answer",
    noPrice: "There is no price yet: the studio names one after looking at the files. This is not an order.",
    attached: "The studio looks at this file itself.",
    reasons: {
      not_sliced: "The price of this model could not be calculated.",
      fits_no_printer: "It is too large for the studio’s printers in one piece.",
      above_maximum: "The order is larger than the page takes.",
      asked: "You asked the studio to look at it.",
    } satisfies Record<PriceRequestReason, string>,
  },
  uk: {
    notTaken: "Ця студія не приймає тут запитів на ціну. Замовте деталі, які мають ціну, або зверніться до студії.",
    sentAlready: "Цей запит уже надіслано. Щоб надіслати інший, оновіть сторінку.",
    title: (id) => `Запит на ціну № ${id}`,
    sent: "Надіслано",
    statuses: {
      new: "Студія отримала ваш запит і розгляне його.",
      answered: "Студія відповіла.",
      closed: "Студія закрила цей запит.",
    },
    answer: "Відповідь студії",
    noPrice: "Ціни ще немає: студія назве її, коли перегляне файли. Це ще не замовлення.",
    attached: "Цей файл студія перегляне сама.",
    reasons: {
      not_sliced: "Ціну цієї моделі не вдалося розрахувати.",
      fits_no_printer: "Деталь завелика для принтерів студії, щоб надрукувати її цілою.",
      above_maximum: "Замовлення більше, ніж приймає сторінка.",
      asked: "Ви попросили студію переглянути цю деталь.",
    },
  },
});
