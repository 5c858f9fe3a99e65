// Words of the pages of materials.

import { quoted, wording } from "../../../pages/words.ts";

export const materialWords = wording({
  en: {
    add: "New material",
    empty: "No material yet. Add what you print with, so that customers can choose it.",
    emptyAfterArchiving: "All materials are archived.",
    stock: "In stock",
    notCounted: "not counted",
    low: "Low",
    correctStockText: "Weigh or count what is there and write it down. Printing goes on from this number.",
    stockCorrected: (name: string) => `The stock of “${name}” is corrected.`,
    setStock: "Set the stock",
    limits: "What the plastic allows",
    limitsText:
      "Flow, cooling and retraction belong to the plastic: TPU takes several times as long as PLA on the same printer. Empty: as the machine profile says. Of two flows the lower holds.",
    limitsPresets: "Usual values, to begin with:",
    limitsFilled: (name: string) => `The usual values of ${name} are filled in. Save to keep them.`,
    ofMaterial: "This material",
    ofMachine: "If empty",
    asMachine: "as the machine",
    ordersKeep: "Orders that were placed keep their price, whatever you change here.",
  },
  uk: {
    add: "Новий матеріал",
    empty: "Матеріалів ще немає. Додайте те, чим друкуєте, щоб клієнти могли це вибрати.",
    emptyAfterArchiving: "Усі матеріали в архіві.",
    stock: "Запас",
    notCounted: "не рахується",
    low: "Закінчується",
    correctStockText: "Зважте чи порахуйте, скільки є, і запишіть. Далі надруковане списуватиметься від цього числа.",
    stockCorrected: (name) => `Запас ${quoted(name)} уточнено.`,
    setStock: "Записати запас",
    limits: "Що допускає пластик",
    limitsText:
      "Подача, охолодження й ретракт залежать від пластику: TPU на тому самому принтері друкується в кілька разів довше за PLA. Порожньо — як у профілі принтера. З двох подач діє менша.",
    limitsPresets: "Звичайні значення для початку:",
    limitsFilled: (name) => `Вписано звичайні значення для ${name}. Збережіть, щоб вони діяли.`,
    ofMaterial: "Цей матеріал",
    ofMachine: "Якщо порожньо",
    asMachine: "як у принтера",
    ordersKeep: "Оформлені замовлення зберігають свою ціну, хоч би що ви тут змінили.",
  },
});
