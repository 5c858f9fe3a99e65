// Failure sentence: the reason why a model cannot be sliced, in every language.

import type { ModelFailureCode, ServiceFailureCode, SliceFailure } from "../../slicer-service/src/contract/slices.ts";
import type { Fault } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";

/** The engine's own sentence is English and may name more: how many holes, or which unit the model was drawn in. */
const IN_UKRAINIAN: Readonly<Record<ModelFailureCode | ServiceFailureCode, string>> = {
  empty_model: "у файлі немає форми: друкувати нічого.",
  no_solid:
    "у файлі лише поверхні без суцільного тіла, тож невідомо, що всередині. Зшийте їх у тіло в CAD-програмі та експортуйте ще раз.",
  parts_elsewhere:
    "файл — це складання, деталі якого лежать в інших файлах, а їхньої форми в ньому немає. Експортуйте складання разом із деталями одним файлом STEP і надішліть знову.",
  unreadable_model: "файл не вдалося прочитати як 3D-модель. Він пошкоджений або має інший формат, ніж каже назва.",
  invalid_coordinates: "деякі точки моделі не мають місця (не число або нескінченність). Експортуйте її ще раз.",
  open_mesh:
    "поверхня моделі має отвори, тож невідомо, що всередині. Виправте її у програмі моделювання чи слайсері й надішліть знову.",
  model_too_small: "модель замала для друку. Перевірте, у яких одиницях її розміри.",
  model_too_large: "модель більша за будь-яку деталь, яку можна надрукувати цілою.",
  model_too_complex:
    "модель надто детальна або завелика для автоматичного розрахунку. Надішліть простіший варіант або запитайте ціну в студії.",
  nothing_to_print:
    "за цієї якості друку від моделі нічого не залишиться, або щось у ній повисне в повітрі: її стінки тонші за одну лінію, вона нижча за один шар, чи від’ємні частини проєкту вирізають її всю.",
  engine_unavailable: "сервіс нарізання недоступний. Надішліть запит знову пізніше.",
  model_file_missing: "файл або результат більше не зберігається. Надішліть запит знову.",
  slicer_failed: "модель не вдалося нарізати. Перевірте її у слайсері й надішліть знову.",
};

/** The reason as a sentence of its own. */
export function failureReason({ fault, code, message }: SliceFailure): Sentence {
  const reason = fault === "profile" ? REFUSED_PROFILE_IN_UKRAINIAN : IN_UKRAINIAN[code];
  return { en: message, uk: reason.charAt(0).toUpperCase() + reason.slice(1) };
}

const REFUSED_PROFILE_IN_UKRAINIAN =
  "вибраною якістю друку не можна нарізати: слайсер відхиляє її налаштування. Повідомте про це студію.";

/** The reason beside the quality. The slicer's words, English as in its manual, are for the studio; a visitor can do nothing with them. */
export function failureOfProfile(
  failure: Extract<SliceFailure, { readonly fault: "profile" }>,
  audience: "studio" | "visitor",
): Fault {
  const { code, slicerSaid } = failure;
  if (audience === "visitor") return { ...failureReason(failure), code };
  return {
    en: `cannot be sliced: the slicer refuses the settings of its machine profile and material ("${slicerSaid}")`,
    uk: `з нею не можна нарізати: слайсер відхиляє налаштування її профілю принтера й матеріалу («${slicerSaid}»)`,
    code,
  };
}

/** The reason after the file's name, with its code. */
export function failureOfFile(
  fileName: string,
  { code, message }: Extract<SliceFailure, { readonly fault: "model" }>,
): Fault {
  return { en: `"${fileName}": ${message}`, uk: `«${fileName}»: ${IN_UKRAINIAN[code]}`, code };
}
