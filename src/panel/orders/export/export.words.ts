// Words of the export of orders.

import { wording } from "../../../pages/words.ts";

export const exportWords = wording({
  en: {
    summary: "Orders as a table (CSV, for Excel)",
    since: "Placed from",
    through: "to",
    download: "Download the table",
    badPeriod: "Enter the first and the last day of the table.",
    number: "Order",
    placed: "Placed",
    status: "Status",
    customer: "Customer",
    phone: "Phone",
    email: "E-mail",
    source: "Source",
    total: "Total",
    currency: "Currency",
    due: "Due day",
    city: "City",
    tracking: "Tracking number",
  },
  uk: {
    summary: "Замовлення таблицею (CSV для Excel)",
    since: "Створені від",
    through: "до",
    download: "Зберегти таблицю",
    badPeriod: "Вкажіть перший і останній день таблиці.",
    number: "Замовлення",
    placed: "Створено",
    status: "Стан",
    customer: "Клієнт",
    phone: "Телефон",
    email: "Ел. пошта",
    source: "Джерело",
    total: "Сума",
    currency: "Валюта",
    due: "Термін",
    city: "Місто",
    tracking: "Номер накладної",
  },
});
