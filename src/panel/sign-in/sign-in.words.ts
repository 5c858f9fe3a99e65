// Words of signing in and of one-time links.

import { wording } from "../kit/words.ts";

export const signInWords = wording({
  en: {
    title: "Sign in",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    wrong: "The e-mail or the password is wrong.",
    tooMany: (minutes: number) => `Too many attempts. Try again in ${minutes} min.`,
    forgotten: "Forgot your password? The owner of your studio can make you a link to set a new one.",
    linkUsed: "This link is no longer valid",
    linkUsedText: "It was used already, or it is too old. Ask for a new one.",
    invitationTitle: (studio: string) => `Join ${studio}`,
    invitationText: (role: "owner" | "staff") =>
      role === "owner"
        ? "You are invited as the studio's owner."
        : "You are invited as a member of the studio's staff.",
    knownText: "You have an account already. Give its password to join.",
    passwordTitle: "Set a new password",
    name: "Your name",
    newPassword: "Choose a password",
    newPasswordHint: (min: number) => `At least ${min} characters. A few words that you can remember are fine.`,
    join: "Join the studio",
    setPassword: "Set the password",
    passwordIsSet: "Your new password is set, and all your other sessions are ended.",
    joined: "Welcome!",
  },
  uk: {
    title: "Вхід",
    email: "Електронна пошта",
    password: "Пароль",
    submit: "Увійти",
    wrong: "Пошта або пароль неправильні.",
    tooMany: (minutes) => `Забагато спроб. Спробуйте ще раз за ${minutes} хв.`,
    forgotten: "Забули пароль? Власник вашої студії може зробити посилання, щоб задати новий.",
    linkUsed: "Це посилання вже не діє",
    linkUsedText: "Ним уже скористалися, або воно застаре. Попросіть нове.",
    invitationTitle: (studio) => `Приєднатися до «${studio}»`,
    invitationText: (role) =>
      role === "owner" ? "Вас запрошено як власника студії." : "Вас запрошено як працівника студії.",
    knownText: "У вас уже є обліковий запис. Введіть його пароль, щоб приєднатися.",
    passwordTitle: "Новий пароль",
    name: "Ваше ім’я",
    newPassword: "Придумайте пароль",
    newPasswordHint: (min) => `Щонайменше ${min} символів. Кілька слів, які ви запам’ятаєте, — саме те.`,
    join: "Приєднатися",
    setPassword: "Зберегти пароль",
    passwordIsSet: "Новий пароль збережено, усі інші ваші сеанси завершено.",
    joined: "Ласкаво просимо!",
  },
});
