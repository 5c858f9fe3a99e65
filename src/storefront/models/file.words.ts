// Words about refused files, with advice.

import { modelFormatsInWords } from "../../models/formats-in-words.ts";
import { wording } from "../../pages/words.ts";

const formats = modelFormatsInWords();

export const fileWords = wording({
  en: {
    noFile: `Choose a file: an ${formats.en} model.`,
    solid: "It is a drawing of a CAD program: open it there and export it as STEP, STL or 3MF.",
    archive: "It is an archive: unpack it and add the models that are in it, or pack them as a ZIP.",
    printerCode: "It is sliced for a printer already: add the model that it was made from.",
    scene: "It is a scene of a modelling program: open it there and export the part as STL or OBJ.",
    picture: "It is a picture or a document: add the 3D model itself, or ask the studio to make one.",
    smaller: "Export it with fewer triangles, or as binary STL, which is several times smaller.",
    other: `Open it in the program that it was made with, and export it as ${formats.en}.`,
  },
  uk: {
    noFile: `Виберіть файл: модель ${formats.uk}.`,
    solid: "Це креслення CAD-програми: відкрийте його там і експортуйте як STEP, STL або 3MF.",
    archive: "Це архів: розпакуйте його й додайте моделі, які в ньому є, або запакуйте їх у ZIP.",
    printerCode: "Це вже код для принтера: додайте модель, з якої його зроблено.",
    scene: "Це сцена програми моделювання: відкрийте її там і експортуйте деталь як STL або OBJ.",
    picture: "Це зображення чи документ: додайте саму 3D-модель або попросіть студію її створити.",
    smaller: "Експортуйте її з меншою кількістю трикутників або як двійковий STL: він у кілька разів менший.",
    other: `Відкрийте його в програмі, в якій його створено, й експортуйте як ${formats.uk}.`,
  },
});
