// Words of the order page before a file is chosen.

import { wording } from "../../pages/words.ts";

export const pageWords = wording({
  en: {
    title: "The price of your 3D print in a minute",
    description: (studio: string) =>
      `${studio}: 3D printing of your model. Send a file, choose the material, see the price at once and order online.`,
    begin: "Your models",
    choose: "Choose models or a ZIP",
    drop: "or drop them here",
    formats: (formats: string, megabytes: number, count: number) =>
      `${formats}, up to ${megabytes} MB each, at most ${count} at once, alone or in a ZIP`,
    otherFiles: (megabytes: number, count: number) =>
      `Photos, drawings and any other file go with a price request: up to ${megabytes} MB each, at most ${count}`,
    minimum: (amount: string) => `Orders from ${amount}: a smaller one pays the difference`,
    maximum: (amount: string) => `Orders up to ${amount}`,
    both: (least: string, most: string) => `Orders from ${least} to ${most}`,
    advance: (percent: number) => `${percent} % of the sum are paid in advance`,
    keptText:
      "The studio sees your files only with an order or a request. Others are deleted after a day, and those of a kept quote after 14 days.",
    how: "How it works",
    steps: {
      send: "Send a model",
      sendText: (formats: string) =>
        `One file, several or a ZIP of them: ${formats}. You see each from every side, with its size.`,
      choose: "Choose how to print it",
      chooseText: "Material, colour, quality, finishing and number of copies: the price follows at once.",
      order: "Order",
      orderText:
        "Say how to reach you and where to send it. The order gets a page of its own, where you see its status.",
    },
    offer: "What we print with",
    noScriptTitle: "Prices need JavaScript",
    noScript:
      "Scripts are switched off in your browser, so the page can neither measure a model nor show its price. Allow scripts for this page and load it again, or send your file to the studio itself.",
    contacts: "The studio's contacts",
    empty: "Nothing is on offer here yet",
    emptyText: "The studio has not yet put an offer on this page. Ask the studio itself, or come back later.",
    keptTitle: "Calculated for you: look, change, order",
    keptLead:
      "This link holds models that are ready to print, with their material, quality and number of copies. Turn them, change anything you like, and order in your own name: nothing is ordered yet.",
    keptQuote: (total: string, day: string, until: string) =>
      `On ${day} it cost ${total}; the prices below are today's. The link works until ${until}.`,
    againTitle: "Order again",
    againLead: (orderNumber: number) =>
      `These are the parts of order ${orderNumber}, with their material, quality and number of copies. Change anything you like: nothing is ordered yet.`,
    againPrice: (total: string, day: string) => `On ${day} it cost ${total}; the prices below are today's.`,
  },
  uk: {
    title: "Ціна вашого 3D‑друку за хвилину",
    description: (studio) =>
      `${studio}: 3D-друк вашої моделі. Надішліть файл, виберіть матеріал, одразу побачте ціну й замовте онлайн.`,
    begin: "Ваші моделі",
    choose: "Виберіть моделі чи ZIP",
    drop: "або перетягніть їх сюди",
    formats: (formats, megabytes, count) =>
      `${formats}, до ${megabytes} МБ кожен, не більше ${count} одночасно, окремо чи в ZIP`,
    otherFiles: (megabytes, count) =>
      `Фото, креслення й будь-які інші файли — із запитом на ціну: до ${megabytes} МБ кожен, не більше ${count}`,
    minimum: (amount) => `Замовлення від ${amount}: за менше доплачують різницю`,
    maximum: (amount) => `Замовлення до ${amount}`,
    both: (least, most) => `Замовлення від ${least} до ${most}`,
    advance: (percent) => `Передоплата ${percent} % від суми`,
    keptText:
      "Студія бачить ваші файли лише із замовленням чи запитом. Решта видаляється через день, а зі збереженим розрахунком — через 14 днів.",
    how: "Як це працює",
    steps: {
      send: "Надішліть модель",
      sendText: (formats) =>
        `Один файл, кілька чи ZIP із ними: ${formats}. Кожну модель можна оглянути з усіх боків і побачити її розміри.`,
      choose: "Виберіть, як друкувати",
      chooseText: "Матеріал, колір, якість, обробка й кількість: ціна змінюється одразу.",
      order: "Замовте",
      orderText: "Вкажіть контакти й адресу доставки. Замовлення матиме власну сторінку, де видно його стан.",
    },
    offer: "Чим друкуємо",
    noScriptTitle: "Щоб побачити ціни, потрібен JavaScript",
    noScript:
      "У вашому браузері вимкнено скрипти, тож сторінка не може ні виміряти модель, ні показати ціну. Дозвольте їх для цієї сторінки й оновіть її або надішліть файл самій студії.",
    contacts: "Контакти студії",
    empty: "Тут поки нічого не пропонують",
    emptyText: "Студія ще не додала сюди своїх пропозицій. Запитайте в неї самої або завітайте пізніше.",
    keptTitle: "Розрахунок для вас: перегляньте й замовте",
    keptLead:
      "За цим посиланням — моделі, готові до друку: з матеріалом, якістю й кількістю. Роздивіться їх, змініть, що захочете, і замовте на своє ім’я. Ще нічого не замовлено.",
    keptQuote: (total, day, until) => `Ціна на ${day} — ${total}; нижче — сьогоднішні ціни. Посилання діє до ${until}.`,
    againTitle: "Замовити ще раз",
    againLead: (orderNumber) =>
      `Тут деталі замовлення № ${orderNumber}: з тим самим матеріалом, якістю й кількістю. Змініть, що захочете. Ще нічого не замовлено.`,
    againPrice: (total, day) => `Ціна на ${day} — ${total}; нижче — сьогоднішні ціни.`,
  },
});
