// Words of zip archives and the files that stay in them, loaded with the first archive.

import { wording } from "../../words.ts";
import { type ArchiveFault, MAX_ENTRIES, MAX_UNPACKED_MEGABYTES, type UnpackingFault } from "./open-archive.ts";

interface Refused {
  readonly message: string;
  readonly help: string;
}

export const archiveWords = wording({
  en: {
    archive: {
      damaged: {
        message: "The archive is damaged or cut short.",
        help: "Pack it again, or unpack it and add the models that are in it.",
      },
      locked: {
        message: "The archive is locked with a password.",
        help: "Unpack it and add the models that are in it.",
      },
      empty: {
        message: "The archive is empty.",
        help: "Pack it again: the last time was probably interrupted.",
      },
      too_many: {
        message: `The archive holds more than ${MAX_ENTRIES} files.`,
        help: "Unpack it and add the models that you need.",
      },
      unreadable: {
        message: "Your browser cannot read the archive any more: it was moved, changed or deleted.",
        help: "Choose it again.",
      },
    } satisfies Record<ArchiveFault, Refused>,
    noModels: (formats: string) => `The archive holds no ${formats} model.`,
    noModelsHelp: "Unpack it and export the models in one of these formats.",
    file: {
      damaged: {
        message: "It is damaged: the archive states something else than it holds.",
        help: "Add this file by itself, or pack it again.",
      },
      method: {
        message: "It is packed in a way that browsers cannot unpack.",
        help: "Unpack it and add it by itself, or pack it again as a plain ZIP.",
      },
      beyond: {
        message: `The files of the archive are larger than ${MAX_UNPACKED_MEGABYTES} MB in all.`,
        help: "Add this file by itself, or in a second archive.",
      },
      browser: {
        message: "Your browser is too old to unpack it.",
        help: "Unpack the archive yourself and add this file, or open the page in a newer browser.",
      },
      unreadable: {
        message: "Your browser cannot read its archive any more: it was moved, changed or deleted.",
        help: "Choose the archive again.",
      },
    } satisfies Record<UnpackingFault, Refused>,
  },
  uk: {
    archive: {
      damaged: {
        message: "Архів пошкоджений або неповний.",
        help: "Запакуйте його ще раз або розпакуйте й додайте моделі, які в ньому є.",
      },
      locked: {
        message: "Архів захищено паролем.",
        help: "Розпакуйте його й додайте моделі, які в ньому є.",
      },
      empty: {
        message: "Архів порожній.",
        help: "Запакуйте його ще раз: минулого разу, мабуть, щось перервалося.",
      },
      too_many: {
        message: `В архіві понад ${MAX_ENTRIES} файлів.`,
        help: "Розпакуйте його й додайте ті моделі, які потрібні.",
      },
      unreadable: {
        message: "Браузер уже не може прочитати архів: його перемістили, змінили або видалили.",
        help: "Виберіть його ще раз.",
      },
    },
    noModels: (formats) => `В архіві немає жодної моделі ${formats}.`,
    noModelsHelp: "Розпакуйте його й експортуйте моделі в одному з цих форматів.",
    file: {
      damaged: {
        message: "Файл пошкоджений: в архіві не те, що в ньому зазначено.",
        help: "Додайте цей файл окремо або запакуйте його ще раз.",
      },
      method: {
        message: "Файл запаковано так, що браузер не може його розпакувати.",
        help: "Розпакуйте його й додайте окремо або запакуйте ще раз звичайним ZIP.",
      },
      beyond: {
        message: `Файли архіву разом більші за ${MAX_UNPACKED_MEGABYTES} МБ.`,
        help: "Додайте цей файл окремо або другим архівом.",
      },
      browser: {
        message: "Ваш браузер застарий, щоб його розпакувати.",
        help: "Розпакуйте архів самі й додайте цей файл або відкрийте сторінку в новішому браузері.",
      },
      unreadable: {
        message: "Браузер уже не може прочитати його архів: той перемістили, змінили або видалили.",
        help: "Виберіть архів ще раз.",
      },
    },
  },
});
