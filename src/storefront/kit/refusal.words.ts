// Words of the order page's refusals: the reason, and a way out.

import { wording } from "../../pages/words.ts";

export const refusalWords = wording({
  en: {
    invalid: "Something is not right yet: see the note beside each field.",
    notFound: "There is nothing here. Check the address, or begin with the studio's page.",
    closed: "This studio takes no orders on its page right now.",
    tooLarge: "Too much data was sent.",
    soldOut: (said: readonly string[]) => `The shelf has less than this basket: ${said.join("; ")}.`,
    unavailable: "Prices cannot be calculated right now. Try again in a minute.",
    overloaded: "Too much is going on right now. Try again in a moment.",
    failed: (requestId: string) =>
      `Something went wrong on our side. Try again; if that does not help, tell the studio this number: ${requestId}`,
    changedMeanwhile: "This was changed meanwhile. Load the page again to see its current state.",
    foreign: "This was not sent from the page itself. Open the studio's page and try there.",
    unreadable: "The data that the page sent cannot be read. Load the page again.",
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
    soldOut: (said) => `На полиці менше, ніж у кошику: ${said.join("; ")}.`,
    unavailable: "Зараз не вдається розрахувати ціну. Спробуйте за хвилину.",
    overloaded: "Зараз забагато запитів. Спробуйте за мить.",
    failed: (requestId) =>
      `У нас щось пішло не так. Спробуйте ще раз; якщо не допоможе, назвіть студії цей номер: ${requestId}`,
    changedMeanwhile: "Тим часом тут щось змінилося. Оновіть сторінку, щоб побачити, як є тепер.",
    foreign: "Запит надіслано не з цієї сторінки. Відкрийте сторінку студії та спробуйте звідти.",
    unreadable: "Не вдалося прочитати дані, надіслані сторінкою. Оновіть сторінку.",
    gone: "Студія цього більше не пропонує. Виберіть інше.",
    modelGone: "Цей файл уже видалено. Додайте його знову.",
    notOurQuote: "Цю ціну розраховано не на цій сторінці. Оновіть сторінку, щоб отримати ціну.",
    orderedAlready: "За цим розрахунком замовлення вже є. Щоб замовити ще раз, оновіть сторінку.",
  },
});
