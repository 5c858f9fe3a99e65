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
    speeds: "Speeds",
    accelerations: "Accelerations",
    limits: "What the machine allows",
    retraction: "Retraction and travel",
    cooling: "Cooling",
    print: "Once per print",
  },
  uk: {
    nozzle: "Сопло й філамент",
    lines: "Лінії та перший шар",
    speeds: "Швидкості",
    accelerations: "Прискорення",
    limits: "Межі самого принтера",
    retraction: "Ретракт і переїзди",
    cooling: "Охолодження",
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
