// Words of the order page's settings.

import { counted, wording } from "../../pages/words.ts";

export const storefrontWords = wording({
  en: {
    title: "Order page",
    lead: "Here customers send models, see the price at once and order, by the studio's prices and catalog. Orders come to the panel like all others.",

    share: "The link to share",
    open: "Open",
    closed: "Closed",
    openText: "Everybody who has the link can order.",
    closedText:
      "Visitors are told that the studio takes no orders here right now. Those who have ordered still see their orders.",
    emptyText: "The page is open, but there is nothing to choose on it yet.",
    address: "Address of the page",
    visit: "Look at the page",
    download: "Download the code (SVG)",
    print: "Print the code",
    code: (address: string) => `QR code of ${address}`,
    codeHint: "On a counter, a parcel, a business card: a phone's camera opens the page.",
    close: "Close the page",
    reopen: "Open the page",
    wasClosed: "The page is closed. Visitors see it within a minute.",
    wasOpened: "The page is open. Visitors see it within a minute.",

    offer: "What is on offer",
    offerText:
      "What is ticked can be chosen on the page, while it is not archived. Sites and scripts with an API key see the whole catalog, as before.",
    materials: "Materials",
    qualities: "Qualities",
    archived: "archived",
    noEntries: "none yet",
    saveOffer: (technology: string) => `Save for ${technology}`,
    offerSaved: "What is on offer is saved.",
    offerSame: "Nothing changed.",
    notOnPage: (technology: string) => `${technology} is not on the page.`,
    lacks: {
      materials: "No material is on offer.",
      qualities: "No quality is on offer.",
      both: "Neither a material nor a quality is on offer.",
    },
    onOffer: (materials: number, qualities: number) =>
      `${counted("en", materials, { one: "material", other: "materials" })} and ${counted("en", qualities, { one: "quality", other: "qualities" })} on offer`,
    noCatalog: "The page needs a material and a quality to offer.",
    toCatalog: "To the catalog",

    rules: "Orders",
    minimumOrder: "Minimum order total",
    minimumOrderHint:
      "A customer with a cheaper basket pays the difference, as a line of its own. If the minimum under Prices counts once for an order, the greater of the two holds.",
    maximumOrder: "Maximum order total",
    maximumBelowMinimumPrice: (minimum: string) =>
      `The minimum under Prices is ${minimum} and counts once for an order. Below it, nothing could be ordered.`,
    maximumOrderHint:
      "A more expensive one cannot be ordered; where you take price requests, the customer can send it to you.",
    takesPriceRequests: "Take price requests",
    takesPriceRequestsHint:
      "A model that cannot be sliced, fits no printer or costs more than the maximum can be sent to you all the same, and so can photos, drawings and other files: you answer with a price.",
    printHoursPerDay: "Hours of printing a day",
    printHoursPerDayHint: "How long the printers run on an ordinary day.",
    hours: "h",
    handlingDays: "Days for finishing and packing",
    handlingDaysHint: "Added after the printing, checking included.",
    days: "days",
    readyHint: (hours: string, days: string) =>
      `The customer sees the day on which the order can be ready: what waits for the technology's printers, then the order itself, at ${hours} a day for each printer, and ${days} on top.`,
    hoursCounted: (count: number) => counted("en", count, { one: "hour", other: "hours" }),
    daysCounted: (count: number) => counted("en", count, { one: "day", other: "days" }),
    saveRules: "Save",
    rulesSaved: "The rules for orders are saved.",

    payment: "Payment",
    advancePercent: "Asked in advance",
    advancePercentHint:
      "The part of an order that the customer is asked to pay before it is ready. It counts from the next order on. Empty: nothing in advance.",
    payeeText:
      "With these, the customer's page of an order shows a QR code that a bank's app opens with account, sum and purpose filled in: in hryvnias by the National Bank of Ukraine's format, in euros by the European one.",
    payeeName: "Holder of the account",
    payeeNameHint: "As the bank knows it.",
    payeeIban: "IBAN",
    payeeIbanHint: "Customers see it in the code and in e-mails. Your own words about paying stay under Texts.",
    payeeCode: "Tax code of the holder",
    payeeCodeHint: "8 digits of a company, 10 of a person. Needed for hryvnias.",
    savePayment: "Save",
    paymentSaved: "The payment settings are saved.",

    texts: "Texts",
    textsHint: "Plain text in your own words and language; line breaks stay as they are typed.",
    welcome: "Welcome",
    welcomeHint: "At the top of the page: who you are, how fast you answer.",
    terms: "Terms",
    termsHint: "The customer agrees to them when ordering: payment, returns, what you do not print.",
    welcomeInSecondLanguage: "Welcome in the second language",
    termsInSecondLanguage: "Terms in the second language",
    requisites: "Payment details and contacts",
    requisitesHint: "How to pay and reach you, shown with the order: account, tax number, phone.",
    saveTexts: "Save the texts",
    textsSaved: "The texts are saved.",
    preview: "As customers read it",
    previewNow: "Show the preview",
    noText: "Nothing is shown.",

    widget: "In your own site",
    widgetText:
      "Paste this line inside the body of your site's page, where the order page is to appear. It takes the width of its place and grows as needed.",
    snippet: "The line to paste",
    sites: "Sites that may show it",
    sitesHint: (max: number) =>
      `One in a line, such as https://example.com, at most ${max}. With and without www are two sites. http:// only for localhost. No other site can show the page in a frame; without any, the widget works nowhere.`,
    saveSites: "Save the sites",
    sitesSaved: "The sites are saved.",
    noSites: "No site is named yet: the widget shows only a link to the page.",
    options: "Language, colours and sites with a security policy",
    optionLanguage:
      "Ukrainian (uk) or English (en). Without it, the language of the place where the line stands, else that of the visitor's browser.",
    optionTheme: "Light (light) or dark (dark). Without it, the visitor's system decides.",
    optionAccent:
      "The colour of buttons and links, as # and six digits or letters a to f. Where text in it could not be read, it is made darker or lighter.",
    example: "With all of them",
    policy: "Where your site has a Content Security Policy, add these to it:",

    turnstile: "Against robots",
    turnstileOff: "Off",
    turnstileOn: "On",
    turnstileText:
      "Cloudflare Turnstile checks that a person is ordering, mostly without asking anything. Its two keys are free: create a widget at Cloudflare and name this host there. Without keys there is no such check; uploads are limited all the same.",
    host: "Host",
    siteKey: "Site key",
    secret: "Secret key",
    secretSet: "set, never shown again",
    secretHint: "Kept on the server and never shown again.",
    setKeys: "Turn it on",
    replaceKeys: "Replace the keys",
    replaceNow: "Replace them",
    keysSaved: "The check is on. Open the page once and see that it passes.",
    secretFaults: {
      unknown: "Turnstile does not know this secret. Copy the secret key of the same widget as the site key.",
      unavailable:
        "Turnstile does not answer now, so the secret could not be checked. Nothing is saved: try again in a minute.",
    },
    remove: "Turn it off",
    removeTitle: "Turn the check against robots off?",
    removeText:
      "Both keys are removed. The secret cannot be shown or brought back here; Cloudflare shows it to you again.",
    removeNow: "Turn it off",
    keep: "Leave it on",
    removed: "The check is off.",
  },
  uk: {
    title: "Сторінка замовлень",
    lead: "Тут клієнти надсилають моделі, одразу бачать ціну й замовляють — за цінами й каталогом студії. Замовлення надходять до панелі, як усі інші.",

    share: "Посилання для клієнтів",
    open: "Відкрита",
    closed: "Закрита",
    openText: "Замовити може кожен, хто має посилання.",
    closedText:
      "Відвідувачі бачать, що зараз студія тут замовлень не приймає. Хто вже замовив, і далі бачить своє замовлення.",
    emptyText: "Сторінка відкрита, але вибрати на ній поки що нічого.",
    address: "Адреса сторінки",
    visit: "Переглянути сторінку",
    download: "Завантажити код (SVG)",
    print: "Надрукувати код",
    code: (address) => `QR-код ${address}`,
    codeHint: "На прилавку, посилці чи візитці: камера телефона відкриє сторінку.",
    close: "Закрити сторінку",
    reopen: "Відкрити сторінку",
    wasClosed: "Сторінку закрито. Відвідувачі побачать це протягом хвилини.",
    wasOpened: "Сторінку відкрито. Відвідувачі побачать це протягом хвилини.",

    offer: "Що пропонуєте",
    offerText:
      "Позначене можна вибрати на сторінці, доки воно не в архіві. Сайти й скрипти з API-ключем, як і раніше, бачать увесь каталог.",
    materials: "Матеріали",
    qualities: "Якість друку",
    archived: "в архіві",
    noEntries: "поки що немає",
    saveOffer: (technology) => `Зберегти для ${technology}`,
    offerSaved: "Збережено, що є на сторінці.",
    offerSame: "Нічого не змінилося.",
    notOnPage: (technology) => `${technology} на сторінці немає.`,
    lacks: {
      materials: "Не пропонується жодного матеріалу.",
      qualities: "Не пропонується жодної якості друку.",
      both: "Не пропонується ані матеріалу, ані якості друку.",
    },
    onOffer: (materials, qualities) =>
      `Пропонується: ${counted("uk", materials, { one: "матеріал", few: "матеріали", many: "матеріалів", other: "матеріалу" })}, ${counted("uk", qualities, { one: "якість", few: "якості", many: "якостей", other: "якості" })}`,
    noCatalog: "Щоб щось пропонувати, сторінці потрібні матеріал і якість друку.",
    toCatalog: "До каталогу",

    rules: "Замовлення",
    minimumOrder: "Мінімальна сума замовлення",
    minimumOrderHint:
      "Якщо кошик дешевший, клієнт доплачує різницю окремим рядком. Коли мінімум у «Цінах» рахується один раз за замовлення, діє більша з двох сум.",
    maximumOrder: "Максимальна сума замовлення",
    maximumBelowMinimumPrice: (minimum) =>
      `Мінімум у «Цінах» — ${minimum} за все замовлення. З меншою сумою тут нічого не вдасться замовити.`,
    maximumOrderHint: "Дорожче замовити не можна; якщо ви приймаєте запити на ціну, клієнт може надіслати його вам.",
    takesPriceRequests: "Приймати запити на ціну",
    takesPriceRequestsHint:
      "Модель, яку не вдалося нарізати, яка не вміщується в жоден принтер чи дорожча за максимальну суму замовлення, усе одно можна надіслати, як і фото, креслення та інші файли: ціну назвете ви.",
    printHoursPerDay: "Годин друку на день",
    printHoursPerDayHint: "Скільки принтери працюють у звичайний день.",
    hours: "год",
    handlingDays: "Днів на обробку й пакування",
    handlingDaysHint: "Додаються після друку, разом із перевіркою.",
    days: "дн.",
    readyHint: (hours, days) =>
      `Клієнт бачить день, коли замовлення може бути готове: черга на принтери цієї технології й саме замовлення, ${hours} на день на кожному принтері, і ще ${days}.`,
    hoursCounted: (count) => counted("uk", count, { one: "година", few: "години", many: "годин", other: "години" }),
    daysCounted: (count) => counted("uk", count, { one: "день", few: "дні", many: "днів", other: "дня" }),
    saveRules: "Зберегти",
    rulesSaved: "Правила для замовлень збережено.",

    payment: "Оплата",
    advancePercent: "Передоплата",
    advancePercentHint:
      "Яку частину замовлення клієнт має сплатити, перш ніж воно буде готове. Діє з наступного замовлення. Порожньо — без передоплати.",
    payeeText:
      "За цими даними сторінка замовлення показує клієнтові QR-код, який застосунок банку відкриває вже з рахунком, сумою й призначенням: у гривнях — за форматом Національного банку України, в євро — за європейським.",
    payeeName: "Отримувач",
    payeeNameHint: "Так, як його знає банк.",
    payeeIban: "IBAN",
    payeeIbanHint: "Клієнти бачать його в коді й у листах. Ваші слова про оплату лишаються в «Текстах».",
    payeeCode: "Код отримувача",
    payeeCodeHint: "ЄДРПОУ з 8 цифр або РНОКПП (ІПН) з 10. Потрібен для гривень.",
    savePayment: "Зберегти",
    paymentSaved: "Налаштування оплати збережено.",

    texts: "Тексти",
    textsHint: "Звичайний текст вашими словами й вашою мовою; розриви рядків лишаються, як введено.",
    welcome: "Вітання",
    welcomeHint: "Угорі сторінки: хто ви, як швидко відповідаєте.",
    terms: "Умови",
    termsHint: "Клієнт погоджується з ними, коли замовляє: оплата, повернення, чого ви не друкуєте.",
    welcomeInSecondLanguage: "Вітання другою мовою",
    termsInSecondLanguage: "Умови другою мовою",
    requisites: "Реквізити й контакти",
    requisitesHint: "Як заплатити й зв’язатися з вами, поряд із замовленням: рахунок, код, телефон.",
    saveTexts: "Зберегти тексти",
    textsSaved: "Тексти збережено.",
    preview: "Як це читають клієнти",
    previewNow: "Показати попередній вигляд",
    noText: "Нічого не показується.",

    widget: "На вашому сайті",
    widgetText:
      "Вставте цей рядок у body сторінки вашого сайту, там, де має з’явитися сторінка замовлень. Вона займе ширину свого місця й росте за потреби.",
    snippet: "Рядок для вставлення",
    sites: "Сайти, які можуть її показувати",
    sitesHint: (max) =>
      `По одному в рядку, наприклад https://example.com, щонайбільше ${max}. З www і без — два різні сайти. http:// лише для localhost. Жоден інший сайт не може показати сторінку у фреймі; без жодного віджет не працює ніде.`,
    saveSites: "Зберегти сайти",
    sitesSaved: "Сайти збережено.",
    noSites: "Жодного сайту ще не вказано: віджет показує лише посилання на сторінку.",
    options: "Мова, кольори й сайти з політикою безпеки",
    optionLanguage:
      "Українська (uk) чи англійська (en). Без цього — мова того місця сторінки, де стоїть рядок, а якщо її не вказано — мова браузера відвідувача.",
    optionTheme: "Світла (light) чи темна (dark). Без цього вирішує система відвідувача.",
    optionAccent:
      "Колір кнопок і посилань: # і шість цифр чи букв від a до f. Якщо текст у ньому було б важко прочитати, він стане темнішим чи світлішим.",
    example: "З усіма одразу",
    policy: "Якщо ваш сайт має Content Security Policy, додайте до неї:",

    turnstile: "Проти роботів",
    turnstileOff: "Вимкнено",
    turnstileOn: "Увімкнено",
    turnstileText:
      "Cloudflare Turnstile перевіряє, що замовляє людина, здебільшого нічого не питаючи. Два ключі безплатні: створіть віджет у Cloudflare й укажіть там цей хост. Без ключів такої перевірки немає; кількість надісланих файлів обмежена в будь-якому разі.",
    host: "Хост",
    siteKey: "Ключ сайту",
    secret: "Секретний ключ",
    secretSet: "задано, більше не показується",
    secretHint: "Зберігається на сервері й більше не показується.",
    setKeys: "Увімкнути",
    replaceKeys: "Замінити ключі",
    replaceNow: "Замінити",
    keysSaved: "Перевірку ввімкнено. Відкрийте сторінку й переконайтеся, що вона проходить.",
    secretFaults: {
      unknown: "Turnstile не знає цього секрету. Скопіюйте секретний ключ того самого віджета, що й ключ сайту.",
      unavailable:
        "Turnstile зараз не відповідає, тож секрет не вдалося перевірити. Нічого не збережено: спробуйте ще раз за хвилину.",
    },
    remove: "Вимкнути",
    removeTitle: "Вимкнути перевірку проти роботів?",
    removeText:
      "Обидва ключі буде видалено. Показати чи повернути секрет тут не можна; Cloudflare покаже його вам знову.",
    removeNow: "Вимкнути",
    keep: "Лишити ввімкненою",
    removed: "Перевірку вимкнено.",
  },
});
