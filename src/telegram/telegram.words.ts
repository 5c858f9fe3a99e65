// Words of the studio's bot to the people of the studio.

import { wording } from "../pages/words.ts";

export const telegramWords = wording({
  en: {
    confirm: "Confirm the order",
    connected: (name: string) =>
      `Connected: ${name}. You are told here of orders and price requests. Choose what you want to hear in the panel, under Messages.`,
    connectedBefore: (name: string) => `This chat is connected already: ${name}.`,
    codeExpired: "This link is used or has expired. Take a new one in the panel, under Messages.",
    notConnected: "This chat is not connected to the studio. Connect it in the panel, under Messages.",
    confirmed: (number: number) => `Order ${number} is confirmed.`,
    confirmedBefore: (number: number) => `Order ${number} is confirmed already.`,
    cancelled: (number: number) => `Order ${number} is cancelled.`,
    changed: (number: number) => `Order ${number} has changed since this message. Open it and look first.`,
    gone: "There is no such order.",
  },
  uk: {
    confirm: "Підтвердити замовлення",
    connected: (name) =>
      `Підключено: ${name}. Сюди приходитимуть сповіщення про замовлення й запити ціни. Що саме, виберіть у панелі в розділі «Повідомлення».`,
    connectedBefore: (name) => `Цей чат уже підключено: ${name}.`,
    codeExpired: "Це посилання вже використано, або його час минув. Візьміть нове в панелі в розділі «Повідомлення».",
    notConnected: "Цей чат не підключено до студії. Підключіть його в панелі в розділі «Повідомлення».",
    confirmed: (number) => `Замовлення № ${number} підтверджено.`,
    confirmedBefore: (number) => `Замовлення № ${number} уже підтверджено.`,
    cancelled: (number) => `Замовлення № ${number} скасовано.`,
    changed: (number) =>
      `Замовлення № ${number} змінилося після цього повідомлення. Спершу відкрийте його й перегляньте.`,
    gone: "Такого замовлення немає.",
  },
});
