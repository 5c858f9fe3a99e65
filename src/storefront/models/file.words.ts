// Words about refused files, with advice.

import { modelFormatsInWords } from "../../models/formats-in-words.ts";
import { wording } from "../../pages/words.ts";

const formats = modelFormatsInWords();

export const fileWords = wording({
  en: {
    noFile: `Choose a file: an ${formats.en} model.`,
    /** Begins a sentence about one that has no name beside it. */
    file: "The file",
    picture: "It is a picture or a document: add the 3D model itself, or ask the studio to make one.",
    smaller: "Export it with fewer triangles, or as binary STL, which is several times smaller.",
    other: `Open it in the program that it was made with, and export it as ${formats.en}.`,
  },
  uk: {
    noFile: `Виберіть файл: модель ${formats.uk}.`,
    file: "Файл",
    picture: "Це зображення чи документ: додайте саму 3D-модель або попросіть студію її створити.",
    smaller: "Експортуйте її з меншою кількістю трикутників або як двійковий STL: він у кілька разів менший.",
    other: `Відкрийте його в програмі, в якій його створено, й експортуйте як ${formats.uk}.`,
  },
});
