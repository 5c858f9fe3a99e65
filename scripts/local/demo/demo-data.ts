// The demo studios and their catalogs as tables: prices in hryvnias, weights in grams, lengths in millimetres.
//
// demo-studios.ts converts these numbers into the database's units.

import type { TechnologySlug } from "../../../slicer-service/src/contract/technologies.ts";
import type { StudioParameters } from "../../../src/db/column-types.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { PrinterStatus } from "../../../src/domain/workshop.ts";
import { KOBZA_IN_ENGLISH, KOBZA_TERMS_IN_ENGLISH, KOBZA_WELCOME_IN_ENGLISH } from "./demo-english.ts";

export type MaterialRow = readonly [
  technology: TechnologySlug,
  name: string,
  color: string | null,
  colorHex: string | null,
  densityGramsPerCubicCm: number,
  pricePerKg: number,
  stockGrams: number | null,
  lowStockGrams: number | null,
  status: "active" | "inactive",
];

export type QualityRow = readonly [
  technology: TechnologySlug,
  name: string,
  description: string | null,
  layerHeightMm: number,
  nozzleDiameterMm: number | null,
  infillPercent: number | null,
  walls: number | null,
  topLayers: number | null,
  bottomLayers: number | null,
  supports: "supports" | "no supports",
  speed: "draft" | "standard" | "fine",
  use: "default" | "active" | "inactive",
];

export type FinishingRow = readonly [
  technology: TechnologySlug | "any",
  name: string,
  description: string | null,
  charge: { readonly price: number } | { readonly percent: number } | "free",
  state: "offered" | "archived",
  fits?: { readonly materials?: readonly string[]; readonly onlyWithSupports?: boolean },
];

export type ProductRow = readonly [
  title: string,
  description: string | null,
  price: number,
  leadTimeDays: number | null,
  state: "active" | "inactive",
  /** Absent: it is not on the shelf of the order page. */
  shelf?: ProductShelfRow,
];

/** Pieces ready to ship: of the product, or of each of its colours. */
export type ProductShelfRow =
  | { readonly stock: number }
  | { readonly colors: readonly (readonly [name: string, hex: string, stock: number])[] };

const WAVE_COLORS = [
  ["теракотовий", "#c1623f", 4],
  ["білий", "#f4f4f0", 2],
  ["шавлія", "#9caf88", 0],
] as const;

export type PrinterRow = readonly [
  technology: TechnologySlug,
  name: string,
  model: string | null,
  buildVolume: string | null,
  status: PrinterStatus,
  maintenanceNote: string | null,
];

export type MachineRow = readonly [name: string, preset: string, qualities: readonly string[]];

/** Without a price, customers pay the carrier. */
export type DeliveryMethodRow = readonly [name: string, price: number | null, freeFrom: number | null];

export type QuantityTierRow = readonly [fromQuantity: number, discountPercent: number];

export type PriorityRow = readonly [name: string, nameInEnglish: string, surchargePercent: number, workingDays: number];

export interface DemoCatalog {
  /** Machine profiles by presets, and the names of the qualities that they print. */
  readonly machines: readonly MachineRow[];
  readonly materials: readonly MaterialRow[];
  readonly qualities: readonly QualityRow[];
  readonly finishings: readonly FinishingRow[];
  readonly products: readonly ProductRow[];
  readonly deliveryMethods: readonly DeliveryMethodRow[];
  readonly printers: readonly PrinterRow[];
}

/** The settings of its order page. Amounts are in hryvnias. */
export interface DemoStorefront {
  readonly allowedSites: readonly string[];
  readonly welcome: string;
  readonly terms: string;
  readonly welcomeInSecondLanguage?: string;
  readonly termsInSecondLanguage?: string;
  /** Stands under the account among the payment details. */
  readonly contacts: string;
  readonly advancePercent: number | null;
  /** A bank that does not exist, and an account of it with right check digits. */
  readonly payeeName: string;
  readonly payeeIban: string;
  readonly payeeCode: string;
  readonly minimumOrder: number | null;
  readonly maximumOrder: number | null;
  readonly printHoursPerDay: number;
  readonly handlingDays: number;
  /** Names of materials and qualities that only the studio itself chooses. */
  readonly notOffered: readonly string[];
}

export interface DemoStudio {
  readonly slug: string;
  readonly title: string;
  readonly plan: Plan;
  readonly hourlyRate: number;
  readonly setupCost: number;
  readonly minimumPrice: number;
  readonly markupPercent: number;
  readonly quantityTiers?: readonly QuantityTierRow[];
  readonly priorities?: readonly PriorityRow[];
  readonly catalog: DemoCatalog;
  /** The catalog's texts in the second language, by the studio's own. */
  readonly inSecondLanguage?: Readonly<Record<string, string>>;
  /** None: the page is as it is before its studio has set it up. */
  readonly storefront?: DemoStorefront;
  /** Its resin and powder printers' parameters that differ from the defaults. */
  readonly processParameters?: StudioParameters;
}

const NO_CATALOG: DemoCatalog = {
  machines: [],
  materials: [],
  qualities: [],
  finishings: [],
  products: [],
  deliveryMethods: [],
  printers: [],
};

/** A small studio: mostly filament, with resin and powder for the parts that filament cannot print. */
const kobza: DemoCatalog = {
  machines: [["MK4S, сопло 0,4", "prusa-mk4s", ["Міцний"]]],
  materials: [
    ["fdm", "PLA", "білий", "#f5f5f5", 1.24, 620, 8400, 1000, "active"],
    ["fdm", "PLA", "чорний", "#1a1a1a", 1.24, 620, 640, 1000, "active"],
    ["fdm", "PLA Silk", "золотий", "#d4af37", 1.24, 890, 2100, 500, "active"],
    ["fdm", "PETG", "прозорий", "#e8f0f2", 1.27, 690, 5200, 1000, "active"],
    ["fdm", "ABS", "сірий", "#808080", 1.04, 710, 3000, 1000, "active"],
    ["fdm", "TPU 95A", "червоний", "#c62828", 1.21, 1380, 750, 500, "active"],
    ["fdm", "HIPS", "натуральний", "#efe9dc", 1.04, 840, 0, 500, "inactive"],
    ["sla", "Resin Standard", "сірий", "#8a8d8f", 1.18, 1750, 3600, 1000, "active"],
    ["sla", "Resin Clear", "прозорий", "#eef6f7", 1.17, 2150, 900, 1000, "active"],
    ["dlp", "Resin Castable", "зелений", "#2e7d32", 1.11, 6900, 480, 250, "active"],
    ["dlp", "Resin Dental Model", "бежевий", "#e3c9a8", 1.16, 4300, 1200, 500, "active"],
    ["msla", "Resin ABS-Like", "чорний", "#212121", 1.13, 1480, 5000, 1000, "active"],
    ["msla", "Resin Water Washable", "білий", "#fafafa", 1.15, 1390, 2500, 1000, "active"],
    ["sls", "PA12", "білий", "#f0efe9", 0.95, 3900, 14000, 4000, "active"],
    ["sls", "TPU 88A", "сірий", "#9e9e9e", 1.05, 5600, null, null, "inactive"],
  ],
  qualities: [
    ["fdm", "Чернетка", "Швидко, шари видно", 0.3, 0.4, 15, 2, 3, 3, "no supports", "draft", "active"],
    ["fdm", "Стандарт", null, 0.2, 0.4, 20, 2, 4, 4, "no supports", "standard", "default"],
    ["fdm", "Стандарт з підтримками", "Для звисів", 0.2, 0.4, 20, 2, 4, 4, "supports", "standard", "active"],
    ["fdm", "Деталізований", "Тонкий шар", 0.12, 0.4, 20, 3, 6, 6, "no supports", "fine", "active"],
    ["fdm", "Міцний", "Для навантажених деталей", 0.2, 0.4, 50, 4, 5, 5, "no supports", "standard", "active"],
    ["fdm", "Сопло 0.6", "Знято з виробництва", 0.3, 0.6, 15, 2, 3, 3, "no supports", "draft", "inactive"],
    ["sla", "SLA 50 мкм", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["sla", "SLA 25 мкм", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["dlp", "DLP 50 мкм", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["msla", "MSLA 50 мкм", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["msla", "MSLA 25 мкм", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    [
      "sls",
      "SLS 100 мкм",
      "Порошок тримає деталь сам",
      0.1,
      null,
      null,
      null,
      null,
      null,
      "no supports",
      "standard",
      "default",
    ],
  ],
  finishings: [
    ["any", "Шліфування", "Вручну, P240–P600", { percent: 18 }, "offered"],
    ["any", "Ґрунтування", null, { price: 70 }, "offered"],
    ["any", "Фарбування в один колір", "Акрил, RAL", { percent: 35 }, "offered"],
    ["fdm", "Видалення підтримок", null, { price: 25 }, "offered", { onlyWithSupports: true }],
    ["fdm", "Ацетонова баня", "Гладка поверхня, лише ABS", { price: 90 }, "offered", { materials: ["ABS"] }],
    ["sla", "Додаткове засвічування", null, { price: 40 }, "offered"],
    ["msla", "Миття та засвічування", null, { price: 35 }, "offered"],
    ["sls", "Піскоструминне очищення", null, { percent: 12 }, "offered"],
    ["any", "Хромування", "Більше не пропонуємо", { price: 450 }, "archived"],
  ],
  products: [
    ["Тримач для навушників", "PLA, кріпиться до столу", 320, 3, "active", { stock: 6 }],
    ["Кашпо «Хвиля»", "Діаметр 120 мм", 410, 4, "active", { colors: WAVE_COLORS }],
    ["Набір шестерень для навчання", null, 560, 5, "active", { stock: 0 }],
    ["Новорічна куля", null, 95, 2, "inactive"],
  ],
  deliveryMethods: [
    ["Нова Пошта", null, null],
    ["Самовивіз", null, null],
    ["Кур’єр Києвом", 180, 3000],
  ],
  printers: [
    ["fdm", "Перший", "Prusa MK4S", "250x210x220 mm", "active", null],
    ["fdm", "Другий", "Bambu Lab A1", "256x256x256 mm", "active", null],
    ["sla", "Смола", "Formlabs Form 3+", "145x145x193 mm", "maintenance", "Замінити ванну"],
  ],
};

/** A prototyping studio: dearer and with more of everything technical. */
const dnipro: DemoCatalog = {
  machines: [],
  materials: [
    ["fdm", "PLA+", "сірий", "#6e7377", 1.24, 740, 11000, 2000, "active"],
    ["fdm", "PETG", "чорний", "#111111", 1.27, 790, 9200, 2000, "active"],
    ["fdm", "PETG-CF", "чорний матовий", "#262626", 1.3, 1980, 2400, 750, "active"],
    ["fdm", "ASA", "білий", "#f7f7f2", 1.07, 1150, 4100, 1000, "active"],
    ["fdm", "PA6-CF", "чорний", "#1c1c1c", 1.17, 3350, 820, 1000, "active"],
    ["fdm", "PC", "прозорий", "#dfe7ea", 1.2, 2250, 1900, 500, "active"],
    ["fdm", "TPU 85A", "чорний", "#171717", 1.2, 1720, 1300, 500, "active"],
    ["fdm", "PVA", "натуральний", "#f3ecd8", 1.19, 3900, 150, 250, "inactive"],
    ["sla", "Tough 2000", "темно-сірий", "#4a4d50", 1.18, 7600, 2300, 1000, "active"],
    ["sla", "High Temp", "бурштиновий", "#c98f3a", 1.2, 9100, 700, 1000, "active"],
    ["sla", "Elastic 50A", "прозорий", "#e9eef0", 1.01, 9800, null, null, "inactive"],
    ["dlp", "Rigid White", "білий", "#ffffff", 1.14, 5400, 1800, 500, "active"],
    ["dlp", "Castable Wax", "фіолетовий", "#5e35b1", 1.1, 11800, 300, 250, "active"],
    ["msla", "ABS-Like Pro", "сірий", "#7b7f83", 1.13, 1890, 7200, 2000, "active"],
    ["msla", "Flexible", "чорний", "#202020", 1.1, 3250, 900, 500, "active"],
    ["sls", "PA12", "сірий", "#a5a5a0", 0.95, 4300, 26000, 6000, "active"],
    ["sls", "PA12-GF", "сірий", "#8f8f8a", 1.22, 5200, 5200, 6000, "active"],
  ],
  qualities: [
    ["fdm", "Draft 0.30", "Макети та примірки", 0.3, 0.4, 10, 2, 3, 3, "no supports", "draft", "active"],
    ["fdm", "Standard 0.20", null, 0.2, 0.4, 25, 3, 5, 5, "no supports", "standard", "default"],
    ["fdm", "Standard 0.20 + підтримки", null, 0.2, 0.4, 25, 3, 5, 5, "supports", "standard", "active"],
    ["fdm", "Fine 0.12", null, 0.12, 0.4, 25, 3, 7, 7, "supports", "fine", "active"],
    ["fdm", "Solid", "Заповнення 100 %", 0.2, 0.4, 100, 3, 5, 5, "no supports", "standard", "active"],
    ["fdm", "Fine 0.08", "Сопло 0.25", 0.08, 0.25, 20, 3, 9, 9, "supports", "fine", "inactive"],
    ["sla", "SLA 0.05", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["sla", "SLA 0.025", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["dlp", "DLP 0.05", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["dlp", "DLP 0.025", "Ювелірна точність", 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["msla", "MSLA 0.05", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["sls", "SLS 0.1", null, 0.1, null, null, null, null, null, "no supports", "standard", "default"],
  ],
  finishings: [
    ["any", "Шліфування", "До P1000", { percent: 22 }, "offered"],
    ["any", "Фарбування", "Автоемаль у два шари", { price: 260 }, "offered"],
    ["any", "Контроль розмірів", "Протокол вимірювання", { price: 180 }, "offered"],
    ["fdm", "Термозакладні гайки", "M3, до чотирьох", { price: 60 }, "offered"],
    ["fdm", "Відпал", "PA6-CF, PC", { percent: 10 }, "offered"],
    ["sla", "Полірування до прозорості", null, { percent: 40 }, "offered"],
    ["dlp", "Підготовка до лиття", null, { price: 120 }, "offered"],
    ["sls", "Фарбування в масі, чорний", null, { percent: 15 }, "offered"],
    ["sls", "Хімічне згладжування", null, { price: 210 }, "offered"],
    ["any", "Гідрографічний друк", null, { price: 320 }, "archived"],
  ],
  products: [
    ["Корпус для Raspberry Pi 5", "PETG, з вентиляцією", 480, 2, "active"],
    ["Комплект ніжок для верстата", "TPU 85A, 4 шт.", 350, 3, "active"],
    ["Зразки матеріалів", "По одному з кожної технології", 900, 7, "active"],
  ],
  deliveryMethods: [
    ["Нова Пошта", null, null],
    ["Кур'єр", 150, null],
    ["Самовивіз (Дніпро, вул. Робоча)", null, null],
  ],
  printers: [
    ["fdm", "FDM-1", "Bambu Lab X1E", "256x256x256 mm", "active", null],
    ["fdm", "FDM-2", "Prusa XL", "360x360x360 mm", "active", null],
    ["sla", "SLA-1", "Formlabs Form 4", "200x125x210 mm", "active", null],
    ["dlp", "DLP-1", "Asiga MAX UV", "119x67x75mm", "active", null],
    ["sls", "SLS-1", "Formlabs Fuse 1+", "165x165x300 mm", "offline", "Чекає на порошок"],
  ],
};

/** A print farm: the cheapest per gram, with a setup cost for every item. */
const arsenal: DemoCatalog = {
  machines: [],
  materials: [
    ["fdm", "PLA", "білий", "#ffffff", 1.24, 480, 64000, 10000, "active"],
    ["fdm", "PLA", "чорний", "#000000", 1.24, 480, 71000, 10000, "active"],
    ["fdm", "PLA", "синій", "#0057b7", 1.24, 495, 18000, 5000, "active"],
    ["fdm", "PLA", "жовтий", "#ffd700", 1.24, 495, 4200, 5000, "active"],
    ["fdm", "PLA", "червоний", "#d32f2f", 1.24, 495, 16500, 5000, "active"],
    ["fdm", "PETG", "білий", "#fdfdfd", 1.27, 520, 40000, 10000, "active"],
    ["fdm", "PETG", "чорний", "#0d0d0d", 1.27, 520, 38500, 10000, "active"],
    ["fdm", "ABS", "чорний", "#141414", 1.04, 540, 22000, 8000, "active"],
    ["fdm", "ASA", "сірий", "#757575", 1.07, 880, 9000, 3000, "active"],
    ["fdm", "TPU 95A", "чорний", "#101010", 1.21, 1090, 6000, 2000, "active"],
    ["fdm", "PLA Wood", "дуб", "#a1784f", 1.15, 1020, 0, 1000, "inactive"],
    ["sla", "Resin Draft", "сірий", "#90949a", 1.16, 1550, 8000, 2000, "active"],
    ["sla", "Resin Tough", "чорний", "#1f1f1f", 1.18, 3100, 3900, 2000, "active"],
    ["dlp", "Resin Model", "слонова кістка", "#efe3c8", 1.15, 2900, 4400, 1500, "active"],
    ["dlp", "Resin Surgical Guide", "прозорий", "#e6f1f0", 1.12, 8700, null, null, "inactive"],
    ["msla", "Resin Basic", "сірий", "#85888c", 1.14, 1120, 30000, 5000, "active"],
    ["msla", "Resin Basic", "білий", "#fbfbfb", 1.14, 1120, 4800, 5000, "active"],
    ["msla", "Resin Plant-Based", "чорний", "#191919", 1.12, 1360, 9500, 3000, "active"],
    ["sls", "PA12", "білий", "#f2f1ec", 0.95, 3300, 120000, 25000, "active"],
    ["sls", "PA11", "темно-сірий", "#55585a", 0.99, 4700, 18000, 20000, "active"],
    ["sls", "TPU 90A", "чорний", "#232323", 1.08, 4950, 12500, 5000, "active"],
  ],
  qualities: [
    ["fdm", "Економ", "Найшвидше", 0.3, 0.4, 10, 2, 3, 3, "no supports", "draft", "active"],
    ["fdm", "Економ з підтримками", null, 0.3, 0.4, 10, 2, 3, 3, "supports", "draft", "active"],
    ["fdm", "Серійний", null, 0.2, 0.4, 15, 2, 4, 4, "no supports", "standard", "default"],
    ["fdm", "Серійний з підтримками", null, 0.2, 0.4, 15, 2, 4, 4, "supports", "standard", "active"],
    ["fdm", "Точний", null, 0.12, 0.4, 15, 3, 6, 6, "no supports", "fine", "active"],
    ["fdm", "Силовий", "Чотири периметри", 0.2, 0.4, 40, 4, 6, 6, "no supports", "standard", "active"],
    ["fdm", "Сопло 0.8", "Великі макети", 0.4, 0.8, 10, 2, 3, 3, "no supports", "draft", "inactive"],
    ["sla", "SLA 50", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["sla", "SLA 25", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["dlp", "DLP 50", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["dlp", "DLP 25", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["msla", "MSLA 50", null, 0.05, null, null, null, null, null, "supports", "standard", "default"],
    ["msla", "MSLA 25", null, 0.025, null, null, null, null, null, "supports", "fine", "active"],
    ["sls", "SLS 100", null, 0.1, null, null, null, null, null, "no supports", "standard", "default"],
  ],
  finishings: [
    ["any", "Шліфування", null, { percent: 12 }, "offered"],
    ["any", "Фарбування", "Один колір за RAL", { percent: 25 }, "offered"],
    ["any", "Поштучне пакування", null, { price: 8 }, "offered"],
    ["any", "Огляд та зачищення", "Входить у ціну", "free", "offered"],
    ["fdm", "Видалення підтримок", null, { price: 15 }, "offered"],
    ["fdm", "Склеювання частин", null, { price: 45 }, "offered"],
    ["sla", "Додаткове засвічування", null, { price: 20 }, "offered"],
    ["msla", "Миття та засвічування", null, { price: 18 }, "offered"],
    ["sls", "Піскоструминне очищення", null, { percent: 8 }, "offered"],
    ["sls", "Фарбування в масі, чорний", null, { percent: 9.5 }, "offered"],
    ["any", "Лакування", null, { price: 60 }, "archived"],
  ],
  products: [
    ["Органайзер для кабелів", "Набір, 10 шт.", 190, 2, "active"],
    ["Табличка з номером", "До 12 знаків", 240, 3, "active"],
    ["Гачок настінний", "Витримує 5 кг", 60, 2, "active"],
    ["Ліхтар «Соти»", null, 390, 4, "active"],
    ["Підставка для телефону", "Попередня версія", 110, null, "inactive"],
  ],
  deliveryMethods: [
    ["Нова Пошта", null, null],
    ["Укрпошта", 60, 5000],
    ["Кур'єр", 200, 5000],
    ["Самовивіз", null, null],
  ],
  printers: [
    ["fdm", "Ряд А-1", "Creality K1 Max", "300x300x300 mm", "active", null],
    ["fdm", "Ряд А-2", "Creality K1 Max", "300x300x300 mm", "active", null],
    ["fdm", "Ряд А-3", "Creality K1 Max", "300x300x300 mm", "maintenance", "Замінити сопло"],
    ["fdm", "Ряд Б-1", "Elegoo Neptune 4 Max", "420x420x480 mm", "active", null],
    ["msla", "Смола 1", "Elegoo Saturn 4 Ultra", "218x122x220 mm", "active", null],
    ["sls", "Порошок 1", "Sinterit Lisa X", "130x180x330 mm", "active", null],
  ],
};

/** The address of the pages that `npm run -w example-widget start` serves. */
const WIDGET_EXAMPLE = ["http://127.0.0.1:8792", "http://localhost:8792"];

const kobzaStorefront: DemoStorefront = {
  allowedSites: WIDGET_EXAMPLE,
  welcome:
    "Друкуємо в Києві від однієї деталі. Надішліть модель — ціну видно за хвилину, без дзвінків і листування.\n" +
    "Не впевнені в матеріалі? Для дому беріть PLA, для вулиці та навантажень — PETG.",
  terms:
    "Друкуємо після підтвердження замовлення студією; до підтвердження його можна скасувати на сторінці замовлення.\n" +
    "Розміри витримуємо до ± 0,3 мм на 100 мм. Сліди шарів і підтримок — не брак.\n" +
    "Модель має бути вашою або вільною для друку. Ми нікому її не передаємо.\n" +
    "Неякісну деталь передрукуємо або повернемо гроші протягом 14 днів.",
  welcomeInSecondLanguage: KOBZA_WELCOME_IN_ENGLISH,
  termsInSecondLanguage: KOBZA_TERMS_IN_ENGLISH,
  contacts: "м. Київ, вул. Прикладна, 1\n+380 44 000 00 00\ndruk@example.com",
  advancePercent: 50,
  payeeName: "ФОП Кобзар Остап Дмитрович",
  payeeIban: "UA620000000000000000000000001",
  payeeCode: "0000000001",
  minimumOrder: 150,
  maximumOrder: 50_000,
  printHoursPerDay: 16,
  handlingDays: 1,
  // For jewellers and dentists, who talk to the studio first.
  notOffered: ["Resin Castable", "Resin Dental Model", "DLP 50 мкм"],
};

const dniproStorefront: DemoStorefront = {
  allowedSites: [],
  welcome: "Прототипи та дрібні серії: інженерні пластики, смоли, порошок. Контроль розмірів — за вашим кресленням.",
  terms:
    "Замовлення беремо в роботу після передплати 50 %.\n" +
    "Строк на сторінці — оцінка за чергою; точну дату називає інженер під час підтвердження.\n" +
    "За окремою угодою підписуємо договір про нерозголошення.",
  contacts: "м. Дніпро, вул. Робоча, 1\n+380 56 000 00 00\nproto@example.com",
  advancePercent: 50,
  payeeName: "ТОВ «Приклад Прототип»",
  payeeIban: "UA350000000000000000000000002",
  payeeCode: "00000002",
  minimumOrder: 500,
  maximumOrder: null,
  printHoursPerDay: 20,
  handlingDays: 2,
  notOffered: ["Castable Wax", "Solid"],
};

const arsenalStorefront: DemoStorefront = {
  allowedSites: [],
  welcome: "Ферма принтерів: що більше копій, то дешевше за копію й швидше разом. Відправляємо щодня о 17:00.",
  terms: "Мінімальне замовлення — 100 ₴. Друкуємо цілодобово, без вихідних.\nВід 5 000 ₴ доставка за наш рахунок.",
  contacts: "м. Київ, вул. Прикладна, 3\n+380 44 000 00 03\nfarm@example.com",
  advancePercent: null,
  payeeName: "ФОП Арсенальна Олена Ігорівна",
  payeeIban: "UA080000000000000000000000003",
  payeeCode: "0000000003",
  minimumOrder: 100,
  maximumOrder: 200_000,
  printHoursPerDay: 24,
  handlingDays: 0,
  notOffered: [],
};

export const DEMO_STUDIOS: readonly DemoStudio[] = [
  {
    slug: "kobza-druk",
    title: "Кобза Друк",
    plan: "pro",
    hourlyRate: 45,
    setupCost: 30,
    minimumPrice: 120,
    markupPercent: 15,
    quantityTiers: [
      [10, 5],
      [50, 10],
    ],
    priorities: [["Терміново", "Urgent", 30, 1]],
    catalog: kobza,
    inSecondLanguage: KOBZA_IN_ENGLISH,
    storefront: kobzaStorefront,
  },
  {
    slug: "dnipro-prototyp",
    title: "Дніпро Прототип",
    plan: "pro",
    hourlyRate: 85,
    setupCost: 80,
    minimumPrice: 300,
    markupPercent: 22.5,
    catalog: dnipro,
    storefront: dniproStorefront,
  },
  {
    slug: "arsenal-3d",
    title: "Арсенал 3D",
    plan: "enterprise",
    hourlyRate: 28,
    setupCost: 15,
    minimumPrice: 60,
    markupPercent: 10,
    quantityTiers: [
      [10, 4],
      [100, 12],
      [500, 20],
    ],
    catalog: arsenal,
    storefront: arsenalStorefront,
    // Its powder printer's chamber, in millimetres.
    processParameters: { sls: { chamberXMm: 130, chamberYMm: 180, chamberZMm: 330 } },
  },
  {
    slug: "maisternia",
    title: "Майстерня на Подолі",
    plan: "basic",
    hourlyRate: 50,
    setupCost: 0,
    minimumPrice: 100,
    markupPercent: 10,
    catalog: NO_CATALOG,
  },
  {
    slug: "pershyi-shar",
    title: "Перший шар",
    plan: "free",
    hourlyRate: 40,
    setupCost: 0,
    minimumPrice: 0,
    markupPercent: 0,
    catalog: NO_CATALOG,
  },
];
