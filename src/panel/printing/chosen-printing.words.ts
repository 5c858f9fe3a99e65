// Words of putting the parts of chosen orders on a printer.

import { counted, wording } from "../../pages/words.ts";
import type { AssignmentRefusal } from "../../printers/assignment.store.ts";
import type { UnprintableOrder } from "../../printers/chosen-assignment.store.ts";

/** The names that a list has before the number of the rest. */
const MAX_NAMED = 8;

type Rest = (count: number, isAfterNames: boolean) => string;

function named(names: readonly string[], most: number | undefined, rest: Rest): string {
  const shown = names.slice(0, most ?? MAX_NAMED);
  const left = names.length - shown.length;
  return [shown.join(", "), left > 0 ? rest(left, shown.length > 0) : ""].filter((text) => text !== "").join(" ");
}

export const chosenPrintingWords = wording({
  en: {
    title: "Put on a printer",
    lead: (parts: number, copies: number) =>
      `Waiting: ${counted("en", parts, { one: "part", other: "parts" })}, ${counted("en", copies, { one: "copy", other: "copies" })}.`,
    nothingWaits: "Nothing of these orders waits for a printer.",
    noPrinters: "No printer works at the moment.",
    back: "Back",
    printer: "Printer",
    takes: "Takes",
    taken: (parts: number, of: number) => `${parts} of ${counted("en", of, { one: "part", other: "parts" })}`,
    time: "Time",
    refused: "Does not take",
    choose: "Choice",
    put: "Put here",
    left: "Left out",
    unprintable: {
      missing: "there is no such order",
      not_confirmed: "it is not confirmed: confirm it first",
      printing_over: "its printing is over, or it was cancelled",
      nothing_waits: "all its copies are printed or on printers already",
    } satisfies Record<UnprintableOrder["reason"], string>,
    reasons: {
      printed: "printed already",
      too_many_copies: "not so many copies wait",
      too_many_on_printer: "not so many copies are on that printer",
      order_not_in_print: "its order is not being printed",
      no_such_printer: "this printer does not exist any more",
      printer_does_not_work: "this printer is in maintenance or off",
      other_technology: "other technology",
      too_large: "too large",
    } satisfies Record<AssignmentRefusal, string>,
    refusals: {
      no_such_printer: "This printer does not exist any more.",
      printer_does_not_work: "This printer is in maintenance or off.",
      too_many_items: (most: number) => `At most ${most} parts at once. Choose fewer orders.`,
    },
    assigned: (parts: number, printer: string) =>
      `${counted("en", parts, { one: "part", other: "parts" })} put on ${printer}.`,
    begun: (orders: string) => `Now in printing: ${orders}.`,
    leftOut: (reason: string, those: string) => `Left out, ${reason}: ${those}.`,
    named: (names: readonly string[], most?: number) =>
      named(names, most, (count, isAfterNames) => (isAfterNames ? `and ${count} more` : String(count))),
    takenOff: (orders: string) => `Taken off again: ${orders}.`,
    leftThere: (orders: string) => `Left alone, because its copies were moved or printed meanwhile: ${orders}.`,
    notTakenBack:
      "Other people are changing these orders just now. Nothing was taken off: look at the printer's queue.",
    changedMeanwhile: "Other people are changing these orders just now. Nothing was put on a printer: try again.",
  },
  uk: {
    title: "Поставити на принтер",
    lead: (parts, copies) =>
      `Чекає: ${counted("uk", parts, { one: "деталь", few: "деталі", many: "деталей", other: "деталі" })}, ${counted("uk", copies, { one: "копія", few: "копії", many: "копій", other: "копії" })}.`,
    nothingWaits: "У цих замовленнях нічого не чекає на принтер.",
    noPrinters: "Зараз жоден принтер не працює.",
    back: "Назад",
    printer: "Принтер",
    takes: "Візьме",
    taken: (parts, of) => `${parts} з ${counted("uk", of, { one: "деталі", other: "деталей" })}`,
    time: "Час",
    refused: "Не візьме",
    choose: "Вибір",
    put: "Поставити сюди",
    left: "Залишаться",
    unprintable: {
      missing: "немає такого замовлення",
      not_confirmed: "воно не підтверджене: спершу підтвердьте його",
      printing_over: "його друк завершено, або його скасовано",
      nothing_waits: "усі копії вже надруковано або призначено на принтери",
    },
    reasons: {
      printed: "уже надруковано",
      too_many_copies: "стільки копій не чекає",
      too_many_on_printer: "стільки копій на тому принтері немає",
      order_not_in_print: "замовлення не друкується",
      no_such_printer: "такого принтера вже немає",
      printer_does_not_work: "принтер на обслуговуванні або вимкнений",
      other_technology: "інша технологія",
      too_large: "завелика",
    },
    refusals: {
      no_such_printer: "Такого принтера вже немає.",
      printer_does_not_work: "Цей принтер на обслуговуванні або вимкнений.",
      too_many_items: (most) => `Щонайбільше ${most} деталей за раз. Виберіть менше замовлень.`,
    },
    assigned: (parts, printer) => `Поставлено на ${printer}, деталей: ${parts}.`,
    begun: (orders) => `Почали друкуватися: ${orders}.`,
    leftOut: (reason, those) => `Залишилися (${reason}): ${those}.`,
    named: (names, most) =>
      named(names, most, (count, isAfterNames) => (isAfterNames ? `і ще ${count}` : String(count))),
    takenOff: (orders) => `Знято з принтера: ${orders}.`,
    leftThere: (orders) => `Не змінено, бо копії тим часом перенесли або надрукували: ${orders}.`,
    notTakenBack: "Ці замовлення саме зараз змінюють інші. Нічого не знято з принтера: перегляньте його чергу.",
    changedMeanwhile: "Ці замовлення саме зараз змінюють інші. Нічого не призначено: спробуйте ще раз.",
  },
});
