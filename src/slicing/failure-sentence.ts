// Why a model cannot be sliced, in every language.

import type { ModelFailureCode, SliceFailure } from "../../slicer-service/src/contract/slices.ts";
import type { Sentence } from "../domain/sentence.ts";

type ModelFailure = Extract<SliceFailure, { fault: "model" }>;

/** The engine's own sentence is English and may name more: how many holes, or which unit the model was drawn in. */
const IN_UKRAINIAN: Readonly<Record<ModelFailureCode, string>> = {
  empty_model: "у файлі немає форми: друкувати нічого.",
  unreadable_model: "файл не вдалося прочитати як 3D-модель. Він пошкоджений або має інший формат, ніж каже назва.",
  invalid_coordinates: "деякі точки моделі не мають місця (не число або нескінченність). Експортуйте її ще раз.",
  open_mesh:
    "поверхня моделі має отвори, тож невідомо, що всередині. Виправте її у програмі моделювання чи слайсері й надішліть знову.",
  model_too_small: "модель замала для друку. Перевірте, у яких одиницях її накреслено.",
  model_too_large: "модель більша за будь-яку деталь, яку можна надрукувати цілою.",
  model_too_complex:
    "модель надто детальна для автоматичного розрахунку. Надішліть варіант із меншою кількістю трикутників.",
  nothing_to_print: "за цієї якості друку від моделі нічого не залишиться: її стінки тонші за одну лінію.",
  slicer_failed: "модель не вдалося нарізати. Перевірте її у слайсері й надішліть знову.",
};

export function failureSentence(fileName: string, { code, message }: ModelFailure): Sentence {
  return { en: `"${fileName}": ${message}`, uk: `«${fileName}»: ${IN_UKRAINIAN[code]}` };
}
