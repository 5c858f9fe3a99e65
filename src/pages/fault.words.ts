// What is wrong with a field, as a sentence that stands beside it.

import type { z } from "zod";
import type { Language } from "../domain/person.ts";
import { type CustomIssue, customIssueOf, type FaultParams } from "../http/custom-issues.ts";
import { unitOf } from "./units.words.ts";
import { wording } from "./words.ts";

type Fault = z.core.$ZodRawIssue;

/** Every fault of `http/custom-issues.ts`. */
const own = wording<Record<CustomIssue, (params: FaultParams) => string>>({
  en: {
    decimal: () => "Enter a number, such as 12.50.",
    thousands: ({ thousands, decimal }) =>
      `Is it ${thousands} or ${decimal}? Write it without a separator between thousands.`,
    wholeNumber: () => "Enter a whole number.",
    range: ({ min, max, unit }) => `Enter a value from ${min} to ${max}${unit}.`,
    scale: ({ digits }) => `Use at most ${digits} digits after the point.`,
    color: () => "Enter a colour as # and six digits or letters a to f, such as #1a73e8.",
    buildVolume: () => "Enter three lengths joined by x, such as 220x220x250 mm.",
    date: () => "Enter a date that exists.",
    oneOf: () => "Choose one of the list.",
    oneLine: () => "Type it in one line, without line breaks.",
    hiddenCharacters: () => "Type it anew: it holds characters that cannot be seen.",
    address: () => "Enter an address that begins with https://.",
    taken: () => "This is taken already.",
    password: ({ min, max }) => `Use ${min} to ${max} characters.`,
    thickLayer: () => "A layer must not be thicker than the nozzle is wide.",
    oneCharge: () => "Give a price or a percentage, not both.",
    noPhoto: () => "Choose at least one file.",
    photoCount: ({ max }) => `A product has at most ${max} photos.`,
    photoFormat: ({ file }) => `“${file}” is not a JPEG, PNG or WebP image.`,
    photoSize: ({ file, max }) => `“${file}” is larger than ${max} MB.`,
    cancelReason: () => "Say why the order is cancelled.",
    consent: () => "Agree to the terms: without it nothing is sent.",
    numbersWithCommas: () => "Enter whole numbers separated by commas, such as 3,4.",
    distinctIds: () => "Choose each one once.",
    cyrillicName: () => "Use Cyrillic letters; spaces, hyphens and apostrophes may stand between them.",
    phoneNumber: () => "Enter a phone number with + and the country code, such as +380501234567.",
    siteScheme: ({ site, right }) => `“${site}”: write it with https:// at the start: ${right}`,
    sitePath: ({ site, right }) => `“${site}”: the site alone is named, without a page of it: ${right}`,
    siteWildcard: ({ site }) => `“${site}”: name each site by itself, without *.`,
    siteTypo: ({ site }) => `“${site}” is not the address of a site, such as https://example.com.`,
    siteCount: ({ max }) => `Name at most ${max} sites.`,
    maximumBelowMinimum: () => "The largest order must not be below the smallest.",
    turnstileKey: () => "Copy the key as Cloudflare shows it: letters, digits, hyphens and underscores.",
    turnstileSame: () => "This is the site key again. Copy the secret key.",
  },
  uk: {
    decimal: () => "Введіть число, наприклад 12,50.",
    thousands: ({ thousands, decimal }) =>
      `Це ${thousands} чи ${String(decimal).replace(".", ",")}? Введіть без знака між тисячами.`,
    wholeNumber: () => "Введіть ціле число.",
    range: ({ min, max, unit }) =>
      `Введіть значення від ${withComma(min)} до ${withComma(max)} ${unitOf("uk", String(unit).trim())}`.trimEnd() +
      ".",
    scale: ({ digits }) => `Не більше ${digits} цифр після коми.`,
    color: () => "Введіть колір як # і шість цифр чи букв від a до f, наприклад #1a73e8.",
    buildVolume: () => "Введіть три довжини через x, наприклад 220x220x250 мм.",
    date: () => "Введіть дату, яка існує.",
    oneOf: () => "Виберіть зі списку.",
    oneLine: () => "Введіть одним рядком, без розривів рядка.",
    hiddenCharacters: () => "Введіть заново: тут є невидимі символи.",
    address: () => "Введіть адресу, що починається з https://.",
    taken: () => "Це вже зайнято.",
    password: ({ min, max }) => `Від ${min} до ${max} символів.`,
    thickLayer: () => "Шар не може бути товщим за сопло.",
    oneCharge: () => "Вкажіть ціну або відсоток, не обидва.",
    noPhoto: () => "Виберіть хоча б один файл.",
    photoCount: ({ max }) => `У товару щонайбільше фото: ${max}.`,
    photoFormat: ({ file }) => `«${file}» — не зображення JPEG, PNG чи WebP.`,
    photoSize: ({ file, max }) => `«${file}» більший за ${max} МБ.`,
    cancelReason: () => "Напишіть, чому замовлення скасовано.",
    consent: () => "Погодьтеся з умовами: без цього нічого не надсилається.",
    numbersWithCommas: () => "Введіть цілі числа через кому, наприклад 3,4.",
    distinctIds: () => "Виберіть кожне один раз.",
    cyrillicName: () => "Пишіть кирилицею; між літерами можуть стояти пробіли, дефіси й апострофи.",
    phoneNumber: () => "Введіть телефон із + і кодом країни, наприклад +380501234567.",
    siteScheme: ({ site, right }) => `«${site}»: напишіть із https:// на початку: ${right}`,
    sitePath: ({ site, right }) => `«${site}»: потрібен сам сайт, без окремої сторінки: ${right}`,
    siteWildcard: ({ site }) => `«${site}»: назвіть кожен сайт окремо, без *.`,
    siteTypo: ({ site }) => `«${site}» — не адреса сайту, як-от https://example.com.`,
    siteCount: ({ max }) => `Сайтів може бути щонайбільше ${max}.`,
    maximumBelowMinimum: () => "Найбільше замовлення не може бути меншим за найменше.",
    turnstileKey: () => "Скопіюйте ключ так, як його показує Cloudflare: букви, цифри, дефіси й підкреслення.",
    turnstileSame: () => "Це знову ключ сайту. Скопіюйте секретний ключ.",
  },
});

/** As Ukrainian writes decimals. */
function withComma(decimal: string | number | undefined): string {
  return String(decimal).replace(".", ",");
}

const general = wording({
  en: {
    required: "Fill in this field.",
    wrong: "This value cannot be used.",
    number: "Enter a number.",
    wholeNumber: "Enter a whole number.",
    tooShort: (min: string) => `Use at least ${min} characters.`,
    tooLong: (max: string) => `Use at most ${max} characters.`,
    atLeast: (min: string) => `Enter ${min} or more.`,
    atMost: (max: string) => `Enter ${max} or less.`,
    choose: "Choose one of the list.",
    email: "Enter an e-mail address, such as name@example.com.",
  },
  uk: {
    required: "Заповніть це поле.",
    wrong: "Це значення не підходить.",
    number: "Введіть число.",
    wholeNumber: "Введіть ціле число.",
    tooShort: (min) => `Щонайменше символів: ${min}.`,
    tooLong: (max) => `Щонайбільше символів: ${max}.`,
    atLeast: (min) => `Введіть ${min} або більше.`,
    atMost: (max) => `Введіть ${max} або менше.`,
    choose: "Виберіть зі списку.",
    email: "Введіть адресу електронної пошти, наприклад name@example.com.",
  },
});

export function faultSentence(language: Language, fault: Fault): string {
  const words = general(language);
  const known = customIssueOf(fault);
  if (known !== undefined) return sentenceOf(language, known.fault, known.params);
  if (fault.input === undefined || fault.input === null) return words.required;
  switch (fault.code) {
    case "invalid_type":
      return fault.expected === "int" ? words.wholeNumber : words.number;
    case "invalid_value":
      return words.choose;
    case "invalid_format":
      return fault.format === "email" ? words.email : words.wrong;
    case "too_small": {
      if (fault.origin !== "string") return words.atLeast(String(fault.minimum));
      return Number(fault.minimum) === 1 ? words.required : words.tooShort(String(fault.minimum));
    }
    case "too_big":
      return fault.origin === "string" ? words.tooLong(String(fault.maximum)) : words.atMost(String(fault.maximum));
    default:
      return words.wrong;
  }
}

/** The sentence of a fault that only doing the work could find, such as a name that is taken. */
export function sentenceOf(language: Language, fault: CustomIssue, params: FaultParams = {}): string {
  return own(language)[fault](params);
}
