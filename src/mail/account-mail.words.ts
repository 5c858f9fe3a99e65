// Words of the e-mails about accounts: invitation, new password, changed password.

import type { Role } from "../domain/person.ts";
import { counted, quoted, wording } from "../pages/words.ts";

export const accountMailWords = wording({
  en: {
    panel: "Studio panel",
    invitation: {
      subject: (studio: string) => `${studio}: you are invited`,
      heading: (studio: string) => `Join “${studio}”`,
      text: (inviter: string, role: Role) =>
        `${inviter} invites you to the studio’s panel ${role === "owner" ? "as an owner" : "as a member of the staff"}.`,
      validity: (days: number) =>
        `The link works once, for ${counted("en", days, { one: "day", other: "days" })}. If you have an account already, give its password; if not, choose one.`,
      link: "Join the studio",
      unexpected: "If you did not expect it, do nothing: no account is made.",
    },
    passwordLink: {
      subject: (studio: string) => `${studio}: a link for a new password`,
      heading: "Choose a new password",
      text: (studio: string, email: string) =>
        `An owner of “${studio}” has made you this link. It sets a new password for your account ${email}.`,
      validity: "It works once, for a day, and signs you out everywhere else.",
      unexpected: "If you did not ask for it, do nothing and tell the studio: your password stays as it is.",
    },
    forgottenPassword: {
      subject: "A new password for the studio panel",
      heading: "Choose a new password",
      text: (email: string) => `A new password was asked for, for your account ${email}.`,
      validity: "The link works once, for an hour, and signs you out everywhere else.",
      unexpected: "If it was not you, do nothing: your password stays as it is.",
    },
    setPassword: "Choose a password",
    passwordChanged: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      text: (email: string) => `Your account ${email} has a new password, and all its other sessions are ended.`,
      next: "If it was you, there is nothing to do. If it was not, choose another password at once.",
      link: "Choose another password",
    },
    footer: (host: string) => `This e-mail comes from the studio panel at ${host}.`,
  },
  uk: {
    panel: "Панель студії",
    invitation: {
      subject: (studio) => `${studio}: вас запрошено`,
      heading: (studio) => `Запрошення до студії ${quoted(studio)}`,
      text: (inviter, role) =>
        `${inviter} запрошує вас до панелі студії ${role === "owner" ? "як власника" : "як працівника"}.`,
      validity: (days) =>
        `Посилання діє один раз, протягом ${counted("uk", days, { one: "дня", few: "днів", many: "днів", other: "дня" })}. Якщо у вас уже є обліковий запис, введіть його пароль; якщо немає, придумайте новий.`,
      link: "Приєднатися",
      unexpected: "Якщо ви не чекали цього листа, нічого не робіть: обліковий запис не створиться.",
    },
    passwordLink: {
      subject: (studio) => `${studio}: посилання для нового пароля`,
      heading: "Задайте новий пароль",
      text: (studio, email) =>
        `Власник студії ${quoted(studio)} створив для вас це посилання. За ним можна задати новий пароль до облікового запису ${email}.`,
      validity: "Воно діє один раз, протягом доби, і завершує всі інші ваші сеанси.",
      unexpected: "Якщо ви про це не просили, нічого не робіть і скажіть студії: пароль залишиться тим самим.",
    },
    forgottenPassword: {
      subject: "Новий пароль до панелі студії",
      heading: "Задайте новий пароль",
      text: (email) => `Надійшов запит на новий пароль до вашого облікового запису ${email}.`,
      validity: "Посилання діє один раз, протягом години, і завершує всі інші ваші сеанси.",
      unexpected: "Якщо це були не ви, нічого не робіть: пароль залишиться тим самим.",
    },
    setPassword: "Задати пароль",
    passwordChanged: {
      subject: "Ваш пароль змінено",
      heading: "Ваш пароль змінено",
      text: (email) => `До вашого облікового запису ${email} задано новий пароль, усі інші сеанси завершено.`,
      next: "Якщо це зробили ви, більше нічого не потрібно. Якщо ні, одразу задайте інший пароль.",
      link: "Задати інший пароль",
    },
    footer: (host) => `Цей лист надіслала панель студії на ${host}.`,
  },
});
