// Words of the widget itself; the page inside has its own.

import { wording } from "../../../pages/words.ts";

export const widgetWords = wording({
  en: {
    title: "Prices and orders of 3D printing",
    silent: "The order form does not open here.",
    open: "Open it in a window of its own",
  },
  uk: {
    title: "Ціни та замовлення 3D-друку",
    silent: "Форма замовлення тут не відкривається.",
    open: "Відкрити її в окремому вікні",
  },
});
