// Faults that a schema finds by a rule of its own, and how the API says them.

import type { z } from "zod";
import type { Sentence } from "../../domain/sentence.ts";

export type FaultParams = Readonly<Record<string, string | number>>;

/** A schema names its fault with `customIssue`; the sentence is made where it is known who reads it. */
export const CUSTOM_ISSUES = {
  decimal: () => ({
    en: "must be a decimal number, such as 12.50",
    uk: "має бути десятковим числом, наприклад 12.50",
  }),
  scale: ({ digits }) => ({
    en: `must have at most ${digits} digits after the point`,
    uk: `цифр після крапки має бути щонайбільше ${digits}`,
  }),
  thousands: ({ thousands, decimal }) => ({
    en: `could be ${thousands} or ${decimal}: write it without a separator between thousands`,
    uk: `може бути ${thousands} або ${decimal}: напишіть без знака між тисячами`,
  }),
  range: ({ min, max, unit }) => ({
    en: `must be from ${min} to ${max}${unit}`,
    uk: `має бути від ${min} до ${max}${unit}`,
  }),
  wholeNumber: () => ({ en: "must be a whole number", uk: "має бути цілим числом" }),
  color: () => ({
    en: "must be # and six hexadecimal digits, such as #1a73e8",
    uk: "має бути # і шість шістнадцяткових цифр, наприклад #1a73e8",
  }),
  buildVolume: () => ({
    en: "must be three positive lengths joined by x, such as 220x220x250 mm",
    uk: "має бути трьома додатними довжинами через x, наприклад 220x220x250 mm",
  }),
  date: () => ({
    en: "must be a date that exists, written YYYY-MM-DD",
    uk: "має бути датою, яка існує, у вигляді YYYY-MM-DD",
  }),
  oneOf: () => ({ en: "must be one of the list", uk: "має бути одним зі списку" }),
  oneLine: () => ({ en: "must be one line, without line breaks", uk: "має бути одним рядком, без розривів" }),
  hiddenCharacters: () => ({
    en: "must not have characters that cannot be seen",
    uk: "не має містити невидимих символів",
  }),
  address: () => ({
    en: "must be an address that begins with https://",
    uk: "має бути адресою, що починається з https://",
  }),
  taken: () => ({ en: "is taken already", uk: "уже зайнято" }),
  password: ({ min, max }) => ({
    en: `must have ${min} to ${max} characters`,
    uk: `має містити від ${min} до ${max} символів`,
  }),
  thickLayer: () => ({
    en: "must not be thicker than the nozzle is wide",
    uk: "не може бути товщим за ширину сопла",
  }),
  noPhoto: () => ({ en: "must be at least one file", uk: "має бути щонайменше одним файлом" }),
  photoCount: ({ max }) => ({ en: `must be at most ${max} photos`, uk: `фото має бути щонайбільше ${max}` }),
  photoFormat: ({ file }) => ({
    en: `"${file}" is not a JPEG, PNG or WebP image`,
    uk: `«${file}» не є зображенням JPEG, PNG чи WebP`,
  }),
  photoSize: ({ file, max }) => ({ en: `"${file}" is larger than ${max} MB`, uk: `«${file}» більший за ${max} МБ` }),
  oneCharge: () => ({
    en: "must not be given together with a price",
    uk: "не можна вказувати разом із ціною",
  }),
  cancelReason: () => ({
    en: "must say why the order is cancelled",
    uk: "має пояснювати, чому замовлення скасовано",
  }),
  consent: () => ({
    en: "must be true: the customer agrees to the terms",
    uk: "має бути true: клієнт погоджується з умовами",
  }),
  numbersWithCommas: () => ({
    en: "must be whole numbers separated by commas, such as 3,4",
    uk: "має бути цілими числами через кому, наприклад 3,4",
  }),
  distinctIds: () => ({ en: "must name each id once", uk: "кожен id має бути названо один раз" }),
  cyrillicName: () => ({
    en: "must be in Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
    uk: "має бути кирилицею; між літерами можуть стояти пробіли, дефіси й апострофи",
  }),
  phoneNumber: () => ({
    en: "must be a phone number in international format, + and the country code first, such as +380501234567",
    uk: "має бути телефоном у міжнародному форматі, спочатку + і код країни, наприклад +380501234567",
  }),
  siteScheme: ({ site, right }) => ({
    en: `"${site}" must begin with https://, as in ${right}`,
    uk: `«${site}» має починатися з https://, тобто ${right}`,
  }),
  sitePath: ({ site, right }) => ({
    en: `"${site}" must be a site without a page of it, as in ${right}`,
    uk: `«${site}» має бути сайтом без окремої сторінки, тобто ${right}`,
  }),
  siteWildcard: ({ site }) => ({
    en: `"${site}" must be one site: name each without *`,
    uk: `«${site}» має бути одним сайтом: назвіть кожен без *`,
  }),
  siteTypo: ({ site }) => ({
    en: `"${site}" must be the address of a site, such as https://example.com`,
    uk: `«${site}» має бути адресою сайту, наприклад https://example.com`,
  }),
  siteCount: ({ max }) => ({ en: `must be at most ${max} sites`, uk: `сайтів має бути щонайбільше ${max}` }),
  maximumBelowMinimum: () => ({
    en: "must not be less than the minimum",
    uk: "не може бути меншим за мінімум",
  }),
  turnstileKey: () => ({
    en: "must be a key as Cloudflare shows it: letters, digits, hyphens and underscores",
    uk: "має бути ключем, як його показує Cloudflare: букви, цифри, дефіси й підкреслення",
  }),
  turnstileSame: () => ({
    en: "must be the secret, not the site key again",
    uk: "має бути секретом, а не ще раз ключем сайту",
  }),
} as const satisfies Record<string, (params: FaultParams) => Sentence>;

export type CustomIssue = keyof typeof CUSTOM_ISSUES;

/** The second argument of `refine`, or what `addIssue` takes: names the fault instead of saying it. */
export function customIssue(fault: CustomIssue, params: FaultParams = {}) {
  return { code: "custom" as const, params: { ...params, fault } };
}

/** What a fault says, where only doing the work could find it. */
export function customIssueSentence(fault: CustomIssue, params: FaultParams = {}): Sentence {
  return CUSTOM_ISSUES[fault](params);
}

/** The fault that a raw issue names, with its params; undefined for every other issue. */
export function customIssueOf(
  issue: z.core.$ZodRawIssue,
): { readonly fault: CustomIssue; readonly params: FaultParams } | undefined {
  if (issue.code !== "custom") return undefined;
  const { fault, ...params }: Readonly<Record<string, unknown>> = issue.params ?? {};
  if (typeof fault !== "string" || !Object.hasOwn(CUSTOM_ISSUES, fault)) return undefined;
  // customIssue() is the only writer of such params, and the line above found the name in the table.
  return { fault: fault as CustomIssue, params: params as FaultParams };
}
