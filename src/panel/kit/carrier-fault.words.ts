// Faults of a parcel carrier, in the words of people.

import type { CarrierFaultReason } from "../../domain/carrier/carriers.ts";
import { wording } from "../../pages/words.ts";

export const carrierFaultWords = wording({
  en: {
    key: "Nova Poshta does not know this key, or it was revoked. Make a key in its cabinet, and enter it here.",
    busy: "Nova Poshta asks for patience: too much was asked of it at once. Try again in a minute.",
    unreachable: "Nova Poshta does not answer. Try again in a minute.",
    refused: "Nova Poshta does not accept this.",
  } satisfies Record<CarrierFaultReason, string>,
  uk: {
    key: "Нова пошта не знає цього ключа, або його відкликано. Створіть ключ у її кабінеті й введіть тут.",
    busy: "Нова пошта просить зачекати: забагато запитів одразу. Спробуйте за хвилину.",
    unreachable: "Нова пошта не відповідає. Спробуйте за хвилину.",
    refused: "Нова пошта цього не приймає.",
  },
});
