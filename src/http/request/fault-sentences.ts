// Sentences of faults, once for every door: after a field's name for programs, and beside the field for people.

import type { Sentence } from "../../domain/sentence.ts";
import { unitOf } from "../../domain/units.ts";

export type FaultParams = Readonly<Record<string, string | number>>;

export interface FaultSentences {
  /** After the field's name, as the API and the catalog file write it. */
  readonly toProgram: Sentence;
  /** Beside the field of a form, in the panel and the storefront. */
  readonly inForm: Sentence;
}

/** Faults that a schema finds by a rule of its own. A schema names one with `customIssue`; a door that knows its reader says it. */
export const CUSTOM_ISSUES = {
  decimal: () => ({
    toProgram: {
      en: "must be a decimal number, such as 12.50",
      uk: "має бути десятковим числом, наприклад 12.50",
    },
    inForm: { en: "Enter a number, such as 12.50.", uk: "Введіть число, наприклад 12,50." },
  }),
  scale: ({ digits }) => ({
    toProgram: {
      en: `must have at most ${digits} digits after the point`,
      uk: `цифр після крапки має бути щонайбільше ${digits}`,
    },
    inForm: { en: `Use at most ${digits} digits after the point.`, uk: `Не більше ${digits} цифр після коми.` },
  }),
  thousands: ({ thousands, decimal }) => ({
    toProgram: {
      en: `could be ${thousands} or ${decimal}: write it without a separator between thousands`,
      uk: `може бути ${thousands} або ${decimal}: напишіть без знака між тисячами`,
    },
    inForm: {
      en: `Is it ${thousands} or ${decimal}? Write it without a separator between thousands.`,
      uk: `Це ${thousands} чи ${String(decimal).replace(".", ",")}? Введіть без знака між тисячами.`,
    },
  }),
  range: ({ min, max, unit }) => ({
    toProgram: {
      en: `must be from ${min} to ${max}${unit}`,
      uk: `має бути від ${min} до ${max}${unit}`,
    },
    inForm: {
      en: `Enter a value from ${min} to ${max}${unit}.`,
      uk:
        `Введіть значення від ${withComma(min)} до ${withComma(max)} ${unitOf("uk", String(unit).trim())}`.trimEnd() +
        ".",
    },
  }),
  huge: ({ max, unit }) => ({
    toProgram: { en: `must be at most ${max}${unit}`, uk: `має бути щонайбільше ${max}${unit}` },
    inForm: {
      en: `Enter at most ${max}${unit}.`,
      uk: `${`Введіть щонайбільше ${withComma(max)} ${unitOf("uk", String(unit).trim())}`.trimEnd()}.`,
    },
  }),
  wholeNumber: () => ({
    toProgram: { en: "must be a whole number", uk: "має бути цілим числом" },
    inForm: { en: "Enter a whole number.", uk: "Введіть ціле число." },
  }),
  color: () => ({
    toProgram: {
      en: "must be # and six hexadecimal digits, such as #1a73e8",
      uk: "має бути # і шість шістнадцяткових цифр, наприклад #1a73e8",
    },
    inForm: {
      en: "Enter a colour as # and six digits or letters a to f, such as #1a73e8.",
      uk: "Введіть колір як # і шість цифр чи букв від a до f, наприклад #1a73e8.",
    },
  }),
  buildVolume: () => ({
    toProgram: {
      en: "must be three positive lengths joined by x, such as 220x220x250 mm",
      uk: "має бути трьома додатними довжинами через x, наприклад 220x220x250 mm",
    },
    inForm: {
      en: "Enter three lengths joined by x, such as 220x220x250 mm.",
      uk: "Введіть три довжини через x, наприклад 220x220x250 мм.",
    },
  }),
  date: () => ({
    toProgram: {
      en: "must be a date that exists, written YYYY-MM-DD",
      uk: "має бути датою, яка існує, у вигляді YYYY-MM-DD",
    },
    inForm: { en: "Enter a date that exists.", uk: "Введіть дату, яка існує." },
  }),
  dayRange: ({ first, last }) => ({
    toProgram: { en: `must be a date from ${first} to ${last}`, uk: `має бути датою від ${first} до ${last}` },
    inForm: {
      en: `Enter a date from ${inPoints(first)} to ${inPoints(last)}.`,
      uk: `Введіть дату від ${inPoints(first)} до ${inPoints(last)}.`,
    },
  }),
  dayPassed: () => ({
    toProgram: { en: "must not be a date in the past", uk: "не може бути датою в минулому" },
    inForm: { en: "This day has passed.", uk: "Цей день уже минув." },
  }),
  validPastReady: () => ({
    toProgram: { en: "must not be after the ready day", uk: "не може бути пізніше за день готовності" },
    inForm: {
      en: "The price would still hold after the day by which it is ready: choose that day or an earlier one.",
      uk: "Ціна діяла б довше за день готовності: виберіть цей день або раніший.",
    },
  }),
  oneOf: () => ({
    toProgram: { en: "must be one of the list", uk: "має бути одним зі списку" },
    inForm: { en: "Choose one of the list.", uk: "Виберіть зі списку." },
  }),
  iban: () => ({
    toProgram: {
      en: "must be an IBAN with right check digits",
      uk: "має бути IBAN з правильними контрольними цифрами",
    },
    inForm: {
      en: "Check the IBAN: a digit or a letter of it is wrong or missing.",
      uk: "Перевірте IBAN: у ньому бракує знака або є помилка.",
    },
  }),
  payeeOfIban: () => ({
    toProgram: { en: "must be stated together with the IBAN", uk: "має бути вказаним разом з IBAN" },
    inForm: {
      en: "Fill in both the holder and the IBAN, or neither.",
      uk: "Вкажіть і отримувача, і IBAN або залиште обидва порожніми.",
    },
  }),
  taxCode: () => ({
    toProgram: { en: "must have 8 or 10 digits", uk: "має мати 8 або 10 цифр" },
    inForm: { en: "Enter 8 or 10 digits.", uk: "Введіть 8 або 10 цифр." },
  }),
  oneLine: () => ({
    toProgram: { en: "must be one line, without line breaks", uk: "має бути одним рядком, без розривів" },
    inForm: { en: "Type it in one line, without line breaks.", uk: "Введіть одним рядком, без розривів рядка." },
  }),
  hiddenCharacters: () => ({
    toProgram: {
      en: "must not have characters that cannot be seen",
      uk: "не має містити невидимих символів",
    },
    inForm: {
      en: "Type it anew: it holds characters that cannot be seen.",
      uk: "Введіть заново: тут є невидимі символи.",
    },
  }),
  address: () => ({
    toProgram: {
      en: "must be an address that begins with https://",
      uk: "має бути адресою, що починається з https://",
    },
    inForm: { en: "Enter an address that begins with https://.", uk: "Введіть адресу, що починається з https://." },
  }),
  taken: () => ({
    toProgram: { en: "is taken already", uk: "уже зайнято" },
    inForm: { en: "This is taken already.", uk: "Це вже зайнято." },
  }),
  ruleCount: ({ max }) => ({
    toProgram: { en: `must be at most ${max} in all`, uk: `усього має бути щонайбільше ${max}` },
    inForm: { en: `There can be at most ${max} of them.`, uk: `Усього їх може бути щонайбільше ${max}.` },
  }),
  lesserDiscount: ({ quantity, percent }) => ({
    toProgram: {
      en: `must be more than the ${percent} % from ${quantity} pieces`,
      uk: `має бути більшою за ${percent} % від ${quantity} шт.`,
    },
    inForm: {
      en: `It is ${percent} % from ${quantity} pieces already: more pieces need a greater discount.`,
      uk: `Уже від ${quantity} шт. знижка ${withComma(percent)} %: за більшу кількість вона має бути більшою.`,
    },
  }),
  password: ({ min, max }) => ({
    toProgram: {
      en: `must have ${min} to ${max} characters`,
      uk: `має містити від ${min} до ${max} символів`,
    },
    inForm: { en: `Use ${min} to ${max} characters.`, uk: `Від ${min} до ${max} символів.` },
  }),
  thickLayer: () => ({
    toProgram: {
      en: "must not be thicker than the nozzle is wide",
      uk: "не може бути товщим за ширину сопла",
    },
    inForm: { en: "A layer must not be thicker than the nozzle is wide.", uk: "Шар не може бути товщим за сопло." },
  }),
  noPhoto: () => ({
    toProgram: { en: "must be at least one file", uk: "має бути щонайменше одним файлом" },
    inForm: { en: "Choose at least one file.", uk: "Виберіть хоча б один файл." },
  }),
  photoCount: ({ max }) => ({
    toProgram: { en: `must be at most ${max} photos`, uk: `фото має бути щонайбільше ${max}` },
    inForm: { en: `A product has at most ${max} photos.`, uk: `У товару щонайбільше фото: ${max}.` },
  }),
  photoFormat: ({ file }) => ({
    toProgram: {
      en: `"${file}" is not a JPEG, PNG or WebP image`,
      uk: `«${file}» не є зображенням JPEG, PNG чи WebP`,
    },
    inForm: { en: `“${file}” is not a JPEG, PNG or WebP image.`, uk: `«${file}» — не зображення JPEG, PNG чи WebP.` },
  }),
  photoSize: ({ file, max }) => ({
    toProgram: { en: `"${file}" is larger than ${max} MB`, uk: `«${file}» більший за ${max} МБ` },
    inForm: { en: `“${file}” is larger than ${max} MB.`, uk: `«${file}» більший за ${max} МБ.` },
  }),
  oneCharge: () => ({
    toProgram: {
      en: "must not be given together with a price",
      uk: "не можна вказувати разом із ціною",
    },
    inForm: { en: "Give a price or a percentage, not both.", uk: "Вкажіть ціну або відсоток, не обидва." },
  }),
  freeFromWithoutPrice: () => ({
    toProgram: { en: "must not be given without a price", uk: "не можна вказувати без ціни" },
    inForm: {
      en: "Give a price too: without one nothing is added to an order.",
      uk: "Вкажіть і ціну: без неї до замовлення нічого не додається.",
    },
  }),
  cancelReason: () => ({
    toProgram: {
      en: "must say why the order is cancelled",
      uk: "має пояснювати, чому замовлення скасовано",
    },
    inForm: { en: "Say why the order is cancelled.", uk: "Напишіть, чому замовлення скасовано." },
  }),
  consent: () => ({
    toProgram: {
      en: "must be true: the customer agrees to the terms",
      uk: "має бути true: клієнт погоджується з умовами",
    },
    inForm: {
      en: "Agree to the terms: without it nothing is sent.",
      uk: "Погодьтеся з умовами: без цього нічого не надсилається.",
    },
  }),
  numbersWithCommas: () => ({
    toProgram: {
      en: "must be whole numbers separated by commas, such as 3,4",
      uk: "має бути цілими числами через кому, наприклад 3,4",
    },
    inForm: {
      en: "Enter whole numbers separated by commas, such as 3,4.",
      uk: "Введіть цілі числа через кому, наприклад 3,4.",
    },
  }),
  distinctIds: () => ({
    toProgram: { en: "must name each id once", uk: "кожен id має бути названо один раз" },
    inForm: { en: "Choose each one once.", uk: "Виберіть кожне один раз." },
  }),
  cyrillicName: () => CYRILLIC_NAME,
  phoneNumber: () => ({
    toProgram: {
      en: "must be a phone number in international format, + and the country code first, such as +380501234567",
      uk: "має бути телефоном у міжнародному форматі, спочатку + і код країни, наприклад +380501234567",
    },
    inForm: {
      en: "Enter a phone number with + and the country code, such as +380501234567.",
      uk: "Введіть телефон із + і кодом країни, наприклад +380501234567.",
    },
  }),
  siteScheme: ({ site, right }) => ({
    toProgram: {
      en: `"${site}" must begin with https://, as in ${right}`,
      uk: `«${site}» має починатися з https://, тобто ${right}`,
    },
    inForm: {
      en: `“${site}”: write it with https:// at the start: ${right}`,
      uk: `«${site}»: напишіть із https:// на початку: ${right}`,
    },
  }),
  sitePath: ({ site, right }) => ({
    toProgram: {
      en: `"${site}" must be a site without a page of it, as in ${right}`,
      uk: `«${site}» має бути сайтом без окремої сторінки, тобто ${right}`,
    },
    inForm: {
      en: `“${site}”: the site alone is named, without a page of it: ${right}`,
      uk: `«${site}»: потрібен сам сайт, без окремої сторінки: ${right}`,
    },
  }),
  siteWildcard: ({ site }) => ({
    toProgram: {
      en: `"${site}" must be one site: name each without *`,
      uk: `«${site}» має бути одним сайтом: назвіть кожен без *`,
    },
    inForm: {
      en: `“${site}”: name each site by itself, without *.`,
      uk: `«${site}»: назвіть кожен сайт окремо, без *.`,
    },
  }),
  siteTypo: ({ site }) => ({
    toProgram: {
      en: `"${site}" must be the address of a site, such as https://example.com`,
      uk: `«${site}» має бути адресою сайту, наприклад https://example.com`,
    },
    inForm: {
      en: `“${site}” is not the address of a site, such as https://example.com.`,
      uk: `«${site}» — не адреса сайту, як-от https://example.com.`,
    },
  }),
  siteCount: ({ max }) => ({
    toProgram: { en: `must be at most ${max} sites`, uk: `сайтів має бути щонайбільше ${max}` },
    inForm: { en: `Name at most ${max} sites.`, uk: `Сайтів може бути щонайбільше ${max}.` },
  }),
  maximumBelowMinimum: () => ({
    toProgram: {
      en: "must not be less than the minimum",
      uk: "не може бути меншим за мінімум",
    },
    inForm: {
      en: "The maximum order total must not be below the minimum.",
      uk: "Максимальна сума замовлення не може бути меншою за мінімальну.",
    },
  }),
  turnstileKey: () => ({
    toProgram: {
      en: "must be a key as Cloudflare shows it: letters, digits, hyphens and underscores",
      uk: "має бути ключем, як його показує Cloudflare: букви, цифри, дефіси й підкреслення",
    },
    inForm: {
      en: "Copy the key as Cloudflare shows it: letters, digits, hyphens and underscores.",
      uk: "Скопіюйте ключ так, як його показує Cloudflare: букви, цифри, дефіси й підкреслення.",
    },
  }),
  turnstileSame: () => ({
    toProgram: {
      en: "must be the secret, not the site key again",
      uk: "має бути секретом, а не ще раз ключем сайту",
    },
    inForm: {
      en: "This is the site key again. Copy the secret key.",
      uk: "Це знову ключ сайту. Скопіюйте секретний ключ.",
    },
  }),
} as const satisfies Record<string, (params: FaultParams) => FaultSentences>;

/** A date as both languages' readers know it: day, month, year. @param day YYYY-MM-DD */
function inPoints(day: string | number | undefined): string {
  return String(day).split("-").reverse().join(".");
}

/** As Ukrainian writes decimals. */
function withComma(decimal: string | number | undefined): string {
  return String(decimal).replace(".", ",");
}

/** The storefront's form says it before the server does. */
export const CYRILLIC_NAME: FaultSentences = {
  toProgram: {
    en: "must be in Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
    uk: "має бути кирилицею; між літерами можуть стояти пробіли, дефіси й апострофи",
  },
  inForm: {
    en: "Use Cyrillic letters; spaces, hyphens and apostrophes may stand between them.",
    uk: "Пишіть кирилицею; між літерами можуть стояти пробіли, дефіси й апострофи.",
  },
};

/** Likewise. */
export const REQUIRED: FaultSentences = {
  toProgram: { en: "is required", uk: "обов'язкове поле" },
  inForm: { en: "Fill in this field.", uk: "Заповніть це поле." },
};

export const EMAIL: FaultSentences = {
  toProgram: {
    en: "must be an e-mail address, such as name@example.com",
    uk: "має бути адресою електронної пошти, наприклад name@example.com",
  },
  inForm: {
    en: "Enter an e-mail address, such as name@example.com.",
    uk: "Введіть адресу електронної пошти, наприклад name@example.com.",
  },
};

/** A fault that no other sentence names. */
export const WRONG_VALUE: Sentence = { en: "This value cannot be used.", uk: "Це значення не підходить." };

/** A form sends texts, so it can only miss a number. */
const NUMBER_IN_FORM: Sentence = { en: "Enter a number.", uk: "Введіть число." };

const TYPES: Readonly<Record<string, FaultSentences | undefined>> = {
  int: {
    toProgram: { en: "must be a whole number", uk: "має бути цілим числом" },
    inForm: { en: "Enter a whole number.", uk: "Введіть ціле число." },
  },
  number: { toProgram: { en: "must be a number", uk: "має бути числом" }, inForm: NUMBER_IN_FORM },
  string: { toProgram: { en: "must be a string", uk: "має бути рядком" }, inForm: NUMBER_IN_FORM },
  boolean: { toProgram: { en: "must be true or false", uk: "має бути true або false" }, inForm: NUMBER_IN_FORM },
  array: { toProgram: { en: "must be an array", uk: "має бути масивом" }, inForm: NUMBER_IN_FORM },
  object: { toProgram: { en: "must be an object", uk: "має бути об'єктом" }, inForm: NUMBER_IN_FORM },
};

/** @param expected the type in Zod's words */
export function ofType(expected: string): FaultSentences {
  const other = { en: `must be ${expected}`, uk: `має бути ${expected}` };
  return TYPES[expected] ?? { toProgram: other, inForm: NUMBER_IN_FORM };
}

export function oneOfValues(values: string): FaultSentences {
  return {
    toProgram: { en: `must be one of ${values}`, uk: `має бути одним із ${values}` },
    inForm: { en: "Choose one of the list.", uk: "Виберіть зі списку." },
  };
}

/** @param origin the kind of value in Zod's words */
export function atLeast(origin: string, minimum: number): FaultSentences {
  const ofNumber = { en: `Enter ${minimum} or more.`, uk: `Введіть ${minimum} або більше.` };
  switch (origin) {
    case "string":
      if (minimum === 1) return REQUIRED;
      return {
        toProgram: { en: `must have at least ${minimum} characters`, uk: `символів має бути щонайменше ${minimum}` },
        inForm: { en: `Use at least ${minimum} characters.`, uk: `Щонайменше символів: ${minimum}.` },
      };
    case "array":
      return {
        toProgram: { en: `must have at least ${minimum} entries`, uk: `елементів має бути щонайменше ${minimum}` },
        inForm: ofNumber,
      };
    default:
      return {
        toProgram: { en: `must be at least ${minimum}`, uk: `має бути щонайменше ${minimum}` },
        inForm: ofNumber,
      };
  }
}

/** @param origin the kind of value in Zod's words */
export function atMost(origin: string, maximum: number): FaultSentences {
  const ofNumber = { en: `Enter ${maximum} or less.`, uk: `Введіть ${maximum} або менше.` };
  switch (origin) {
    case "string":
      return {
        toProgram: { en: `must have at most ${maximum} characters`, uk: `символів має бути щонайбільше ${maximum}` },
        inForm: { en: `Use at most ${maximum} characters.`, uk: `Щонайбільше символів: ${maximum}.` },
      };
    case "array":
      return {
        toProgram: { en: `must have at most ${maximum} entries`, uk: `елементів має бути щонайбільше ${maximum}` },
        inForm: ofNumber,
      };
    default:
      return {
        toProgram: { en: `must be at most ${maximum}`, uk: `має бути щонайбільше ${maximum}` },
        inForm: ofNumber,
      };
  }
}
