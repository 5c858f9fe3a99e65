// Why a model cannot be sliced, in every language.

import type { ModelFailureCode, ServiceFailureCode, SliceFailure } from "../../slicer-service/src/contract/slices.ts";
import type { Fault } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";

/** The engine's own sentence is English and may name more: how many holes, or which unit the model was drawn in. */
const IN_UKRAINIAN: Readonly<Record<ModelFailureCode | ServiceFailureCode, string>> = {
  empty_model: "у файлі немає форми: друкувати нічого.",
  unreadable_model: "файл не вдалося прочитати як 3D-модель. Він пошкоджений або має інший формат, ніж каже назва.",
  invalid_coordinates: "деякі точки моделі не мають місця (не число або нескінченність). Експортуйте її ще раз.",
  open_mesh:
    "поверхня моделі має отвори, тож невідомо, що всередині. Виправте її у програмі моделювання чи слайсері й надішліть знову.",
  model_too_small: "модель замала для друку. Перевірте, у яких одиницях її накреслено.",
  model_too_large: "модель більша за будь-яку деталь, яку можна надрукувати цілою.",
  model_too_complex:
    "модель надто детальна для автоматичного розрахунку. Надішліть варіант із меншою кількістю трикутників.",
  nothing_to_print:
    "за цієї якості друку від моделі нічого не залишиться, або щось у ній повисне в повітрі: її стінки тонші за одну лінію, вона нижча за один шар, чи від’ємні частини проєкту вирізають її всю.",
  engine_unavailable: "сервіс нарізання недоступний. Надішліть запит знову пізніше.",
  model_file_missing: "файл або результат більше не зберігається. Надішліть запит знову.",
  slicer_failed: "модель не вдалося нарізати. Перевірте її у слайсері й надішліть знову.",
};

/** The reason as a sentence of its own. */
export function failureReason({ code, message }: SliceFailure): Sentence {
  const reason = IN_UKRAINIAN[code];
  return { en: message, uk: reason.charAt(0).toUpperCase() + reason.slice(1) };
}

/** The reason after the file's name, with its code. */
export function failureOfFile(
  fileName: string,
  { code, message }: Extract<SliceFailure, { readonly fault: "model" }>,
): Fault {
  return { en: `"${fileName}": ${message}`, uk: `«${fileName}»: ${IN_UKRAINIAN[code]}`, code };
}
