// Words of process parameters. English meanings and sources stand in the slicer's own table.

import {
  type BUILD_VOLUME_PARAMETERS,
  DEFAULT_MACHINE,
  type LayeredProcess,
  type LayeredTechnology,
  type PROCESS_PARAMETERS,
  type ProcessParameter,
} from "../../../../slicer-service/src/contract/process-parameters.ts";
import { processOf } from "../../../../slicer-service/src/contract/technologies.ts";
import type { Language } from "../../../domain/person.ts";
import { wording } from "../../../pages/words.ts";

export const parameterWords = wording({
  en: {
    title: (technology: string) => `${technology}: process parameters`,
    text: "Prints of these technologies are estimated from your machine's own numbers. Where you state none, published or assumed ones of a usual machine apply.",
    defaultsOf: (machine: string) => `The defaults describe ${machine}.`,
    ownCount: (count: string) => `${count} of your own`,
    noneOwn: "Defaults only",
    parameter: "Parameter",
    own: "Your value",
    ofQuality: "Value of this quality",
    bounds: "Bounds",
    fallback: "Default",
    ofStudio: "your value",
    source: "Source of the default",
    assumption: "Assumption",
    emptyMeansDefault: "Empty: the default.",
    saved: (technology: string) => `${technology}: the process parameters are saved.`,
    reset: "Back to all defaults",
  },
  uk: {
    title: (technology) => `${technology}: параметри процесу`,
    text: "Друк цими технологіями оцінюється за параметрами вашого принтера. Де ви їх не вказали, діють опубліковані чи припущені для звичайного принтера.",
    defaultsOf: (machine) => `Типові значення описують ${machine}.`,
    ownCount: (count) => `своїх значень: ${count}`,
    noneOwn: "Лише типові",
    parameter: "Параметр",
    own: "Ваше значення",
    ofQuality: "Значення цієї якості",
    bounds: "Межі",
    fallback: "Типове",
    ofStudio: "ваше значення",
    source: "Звідки типове значення",
    assumption: "Припущення",
    emptyMeansDefault: "Порожньо — типове.",
    saved: (technology) => `${technology}: параметри процесу збережено.`,
    reset: "Повернути всі типові",
  },
});

type ParameterName<Process extends LayeredProcess> =
  | Exclude<keyof (typeof PROCESS_PARAMETERS)[Process], "layerHeightMm">
  | (Process extends keyof typeof BUILD_VOLUME_PARAMETERS ? keyof (typeof BUILD_VOLUME_PARAMETERS)[Process] : never);

const SUPPORTS_UK = {
  elevationMm: "наскільки підтримки піднімають деталь над основою",
  padMm: "товщина основи, на якій стоять підтримки",
  supportCubicMmPerSquareMm: "смола на підтримки й основу на кожен квадратний міліметр деталі, що дивиться вниз",
};

const BUILD_VOLUME_UK = {
  buildXMm: "ширина робочого об’єму: більші деталі не вміщуються",
  buildYMm: "глибина робочого об’єму",
  buildZMm: "висота робочого об’єму",
};

const MEANINGS_UK: { readonly [Process in LayeredProcess]: Readonly<Record<ParameterName<Process>, string>> } = {
  image_resin: {
    exposureSeconds: "засвічування шару",
    initialExposureSeconds: "засвічування перших шарів",
    initialLayers: "скільки шарів засвічується як перші",
    fadedLayers: "за скільки шарів засвічування потім спадає до звичайного",
    tiltSeconds: "нахил ванни вниз і вгору, щоб відділити шар",
    liftMm: "наскільки піднімається платформа, щоб відділити шар",
    liftMmPerMinute: "швидкість підйому",
    retractMmPerMinute: "швидкість повернення",
    waitSeconds: "очікування до й після засвічування та після підйому, разом",
    largeLayerSquareMm: "площа, від якої шар відділяється повільно",
    largeLayerExtraSeconds: "наскільки довше триває такий шар",
    feedSecondsPerMm: "переміщення платформи на наступний шар",
    ...SUPPORTS_UK,
    ...BUILD_VOLUME_UK,
  },
  laser_resin: {
    scanMmPerSecond: "середня швидкість лазера разом зі стрибками",
    hatchMm: "відстань між двома лініями лазера",
    recoatSeconds: "відділення шару й покриття його свіжою смолою",
    ...SUPPORTS_UK,
    ...BUILD_VOLUME_UK,
  },
  powder: {
    scanMmPerSecond: "середня швидкість лазера разом зі стрибками",
    hatchMm: "відстань між двома лініями лазера",
    recoatSeconds: "нанесення шару порошку та його нагрів",
    warmUpSeconds: "нагрів камери перед друком",
    coolDownSeconds: "охолодження після друку; 0, якщо камеру виймають і вставляють іншу",
    chamberXMm: "ширина камери",
    chamberYMm: "глибина камери",
    chamberZMm: "висота, до якої зазвичай наповнюють камеру",
    packingPercent: "яку частину камери зазвичай займають коробки навколо деталей",
    partSpacingMm: "відстань між двома деталями",
    powderLossPercent: "скільки порошку псується поруч із деталлю, від об’єму самої деталі",
  },
};

/** Reasons of assumptions. Publications keep their English title, by which they can be found. */
const ASSUMPTIONS_UK: Readonly<Record<string, string>> = {
  "dlp exposureSeconds":
    "для цього принтера нічого не опубліковано: між 2 с для LCD і тим, чого смоли вимагають від DLP",
  "dlp initialExposureSeconds": "для цього принтера нічого не опубліковано: звичайне для принтерів із підйомом",
  "dlp initialLayers": "звичайне для принтерів із підйомом, які довго засвічують перші шари без переходу",
  "dlp fadedLayers": "звичайне для принтерів із підйомом: див. перші шари",
  "dlp largeLayerSquareMm": "половина екрана 132,8 × 74,7 мм; без додаткових секунд не діє",
  "sla scanMmPerSecond": "для жодного принтера не опубліковано; з такою відстанню ліній твердне 255 мм² за секунду",
  "sla hatchMm": "ширина плями 85 мкм, як у doi:10.20944/preprints202403.0520 для настільного принтера",
  "sla recoatSeconds": "для жодного принтера не опубліковано: відділення й вирівнювання настільного принтера",
  "sla elevationMm": "як у принтерів із екраном: підтримки в них такі самі",
  "sla padMm": "як у принтерів із екраном: підтримки в них такі самі",
  "sla supportCubicMmPerSquareMm": "як у принтерів із екраном: підтримки в них такі самі",
  "sls scanMmPerSecond": "для сучасних принтерів не опубліковано: порядку того, що виробники називають найшвидшим",
  "sls hatchMm": "звичайне в дослідженнях спікання PA12",
  "sls recoatSeconds": "для сучасних принтерів не опубліковано",
  "sls warmUpSeconds": "півтори години; для сучасних принтерів не опубліковано",
  "sls coolDownSeconds": "дванадцять годин, протягом яких принтер нічого іншого не робить",
  "sls packingPercent": "коробки деталей різної форми займають близько половини того, у що їх складено",
  "sls powderLossPercent": "зіпсований порошок враховано в ціні кілограма матеріалу",
};

const MACHINES_UK: Readonly<Record<LayeredTechnology, string>> = {
  sla: "настільний лазерний принтер із плямою 85 мкм",
  dlp: "Elegoo Mars 4 DLP, який піднімає платформу",
  msla: "Original Prusa SL1S SPEED, який нахиляє ванну",
  sls: "настільний порошковий принтер із камерою 165 × 165 × 300 мм",
};

/** English stands in the parameters themselves. */
const MEANINGS: Readonly<Record<Language, Partial<typeof MEANINGS_UK>>> = { en: {}, uk: MEANINGS_UK };
const ASSUMPTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, uk: ASSUMPTIONS_UK };
const MACHINES: Readonly<Record<Language, Readonly<Record<LayeredTechnology, string>>>> = {
  en: DEFAULT_MACHINE,
  uk: MACHINES_UK,
};

export function parameterMeaning(
  language: Language,
  technology: LayeredTechnology,
  name: string,
  parameter: ProcessParameter,
): string {
  const translated: Readonly<Record<string, string>> = MEANINGS[language][processOf(technology)] ?? {};
  return translated[name] ?? parameter.meaning;
}

/** @returns `isEnglish` if there is no translation */
export function parameterSource(
  language: Language,
  technology: LayeredTechnology,
  name: string,
  parameter: ProcessParameter,
): { readonly text: string; readonly isEnglish: boolean } {
  const translated = ASSUMPTIONS[language][`${technology} ${name}`];
  return { text: translated ?? parameter.source, isEnglish: translated === undefined };
}

export function defaultMachineName(language: Language, technology: LayeredTechnology): string {
  return MACHINES[language][technology];
}
