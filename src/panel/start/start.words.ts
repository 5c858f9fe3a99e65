// Words of a person's studios and of a studio's start page.

import { wording } from "../kit/words.ts";

export const startWords = wording({
  en: {
    studios: "My studios",
    noStudios: "You belong to no studio yet. Ask its owner for an invitation.",
    owner: "Owner",
    staff: "Staff",
  },
  uk: {
    studios: "Мої студії",
    noStudios: "Ви ще не входите до жодної студії. Попросіть її власника про запрошення.",
    owner: "Власник",
    staff: "Працівник",
  },
});
