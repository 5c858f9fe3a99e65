// Words of the frame around every page, and of the pages that say one thing.

import { wording } from "../../pages/words.ts";

export const frameWords = wording({
  en: {
    skip: "Skip to the content",
    language: "Language",
    terms: "Terms of the studio",
    requisites: "Requisites and contacts",
    notFound: "There is no such page",
    notFoundText: "Look whether the address is whole. If a studio gave it to you, ask there.",
    toPage: "To the order page",
    closed: "The studio takes no orders here now",
    closedText: "It has closed this page for a while. Ask the studio itself, or come back later.",
    refused: "This cannot be accepted",
    refusedText: "Nothing was changed. Go back, look over what you entered, and send it again.",
    changedMeanwhile: "This has changed meanwhile",
    changedMeanwhileText: "Nothing was overwritten. Open the page again to see how it is now.",
    busy: "Too much is going on right now",
    busyText: "Nothing is lost. Try again in a minute.",
    failed: "Something went wrong on our side",
    failedText: "Try again. If it stays so, tell the studio this number:",
  },
  uk: {
    skip: "До змісту",
    language: "Мова",
    terms: "Умови студії",
    requisites: "Реквізити й контакти",
    notFound: "Такої сторінки немає",
    notFoundText: "Перевірте, чи адреса ціла. Якщо її дала вам студія, запитайте в неї.",
    toPage: "До сторінки замовлення",
    closed: "Студія зараз не приймає замовлень тут",
    closedText: "Вона тимчасово закрила цю сторінку. Запитайте в самої студії або завітайте пізніше.",
    refused: "Це не можна прийняти",
    refusedText: "Нічого не змінено. Поверніться, перевірте введене й надішліть ще раз.",
    changedMeanwhile: "Тим часом це змінилося",
    changedMeanwhileText: "Нічого не перезаписано. Відкрийте сторінку знову й подивіться, як є тепер.",
    busy: "Зараз забагато звернень",
    busyText: "Нічого не втрачено. Спробуйте за хвилину.",
    failed: "Щось пішло не так з нашого боку",
    failedText: "Спробуйте ще раз. Якщо не допоможе, назвіть студії цей номер:",
  },
});

/** Each in its own language, for who cannot read the page's. */
export const LANGUAGE_NAMES = { uk: "Українська", en: "English" } as const;
