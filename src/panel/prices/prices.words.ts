// Words of the prices page.

import { type CountedWord, counted, quoted, wording } from "../../pages/words.ts";

const enCopies: CountedWord = { one: "copy", other: "copies" };
const ukCopies: CountedWord = { one: "копія", few: "копії", many: "копій", other: "копії" };

export const priceWords = wording({
  en: {
    title: "Prices",
    settings: "What a price is made of",
    lead: "Every item of a quote or an order is priced by these. A change holds for the very next quote; orders already placed keep their price.",
    currency: "Currency",
    currencyHint: "Amounts are never converted: what stands here and in the catalog is taken as it is.",
    hourlyRate: "Hourly rate",
    hourlyRateHint:
      "For each hour that one copy occupies the printer. 90 minutes cost one and a half times this. A machine profile may state its own.",
    setupCost: "Set-up",
    setupCostHint: "Once for each item, however many copies of it: preparing the file, the printer, the parcel.",
    markupPercentage: "Markup",
    markupPercentageHint: "On top of material, time and finishing of every copy. Not on the set-up.",
    minimumPrice: "Minimum",
    minimumPriceHint:
      "The least that an item costs with all its copies. If it is cheaper, discount and surcharge included, it is raised to it.",
    electricityPrice: "Electricity",
    electricityPriceHint:
      "For filament printed by a machine profile that states its power: added to each of its hours. Empty: electricity is in the hourly rate.",
    minimumPricePer: "The minimum counts",
    minimumPricePerHint:
      "Once for an order: only on the order page, where a cheaper basket pays the difference as a line of its own. If the page has a minimum order total too, the greater of the two holds. The API and the panel price each item by itself, so there it is always per item.",
    minimumScopes: { item: "For each item", order: "Once for an order" },
    save: "Save the prices",
    saved: "The prices are saved. The next quote uses them.",
    currencyInUse: "You are changing the currency of a studio that has prices or orders",
    currencyInUseText: (from: string, to: string) =>
      `Nothing is converted: a kilogram that costs 620.00 ${from} will cost 620.00 ${to}, and every price of your catalog likewise. Go through materials, finishings, products, machine profiles and the limits of the order page afterwards. Orders already placed stay in the currency they were placed in.`,
    currencyAccepted: (to: string) => `I know that no amount is converted. Change to ${to}.`,
    minimumAboveMaximum: (maximum: string) =>
      `The maximum order total of the order page is ${maximum}. With a greater minimum for an order, nothing could be ordered there.`,
    currencyMustBeAccepted: "Tick this to change the currency, or choose the former one.",

    example: "A worked example",
    exampleLead: "Priced by what is typed here, before you save it.",
    minutes: "Printing time of one copy",
    minutesUnit: "min",
    volume: "Material of one copy",
    volumeUnit: "cm³",
    material: "Material",
    noMaterials: "The example needs a material, and so does your first quote.",
    addMaterial: "Add a material",
    finishings: "Finishing",
    quantity: "Copies",
    compute: "Work it out",
    oneCopy: "One copy",
    materialLine: "Material",
    timeLine: "Time",
    finishingLine: "Finishing",
    markupLine: "Markup",
    perUnit: "One copy costs",
    allCopies: "The whole item",
    copiesLine: (count: number) => counted("en", count, enCopies),
    setupLine: "Set-up, once",
    machine: "Machine profile",
    defaultMachine: "None: the usual printer",
    prints: "Prints",
    printsHint: "How often the bed is filled for all copies.",
    priority: "Priority",
    adjustedFrom: (amount: string) => `of ${amount}`,
    startLine: (count: number) => `Starting ${counted("en", count, { one: "print", other: "prints" })}`,
    startOfOne: (time: string, weight: string, cost: string) => `${time} and ${weight}, with markup ${cost} each`,
    correction: (time: string, material: string) =>
      `Typed are sliced figures. This machine's are priced at ${time} % of the time and ${material} % of the material, by what its finished prints took.`,
    machinesRate: (machine: string, rate: string) => `An hour: ${rate}, the own rate of “${machine}”.`,
    studiosRate: (machine: string, rate: string) =>
      `An hour: ${rate}, the studio's rate, since “${machine}” states none of its own.`,
    electricity: (power: string, price: string, cost: string) =>
      `Electricity: ${power} × ${price} = ${cost} for each hour.`,
    minimumLine: "Raised to the minimum",
    minimumOnPage: (own: string, alone: string, two: string) =>
      `On the order page this item stands at ${own}. The top-up to the minimum is one for the basket: ${alone} for this item alone, ${two} for two of them.`,
    total: "Total",
    none: "none",
    unfit: (finishing: string, technology: string) =>
      `${finishing} is not for ${technology}: a quote would refuse it, so it is left out here.`,
    incomplete: "The example appears once these are right:",
    tooLarge: "These amounts are too large to compute with.",

    studio: "The studio",
    studioTitle: "Name",
    studioTitleHint: "As your customers see it, and a site that uses the API.",
    locale: "Language of your customers",
    localeHint: "For customers whose language your site does not state.",
    saveStudio: "Save",
    studioSaved: "The studio's name and language are saved.",
  },
  uk: {
    title: "Ціни",
    settings: "З чого складається ціна",
    lead: "За цими числами рахується кожна позиція розрахунку чи замовлення. Зміна діє вже для наступного розрахунку; оформлені замовлення зберігають свою ціну.",
    currency: "Валюта",
    currencyHint: "Суми ніколи не перераховуються: числа тут і в каталозі лишаються як є.",
    hourlyRate: "Ставка за годину",
    hourlyRateHint:
      "За кожну годину, яку одна копія займає принтер. 90 хвилин — це півтори ставки. У профілі принтера може бути своя.",
    setupCost: "Підготовка",
    setupCostHint: "Один раз за позицію, хоч скільки б копій у ній було: підготувати файл, принтер, пакунок.",
    markupPercentage: "Націнка",
    markupPercentageHint: "Додається до матеріалу, часу й обробки кожної копії. На підготовку не нараховується.",
    minimumPrice: "Мінімальна ціна",
    minimumPriceHint:
      "Мінімальна ціна позиції з усіма копіями. Якщо разом зі знижкою та доплатою виходить менше, вона піднімається до цієї суми.",
    electricityPrice: "Електроенергія",
    electricityPriceHint:
      "Для друку філаментом за профілем, у якому вказано потужність: додається до кожної його години. Порожньо — електроенергія вже у ставці.",
    minimumPricePer: "Мінімум рахується",
    minimumPricePerHint:
      "Один раз за замовлення — лише на сторінці замовлень: за дешевший кошик клієнт доплачує різницю окремим рядком. Якщо там задано ще й мінімальну суму замовлення, діє більша з двох. В API та в панелі кожна позиція рахується окремо, тож там мінімум завжди за позицію.",
    minimumScopes: { item: "За кожну позицію", order: "Один раз за замовлення" },
    save: "Зберегти ціни",
    saved: "Ціни збережено. Наступний розрахунок — уже за ними.",
    currencyInUse: "Ви змінюєте валюту студії, у якої вже є ціни або замовлення",
    currencyInUseText: (from, to) =>
      `Нічого не перераховується: кілограм за 620,00 ${from} коштуватиме 620,00 ${to}, і так кожна ціна каталогу. Після цього перегляньте матеріали, обробку, товари, профілі принтерів і межі на сторінці замовлень. Оформлені замовлення лишаються у своїй валюті.`,
    currencyAccepted: (to) => `Розумію, що суми не перераховуються. Перейти на ${to}.`,
    minimumAboveMaximum: (maximum) =>
      `Максимальна сума замовлення на сторінці замовлень — ${maximum}. Якщо мінімум за замовлення більший, там нічого не вдасться замовити.`,
    currencyMustBeAccepted: "Позначте це, щоб змінити валюту, або виберіть попередню.",

    example: "Приклад",
    exampleLead: "Рахується за введеним тут, ще до збереження.",
    minutes: "Час друку однієї копії",
    minutesUnit: "хв",
    volume: "Матеріал на одну копію",
    volumeUnit: "см³",
    material: "Матеріал",
    noMaterials: "Для прикладу потрібен матеріал, як і для першого розрахунку.",
    addMaterial: "Додати матеріал",
    finishings: "Обробка",
    quantity: "Копій",
    compute: "Порахувати",
    oneCopy: "Одна копія",
    materialLine: "Матеріал",
    timeLine: "Час",
    finishingLine: "Обробка",
    markupLine: "Націнка",
    perUnit: "Одна копія коштує",
    allCopies: "Уся позиція",
    copiesLine: (count) => counted("uk", count, ukCopies),
    setupLine: "Підготовка, один раз",
    machine: "Профіль принтера",
    defaultMachine: "Без профілю: звичайний принтер",
    prints: "Друків",
    printsHint: "Скільки разів заповнюється стіл, щоб надрукувати всі копії.",
    priority: "Пріоритет",
    adjustedFrom: (amount) => `від ${amount}`,
    startLine: (count) =>
      `Запуск: ${counted("uk", count, { one: "друк", few: "друки", many: "друків", other: "друку" })}`,
    startOfOne: (time, weight, cost) => `${time} і ${weight}, з націнкою по ${cost}`,
    correction: (time, material) =>
      `Введено дані нарізки. У ціні цього принтера — ${time} % часу й ${material} % матеріалу: стільки насправді йшло на вже надруковані деталі.`,
    machinesRate: (machine, rate) => `Година: ${rate} — власна ставка ${quoted(machine)}.`,
    studiosRate: (machine, rate) => `Година: ${rate} — ставка студії, бо у ${quoted(machine)} своєї немає.`,
    electricity: (power, price, cost) => `Електроенергія: ${power} × ${price} = ${cost} за кожну годину.`,
    minimumLine: "Доплата до мінімуму",
    minimumOnPage: (own, alone, two) =>
      `На сторінці замовлень ціна цієї позиції — ${own}. Доплата до мінімуму там одна на кошик: ${alone} за саму цю позицію, ${two} за дві такі.`,
    total: "Разом",
    none: "немає",
    unfit: (finishing, technology) =>
      `${quoted(finishing)} не для ${technology}: розрахунок із нею буде відхилено, тож тут її пропущено.`,
    incomplete: "Приклад з’явиться, коли буде виправлено:",
    tooLarge: "Ці суми завеликі для розрахунку.",

    studio: "Студія",
    studioTitle: "Назва",
    studioTitleHint: "Так її бачать клієнти й сайт, під’єднаний через API.",
    locale: "Мова ваших клієнтів",
    localeHint: "Для клієнтів, чиєї мови ваш сайт не вказав.",
    saveStudio: "Зберегти",
    studioSaved: "Назву й мову студії збережено.",
  },
});
