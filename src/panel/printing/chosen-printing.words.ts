// Words of putting the parts of chosen orders on a printer.

import { counted, wording } from "../../pages/words.ts";
import type { AssignmentRefusal } from "../../printers/assignment.store.ts";
import type { UnprintableOrder } from "../../printers/chosen-assignment.store.ts";

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
      order_not_in_print: "it is not being printed: confirm it first",
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
    andMore: (count: number) => `and ${count} more`,
    takenOff: (orders: string) => `Taken off again: ${orders}.`,
    leftThere: (orders: string) => `Left alone, because its copies were moved or printed meanwhile: ${orders}.`,
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
      order_not_in_print: "воно не друкується: спершу підтвердьте його",
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
    andMore: (count) => `і ще ${count}`,
    takenOff: (orders) => `Знято з принтера: ${orders}.`,
    leftThere: (orders) => `Не змінено, бо копії тим часом перенесли або надрукували: ${orders}.`,
    changedMeanwhile: "Ці замовлення саме зараз змінюють інші. Нічого не призначено: спробуйте ще раз.",
  },
});
