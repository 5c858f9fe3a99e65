// Words of the order page's refusals: the reason, and a way out.

import { wording } from "../../pages/words.ts";

export const refusalWords = wording({
  en: {
    invalid: "Something is not right yet: each field names its fault.",
    notFound: "There is nothing here. Check the address, or begin with the studio's page.",
    closed: "This studio takes no orders on its page right now.",
    tooLarge: "Too much data was sent.",
    unavailable: "The calculation cannot be reached right now. Try again in a minute.",
    overloaded: "Too much is going on right now. Try again in a moment.",
    failed: (requestId: string) =>
      `Something went wrong on our side. Try again; if that does not help, tell the studio this number: ${requestId}`,
    changedMeanwhile: "This was changed meanwhile. Load the page again to see its current state.",
    foreign: "This was not sent by the page itself. Open the studio's page and try there.",
    unreadable: "The page's request cannot be read. Load the page again.",
    gone: "The studio does not offer this any more. Choose something else.",
    modelGone: "This file is no longer kept. Add it again.",
    notOurQuote: "This price was not made by this page. Load the page again to get one.",
    orderedAlready: "An order was already placed at this price. Load the page again to order once more.",
  },
  uk: {
    invalid: "Ще не все гаразд: біля кожного поля написано, що не так.",
    notFound: "Тут нічого немає. Перевірте адресу або почніть зі сторінки студії.",
    closed: "Ця студія зараз не приймає замовлень на своїй сторінці.",
    tooLarge: "Надіслано забагато даних.",
    unavailable: "Розрахунок зараз недоступний. Спробуйте за хвилину.",
    overloaded: "Зараз забагато звернень. Спробуйте за мить.",
    failed: (requestId) =>
      `Щось пішло не так з нашого боку. Спробуйте ще раз; якщо не допоможе, назвіть студії цей номер: ${requestId}`,
    changedMeanwhile: "Тим часом це змінилося. Завантажте сторінку знову, щоб побачити, як є тепер.",
    foreign: "Це надіслала не сама сторінка. Відкрийте сторінку студії та спробуйте там.",
    unreadable: "Надіслане сторінкою не вдається прочитати. Завантажте сторінку знову.",
    gone: "Студія цього більше не пропонує. Виберіть інше.",
    modelGone: "Цей файл більше не зберігається. Додайте його знову.",
    notOurQuote: "Цю ціну розрахувала не ця сторінка. Завантажте сторінку знову, щоб її отримати.",
    orderedAlready: "За цією ціною вже зробили замовлення. Завантажте сторінку знову, щоб замовити ще раз.",
  },
});
