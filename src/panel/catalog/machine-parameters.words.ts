// Words of machine parameters. English meanings and sources stand in the slicer's own table.

import type { FilamentGroup } from "../../../slicer-service/src/contract/filament-parameters.ts";
import type { Language } from "../../domain/person.ts";
import type { MachineParameter, MachineParameterName } from "../../machine-profiles/machine-parameters.ts";
import { wording } from "../../pages/words.ts";
import type { ParameterSource } from "./parameter-table.tsx";

export const groupWords = wording<Readonly<Record<FilamentGroup, string>>>({
  en: {
    nozzle: "Nozzle and filament",
    lines: "Lines and the first layer",
    walls: "Walls and skin",
    infill: "Infill and bridges",
    speeds: "Speeds",
    accelerations: "Accelerations",
    limits: "What the machine allows",
    retraction: "Retraction and travel",
    cooling: "Cooling",
    supports: "Supports",
    print: "Once per print",
  },
  uk: {
    nozzle: "Сопло й філамент",
    lines: "Лінії та перший шар",
    walls: "Стінки та оболонка",
    infill: "Заповнення й мости",
    speeds: "Швидкості",
    accelerations: "Прискорення",
    limits: "Межі самого принтера",
    retraction: "Ретракт і переїзди",
    cooling: "Охолодження",
    supports: "Підтримки",
    print: "Один раз на друк",
  },
});

const MEANINGS_UK: Readonly<Record<MachineParameterName, string>> = {
  nozzleDiameterMm: "діаметр сопла, якщо якість друку не називає свого",
  filamentDiameterMm: "діаметр філаменту",
  extrusionPercent: "скільки пластику подається від розрахованого (множник екструзії, потік)",
  maxFlowCubicMmPerSecond:
    "найбільше, що плавиться за секунду (максимальна об’ємна подача); 0 — без обмеження. Діє менше з двох: принтера чи матеріалу",
  outerWallWidthPercent: "ширина зовнішніх стінок, від сопла",
  innerWallWidthPercent: "ширина внутрішніх стінок, від сопла",
  infillWidthPercent: "ширина ліній заповнення, від сопла",
  solidInfillWidthPercent: "ширина ліній суцільних шарів, від сопла",
  topSurfaceWidthPercent: "ширина ліній найверхніших шарів, від сопла",
  supportWidthPercent: "ширина ліній підтримок, від сопла",
  firstLayerWidthPercent: "ширина ліній першого шару, від сопла",
  firstLayerHeightMm: "висота першого шару; 0 — як в інших, але не менше половини сопла",
  elephantFootMm:
    "наскільки контур першого шару відступає всередину, бо на теплому столі він розпливається («слонова нога»)",
  resolutionMm: "наскільки спрощений контур може відходити від деталі. Чим точніше, тим довше нарізка",
  outerWallsFirst: "1 — зовнішні стінки раніше за внутрішні; 0 — після них",
  oneWallOnTop: "1 — поверхні, що дивляться вгору, мають лише одну стінку і більше оболонки; 0 — усі стінки",
  extraWallsOnSlopes: "1 — додаються стінки там, де на схилі лишилася б щілина; 0 — не додаються",
  bridgingWalls: "1 — стінки над порожнечею друкуються як мости, з їхньою швидкістю й подачею; 0 — як інші стінки",
  seamPosition: "де починаються стінки. 0 — ззаду; 1 — одна над одною вздовж ребра; 2 — у найближчому куті",
  topMinThicknessMm: "верх не тонший за це, хоч би скільки в ньому шарів",
  bottomMinThicknessMm: "низ не тонший за це, хоч би скільки в ньому шарів",
  verticalShells: "1 — усередині схилів додається оболонка, щоб вони були такі ж товсті, як верх; 0 — її менше",
  skinPattern:
    "лінії зовнішньої оболонки. 0 — туди й назад; 1 — усі з одного боку (монотонно); 2 — як 1, але кінці не з’єднані (лише верх)",
  infillOverlapPercent: "наскільки заповнення заходить на найближчу до нього стінку, від її лінії",
  infillAnchorMm:
    "як довго лінія заповнення йде вздовж стінки, де вона не з’єднана із сусідньою; 1000 — з’єднана завжди",
  infillAnchorMaxMm: "лінії заповнення з’єднуються вздовж стінки, якщо шлях не довший за це; 0 — ніколи",
  solidInfillBelowSquareMm: "заповнення меншої площі суцільне",
  bridgeFlowPercent: "пластик на мости, від того, скільки взяли б їхні лінії",
  thickBridges: "1 — лінії мосту круглі й такі завтовшки, як сопло; 0 — пласкі, як інші",
  supportInterfaceMmPerSecond: "щільні шари між підтримками й деталлю",
  overhang25MmPerSecond: "стінки, у яких чверть ширини висить у повітрі; 0 — жоден навис не сповільнюється",
  overhang50MmPerSecond: "стінки, у яких половина ширини висить у повітрі; 0 — як зовнішні стінки",
  overhang75MmPerSecond: "стінки, у яких три чверті ширини висять у повітрі; 0 — як зовнішні стінки",
  overhang100MmPerSecond: "стінки, що цілком висять у повітрі; 0 — як зовнішні стінки",
  zHopSlopeDegrees: "під яким кутом сопло піднімається дорогою; 0 — прямо вгору перед переїздом",
  retractAtLayerChange: "1 — втягування перед кожним новим шаром; 0 — лише де цього вимагає шлях",
  retractInsidePart: "1 — втягування й на шляху всередині деталі; 0 — лише коли сопло її залишає",
  avoidCrossingWalls: "1 — шлях обминає стінки, де може; 0 — напрямки",
  wipeOnRetraction: "1 — під час втягування сопло повертається вздовж лінії; 0 — стоїть",
  retractBeforeWipePercent: "яка частка втягується до того, як сопло почне повертатися; діє лише разом із цим",
  supportAngleDegrees: "нависи, що відхиляються від вертикалі більше, отримують підтримки",
  supportDensityPercent: "яка частка підтримки заповнена",
  supportGapMm: "висота щілини між підтримками й деталлю",
  supportSideGapPercent: "щілина між підтримками й боками деталі, від лінії зовнішньої стінки",
  supportWallCount: "лінії навколо підтримки",
  supportInterfaceLayers: "щільні шари між підтримкою й деталлю над нею",
  supportBottomInterfaceLayers: "щільні шари між підтримкою й деталлю під нею",
  supportInterfaceSpacingMm: "щілина між двома лініями таких шарів",
  supportOnBedOnly: "1 — підтримки стоять лише на столі; 0 — і на деталі",
  supportBridges: "1 — мости теж отримують підтримки; 0 — ні",
  outerWallMmPerSecond: "зовнішні стінки",
  innerWallMmPerSecond: "внутрішні стінки",
  smallPerimeterMmPerSecond: "стінки навколо малих отворів, радіусом до 6,5 мм",
  infillMmPerSecond: "заповнення",
  solidInfillMmPerSecond: "суцільні шари",
  topSurfaceMmPerSecond: "найверхніші шари",
  bridgeMmPerSecond: "мости",
  gapFillMmPerSecond: "проміжки між стінками",
  supportMmPerSecond: "підтримки",
  firstLayerMmPerSecond: "стінки першого шару",
  firstLayerInfillMmPerSecond: "заповнення першого шару",
  travelMmPerSecond: "переїзди",
  travelZMmPerSecond: "переїзди вгору й униз",
  outerWallAcceleration: "зовнішні стінки",
  innerWallAcceleration: "внутрішні стінки",
  infillAcceleration: "заповнення",
  solidInfillAcceleration: "суцільні шари",
  topSurfaceAcceleration: "найверхніші шари",
  bridgeAcceleration: "мости",
  otherAcceleration: "проміжки й підтримки",
  firstLayerAcceleration: "перший шар",
  travelAcceleration: "переїзди",
  maxXMmPerSecond: "найбільша швидкість осі X",
  maxYMmPerSecond: "найбільша швидкість осі Y",
  maxZMmPerSecond: "найбільша швидкість осі Z",
  maxExtruderMmPerSecond: "найбільша швидкість філаменту",
  maxXAcceleration: "найбільше прискорення осі X",
  maxYAcceleration: "найбільше прискорення осі Y",
  maxZAcceleration: "найбільше прискорення осі Z",
  maxExtruderAcceleration: "найбільше прискорення філаменту",
  maxPrintAcceleration: "найбільше прискорення під час друку, хоч би якої осі",
  maxRetractAcceleration: "найбільше прискорення ретракту",
  maxTravelAcceleration: "найбільше прискорення переїзду, хоч би якої осі",
  jerkXMmPerSecond: "стрибок швидкості, який X робить без гальмування",
  jerkYMmPerSecond: "стрибок швидкості, який Y робить без гальмування",
  jerkZMmPerSecond: "стрибок швидкості осі Z",
  jerkExtruderMmPerSecond: "стрибок швидкості філаменту",
  junctionDeviationMm: "відхилення на стиках (junction deviation), якщо прошивка має його замість ривка; 0 — ривок",
  retractionMm: "скільки філаменту втягується перед переїздом",
  retractionMmPerSecond: "швидкість втягування",
  deretractionMmPerSecond: "швидкість повернення філаменту",
  zHopMm: "наскільки сопло піднімається на час переїзду після втягування",
  minTravelBeforeRetractionMm: "коротший переїзд робиться без втягування",
  minLayerSeconds: "шар, який був би готовий раніше, друкується повільніше, щоб охолонути",
  minPrintMmPerSecond: "повільніше за це шар заради охолодження не друкується",
  heatUpMinutes: "нагрів стола, сопла й камери",
  levellingMinutes: "повернення в нуль і вирівнювання",
  endMinutes: "завершення: охолодження, доки деталі не знімуться",
  primeGrams: "пластик на промивання й очищення сопла",
  bedXMm: "ширина стола, щоб знати, скільки копій вміщує один друк; 0 — усі",
  bedYMm: "глибина стола; 0 — усі копії в одному друці",
  copySpacingMm: "відстань між двома копіями на столі",
};

/** Sources of the defaults that are sentences. What is published keeps its English name, under which it can be found. */
const SOURCES_UK: Readonly<Record<string, string>> = {
  "usual of an Ender 3 with its maker's firmware": "звичайне для Ender 3 з прошивкою виробника",
  "Marlin's configuration example for the Creality Ender-3": "приклад налаштування Marlin для Creality Ender-3",
  "a little wider than the nozzle, so that lines stick to their neighbours":
    "трохи ширше за сопло, щоб лінії трималися сусідніх",
  "as both slicers print alike": "так обидва слайсери друкують однаково",
  "measured: figures within half a percent of finer ones, and a fifth sooner sliced":
    "виміряно: результат у межах пів відсотка від точнішого, а нарізка на п’яту частину швидша",
  "it hardly changes the time, and searching a hidden seam takes most of the slicing":
    "часу майже не змінює, а пошук прихованого шва забирає більшість нарізки",
  "the number of layers alone decides": "вирішує лише кількість шарів",
  "neighbours are joined wherever possible": "сусідні лінії з’єднуються, де це можливо",
  "bridges are printed like other lines, as by most slicers":
    "мости друкуються, як інші лінії, — так у більшості слайсерів",
  "as by most slicers": "так у більшості слайсерів",
  "usual of slicers: 45 to 60": "звичайне для слайсерів: від 45 до 60",
  "usual of slicers: 10 to 20": "звичайне для слайсерів: від 10 до 20",
  "no correction": "без поправки",
  "the default speeds stay below what any hotend melts": "типові швидкості нижчі за те, що плавить будь-який хотенд",
  "a thinner layer does not stick to a real bed": "тонший шар не тримається справжнього стола",
  "usual for PLA": "звичайне для PLA",
  "in the studio's setup cost": "враховано у вартості підготовки студії",
  "all copies are one print": "усі копії — один друк",
};

export function machineMeaningOf(language: Language, name: string, parameter: MachineParameter): string {
  const translated: Readonly<Record<string, string>> = MEANINGS_UK;
  return (language === "uk" ? translated[name] : undefined) ?? parameter.meaning;
}

/** Where the default of a parameter is from. */
export function defaultSourceOf(language: Language, { source, isAssumption }: MachineParameter): ParameterSource {
  const translated = language === "uk" ? SOURCES_UK[source] : undefined;
  return { text: translated ?? source, isEnglish: translated === undefined, isAssumption };
}
