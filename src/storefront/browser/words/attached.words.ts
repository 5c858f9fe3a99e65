// Words of files that go with a price request as they are, loaded with the first of them.

import { wording } from "../../../pages/words.ts";

export const attachedWords = wording({
  en: {
    goes: "Goes with a price request: the studio looks at it itself.",
    check: "Goes with a price request: the studio checks it and names a price.",
    atOnce: "Then its price shows at once.",
    kinds: {
      solid: "CAD drawing",
      archive: "archive",
      printerCode: "code for a printer",
      scene: "3D scene",
      picture: "picture or document",
      other: "file",
    },
  },
  uk: {
    goes: "Піде із запитом на ціну: студія перегляне цей файл сама.",
    check: "Піде із запитом на ціну: студія перевірить файл і назве ціну.",
    atOnce: "Тоді ціна з’явиться одразу.",
    kinds: {
      solid: "креслення CAD",
      archive: "архів",
      printerCode: "код для принтера",
      scene: "3D-сцена",
      picture: "зображення чи документ",
      other: "файл",
    },
  },
});
