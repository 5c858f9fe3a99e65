// The demo's order page in English: the second language's texts of its first studio, by the studio's own.

export const KOBZA_IN_ENGLISH: Readonly<Record<string, string>> = {
  білий: "white",
  чорний: "black",
  золотий: "gold",
  прозорий: "clear",
  сірий: "grey",
  червоний: "red",
  натуральний: "natural",
  зелений: "green",
  бежевий: "beige",

  Чернетка: "Draft",
  "Швидко, шари видно": "Quick, with visible layers",
  Стандарт: "Standard",
  "Стандарт з підтримками": "Standard with supports",
  "Для звисів": "For overhangs",
  Деталізований: "Detailed",
  "Тонкий шар": "Thin layers",
  Міцний: "Strong",
  "Для навантажених деталей": "For parts under load",
  "SLA 50 мкм": "SLA 50 µm",
  "SLA 25 мкм": "SLA 25 µm",
  "MSLA 50 мкм": "MSLA 50 µm",
  "MSLA 25 мкм": "MSLA 25 µm",
  "SLS 100 мкм": "SLS 100 µm",
  "Порошок тримає деталь сам": "The powder itself holds the part",

  Шліфування: "Sanding",
  "Вручну, P240–P600": "By hand, P240 to P600",
  Ґрунтування: "Priming",
  "Фарбування в один колір": "Painting in one colour",
  "Акрил, RAL": "Acrylic, RAL",
  "Видалення підтримок": "Removing supports",
  "Ацетонова баня": "Acetone bath",
  "Гладка поверхня, лише ABS": "A smooth surface, for ABS only",
  "Додаткове засвічування": "Further curing",
  "Миття та засвічування": "Washing and curing",
  "Піскоструминне очищення": "Sandblasting",

  "Тримач для навушників": "Headphone holder",
  "PLA, кріпиться до столу": "PLA, fixed to the desk",
  "Кашпо «Хвиля»": "Wave flowerpot",
  "Діаметр 120 мм": "120 mm across",
  "Набір шестерень для навчання": "Set of gears for learning",
  теракотовий: "terracotta",
  шавлія: "sage",
};

export const KOBZA_WELCOME_IN_ENGLISH =
  "We print in Kyiv, from one part on. Send a model: its price is there within a minute, without calls or letters.\n" +
  "Not sure about the material? PLA is for the home, PETG for outdoors and for load.";

export const KOBZA_TERMS_IN_ENGLISH =
  "We print once the studio has confirmed the order; until then you can cancel it on its page.\n" +
  "Sizes are kept within ± 0.3 mm per 100 mm. Marks of layers and supports are no fault.\n" +
  "The model must be yours or free to print. We pass it on to no one.\n" +
  "A faulty part is printed again or refunded within 14 days.";
