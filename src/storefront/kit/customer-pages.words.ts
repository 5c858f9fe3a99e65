// Words that the pages of an order and of a price request share.

import { wording } from "../../pages/words.ts";

export const customerPagesWords = wording({
  en: {
    keep: "Keep this address",
    keepTextOfRequest:
      "It opens this page on any device, and there is no other way to it. Everyone who has the address sees your data.",
    keepTextOfOrder:
      "It opens this page on any device, and there is no other way to it. Everyone who has the address sees your data and your models.",
    address: "Address of this page",
    copy: "Copy",
    copied: "Copied",
    items: "What you sent",
    material: "Material",
    quality: "Quality",
    finishings: "Finishing",
    quantity: "Copies",
    comment: "Your comment",
    contacts: "Payment details and contacts",
    onPhone: "To your phone, by a QR code",
    code: "QR code of the payment details and contacts",
    you: "Your contact details",
  },
  uk: {
    keep: "Збережіть цю адресу",
    keepTextOfRequest:
      "За нею ця сторінка відкриється на будь-якому пристрої, а інакше сюди не потрапити. Кожен, хто має адресу, бачить ваші дані.",
    keepTextOfOrder:
      "За нею ця сторінка відкриється на будь-якому пристрої, а інакше сюди не потрапити. Кожен, хто має адресу, бачить ваші дані та ваші моделі.",
    address: "Адреса цієї сторінки",
    copy: "Копіювати",
    copied: "Скопійовано",
    items: "Що ви надіслали",
    material: "Матеріал",
    quality: "Якість",
    finishings: "Обробка",
    quantity: "Копій",
    comment: "Ваш коментар",
    contacts: "Реквізити й контакти",
    onPhone: "На телефон, QR-кодом",
    code: "QR-код реквізитів і контактів",
    you: "Ваші контакти",
  },
});
