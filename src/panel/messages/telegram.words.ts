// Words of Telegram on the page of messages.

import { wording } from "../../pages/words.ts";
import { CODE_MINUTES } from "../../telegram/chat.store.ts";
import type { BotRefusal } from "../../telegram/connect-bot.ts";

export const telegramPageWords = wording({
  en: {
    mine: "To me in Telegram",
    noBot: "The studio has no Telegram bot yet. An owner sets it up on this page.",
    connectText: (bot: string) => `The studio’s bot @${bot} writes to your own chat with it.`,
    connect: "Connect my Telegram",
    code: "QR code of the link that connects Telegram",
    codeText: `Open the link on the device that has your Telegram, or point its camera at the code, and press “Start” there. It works once, for ${CODE_MINUTES} minutes, and in your name: pass it on to no one.`,
    openTelegram: "Open Telegram",
    started: "I have pressed “Start”",
    connected: "connected",
    mineHint: (bot: string) => `@${bot} writes to you. A new order can be confirmed there by a button.`,
    save: "Save what I get in Telegram",
    saved: "What you get in Telegram is saved.",
    disconnect: "Disconnect…",
    disconnectTitle: "Disconnect your Telegram?",
    disconnectText: "The bot writes to you no more, and its buttons do nothing. You can connect it again at any time.",
    disconnectNow: "Disconnect",
    disconnected: "Your Telegram is disconnected.",
    bot: "Telegram bot",
    botOn: "set up",
    botOff: "not set up",
    botText: (bot: string) => `@${bot} writes to the people of your studio who connect their Telegram.`,
    botSteps:
      "A bot of your own writes to the people of the studio. In Telegram, write /newbot to @BotFather, give it a name, and copy the token that it answers.",
    botRefused:
      "Telegram refuses this token, so nothing is sent. Take the bot’s present token from @BotFather and enter it here.",
    notReachable:
      "Telegram reaches a service at a public https:// address only. This one has none, as on a computer of your own: the bot is set up where the service runs for customers.",
    token: "The bot’s token",
    tokenHint: "Kept sealed, and never shown again. It is tried at once.",
    set: "Set up the bot",
    replace: "Enter another token…",
    remove: "Remove the bot…",
    removeTitle: (bot: string) => `Remove @${bot}?`,
    removeText:
      "It writes to your people no more, and they have to connect again to another one. The token is forgotten here.",
    removeNow: "Remove it",
    keep: "Leave it",
    botSaved: (bot: string) => `@${bot} is set up. Now each person connects their own Telegram on this page.`,
    botRemoved: "The bot is removed.",
    refusals: {
      token: "Telegram does not know this token. Copy it whole from @BotFather.",
      webhook: "Telegram knows the bot, but cannot reach this service at its address.",
      unreachable: "Telegram does not answer. Try again in a minute.",
      address: "Telegram reaches a service at a public https:// address only.",
      taken: "This bot is another studio’s. Make one of your own.",
    } satisfies Record<BotRefusal, string>,
  },
  uk: {
    mine: "Мені в Telegram",
    noBot: "У студії ще немає бота в Telegram. Його налаштовує власник на цій сторінці.",
    connectText: (bot) => `Бот студії @${bot} писатиме у ваш власний чат із ним.`,
    connect: "Підключити мій Telegram",
    code: "QR-код посилання, яке підключає Telegram",
    codeText: `Відкрийте посилання там, де у вас є Telegram, або наведіть камеру телефона на код і натисніть «Почати». Посилання одноразове, діє ${CODE_MINUTES} хвилин і підключає лише вас: нікому його не передавайте.`,
    openTelegram: "Відкрити Telegram",
    started: "«Почати» вже натиснуто",
    connected: "підключено",
    mineHint: (bot) => `Вам пише @${bot}. Нове замовлення можна підтвердити там кнопкою.`,
    save: "Зберегти мої сповіщення в Telegram",
    saved: "Ваші сповіщення в Telegram збережено.",
    disconnect: "Відключити…",
    disconnectTitle: "Відключити ваш Telegram?",
    disconnectText: "Бот більше вам не писатиме, а його кнопки не діятимуть. Підключити знову можна будь-коли.",
    disconnectNow: "Відключити",
    disconnected: "Ваш Telegram відключено.",
    bot: "Бот у Telegram",
    botOn: "налаштовано",
    botOff: "не налаштовано",
    botText: (bot) => `@${bot} пише тим у вашій студії, хто підключив свій Telegram.`,
    botSteps:
      "Людям студії пише її власний бот. У Telegram напишіть /newbot до @BotFather, дайте боту ім’я й скопіюйте токен із відповіді.",
    botRefused:
      "Telegram не приймає цього токена, тож нічого не надсилається. Візьміть чинний токен у @BotFather і введіть його тут.",
    notReachable:
      "Telegram звертається до сервісу лише за публічною адресою https://. Тут її немає, як на власному комп’ютері: бота налаштовують там, де сервіс працює для клієнтів.",
    token: "Токен бота",
    tokenHint: "Зберігається зашифрованим і більше не показується. Його буде перевірено одразу.",
    set: "Налаштувати бота",
    replace: "Ввести інший токен…",
    remove: "Прибрати бота…",
    removeTitle: (bot) => `Прибрати @${bot}?`,
    removeText:
      "Він більше не писатиме вашим людям, а до іншого їм доведеться підключитися знову. Токен тут буде забуто.",
    removeNow: "Прибрати",
    keep: "Залишити",
    botSaved: (bot) => `@${bot} налаштовано. Тепер кожен підключає на цій сторінці свій Telegram.`,
    botRemoved: "Бота прибрано.",
    refusals: {
      token: "Telegram не знає такого токена. Скопіюйте його повністю в @BotFather.",
      webhook: "Telegram знає бота, але не може звернутися до цього сервісу за його адресою.",
      unreachable: "Telegram не відповідає. Спробуйте за хвилину.",
      address: "Telegram звертається до сервісу лише за публічною адресою https://.",
      taken: "Це бот іншої студії. Створіть свій.",
    },
  },
});
