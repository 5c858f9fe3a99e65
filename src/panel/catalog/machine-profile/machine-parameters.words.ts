// Words of machine parameters. English meanings and sources stand in the slicer's own table.

import type { FilamentGroup } from "../../../../slicer-service/src/contract/filament-parameters.ts";
import type { Language } from "../../../domain/person.ts";
import type { MachineParameter, MachineParameterName } from "../../../machine-profiles/machine-parameters.ts";
import { wording } from "../../../pages/words.ts";
import type { ParameterSource } from "../parameter-table.tsx";

export const machineGroupWords = wording<Readonly<Record<FilamentGroup, string>>>({
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
    walls: "Стінки й поверхні",
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
  nozzleDiameterMm: "діаметр сопла, якщо в якості друку не вказано іншого",
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
  elephantFootMm: "наскільки звужується контур першого шару, який тепла поверхня розпирає («слонова нога»)",
  outlineOffsetMm: "наскільки контур кожного шару зсувається назовні, а нижче 0 — усередину (XY size compensation)",
  resolutionMm: "наскільки спрощений контур може відхилитися від деталі. Точніший нарізається довше",
  wallGenerator:
    "лінії стінок: 0 — стільки й такої ширини, як потребує стінка (Arachne); 1 — цілі, однієї ширини (classic)",
  thinWalls:
    "1 — стінка, затонка для двох ліній, друкується однією такої ширини, як вона сама; 0 — пропускається, де не вміщується лінія. Діє лише з класичними стінками",
  fillGaps:
    "1 — проміжки між стінками, завузькі для лінії, заповнюються; 0 — лишаються. Діє лише з класичними стінками",
  outerWallsFirst: "1 — зовнішні стінки перед внутрішніми; 0 — після них",
  oneWallOnTop: "1 — поверхні, звернені вгору, мають лише одну стінку; 0 — усі стінки",
  extraWallsOnSlopes: "1 — стінки додаються там, де схил лишив би щілину; 0 — не додаються",
  bridgingWalls: "1 — стінки над порожнечею друкуються як мости, з їхньою швидкістю й подачею; 0 — як інші стінки",
  overhang25MmPerSecond: "стінки, що на чверть ширини висять у повітрі; 0 — жоден навіс не сповільнюється",
  overhang50MmPerSecond: "стінки, що наполовину висять у повітрі; 0 — як зовнішні стінки",
  overhang75MmPerSecond: "стінки, що на три чверті висять у повітрі; 0 — як зовнішні стінки",
  overhang100MmPerSecond: "стінки, що висять у повітрі цілком; 0 — як зовнішні стінки",
  seamPosition:
    "де починаються стінки: 0 — ззаду; 1 — одна над одною вздовж ребра; 2 — у найближчому куті; 3 — будь-де (random)",
  topMinThicknessMm: "верх щонайменше такої товщини, хоч скільки б мав шарів",
  bottomMinThicknessMm: "низ щонайменше такої товщини, хоч скільки б мав шарів",
  verticalShells: "1 — під схилами додаються суцільні лінії, щоб вони були не тонші за верх; 0 — менше їх",
  skinPattern:
    "лінії зовнішніх поверхонь: 0 — туди й назад; 1 — усі з одного боку (monotonic); 2 — як 1, але не з’єднані на кінцях (лише верх)",
  adaptiveInfill:
    "кубічне заповнення: 0 — усюди однаково густе; 1 — рідше далеко від стінок (adaptive cubic); 2 — лише під верхами (support cubic). Діє лише з кубічним візерунком",
  infillOverlapPercent: "наскільки заповнення заходить у внутрішню стінку, від її лінії",
  infillAnchorMm:
    "скільки лінія заповнення йде далі вздовж стінки, якщо не з’єднана із сусідньою; 1000 — з’єднана завжди",
  infillAnchorMaxMm: "лінії заповнення з’єднуються вздовж стінки, якщо шлях не довший за це; 0 — ніколи",
  solidInfillBelowSquareMm: "заповнення меншої площі — суцільне",
  bridgeFlowPercent: "скільки пластику йде на мости, від звичайного для їхніх ліній",
  thickBridges: "1 — лінії мостів круглі й завтовшки як сопло; 0 — пласкі, як інші",
  overBridgeMmPerSecond: "швидкість суцільного шару над мостом; 0 — як суцільні шари",
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
  jerkXMmPerSecond: "на скільки вісь X змінює швидкість без гальмування (ривок)",
  jerkYMmPerSecond: "на скільки вісь Y змінює швидкість без гальмування (ривок)",
  jerkZMmPerSecond: "ривок осі Z",
  jerkExtruderMmPerSecond: "ривок подачі філаменту",
  junctionDeviationMm: "відхилення на стиках (junction deviation), якщо прошивка має його замість ривка; 0 — ривок",
  retractionMm: "скільки філаменту втягується перед переїздом",
  retractionMmPerSecond: "швидкість втягування",
  deretractionMmPerSecond: "швидкість повернення філаменту",
  restartExtraMm: "скільки філаменту подається понад втягнуте; нижче 0 — менше",
  zHopMm: "наскільки сопло піднімається на час переїзду після втягування",
  zHopSlopeDegrees: "нахил, під яким сопло піднімається дорогою (ramping lift); 0 — прямо вгору перед нею",
  retractAtLayerChange: "1 — втягування перед кожним новим шаром; 0 — лише де його вимагає шлях",
  retractInsidePart: "1 — втягування й на шляхах усередині деталі; 0 — лише де сопло її покидає",
  avoidCrossingWalls: "1 — переїзди оминають стінки, де можуть; 0 — прямі",
  wipeOnRetraction: "1 — під час втягування сопло повертається вздовж лінії; 0 — стоїть",
  retractBeforeWipePercent: "яка частка втягується, перш ніж сопло рушить назад; діє лише разом із цим рухом",
  minTravelBeforeRetractionMm: "коротший переїзд робиться без втягування",
  minLayerSeconds: "шар, який був би готовий раніше, друкується повільніше, щоб охолонути",
  minPrintMmPerSecond: "повільніше за це шар заради охолодження не друкується",
  supportAngleDegrees: "навіси, що відхиляються від вертикалі більше, підпираються",
  supportStyle:
    "форма підтримок: 0 — стовпи за сіткою; 1 — такої ширини, як те, що вони тримають (snug); 2 — дерева (organic)",
  supportDensityPercent: "наскільки підтримка заповнена",
  supportGapMm: "висота проміжку між підтримкою й деталлю",
  supportSideGapPercent: "проміжок між підтримкою й боками деталі, від лінії зовнішньої стінки",
  supportWallCount: "лінії навколо підтримки",
  supportInterfaceLayers: "щільні шари між підтримкою й деталлю над нею",
  supportBottomInterfaceLayers: "щільні шари між підтримкою й деталлю під нею",
  supportInterfaceSpacingMm: "проміжок між двома лініями таких шарів",
  supportInterfaceMmPerSecond: "швидкість таких шарів",
  supportOnBedOnly: "1 — підтримки стоять лише на столі; 0 — і на самій деталі",
  supportBridges: "1 — мости теж підпираються; 0 — ні",
  heatUpMinutes: "нагрів стола, сопла й камери",
  levellingMinutes: "повернення в нуль і вирівнювання",
  endMinutes: "завершення: охолодження, доки деталі не знімуться",
  primeGrams: "пластик на промивання й очищення сопла",
  bedXMm: "ширина стола, щоб знати, скільки копій вміщує один друк; 0 — усі",
  bedYMm: "глибина стола; 0 — усі копії в одному друці",
  copySpacingMm: "відстань між двома копіями на столі",
};

/** Sources of defaults, if they are sentences. Publications keep their English title, by which they can be found. */
const SOURCES_UK: Readonly<Record<string, string>> = {
  "usual of an Ender 3 with its maker's firmware": "звичайне для Ender 3 з прошивкою виробника",
  "Marlin's configuration example for the Creality Ender-3": "приклад налаштування Marlin для Creality Ender-3",
  "a little wider than the nozzle, so that lines stick to their neighbours":
    "трохи ширше за сопло, щоб лінії трималися сусідніх",
  "no correction": "без поправки",
  "the default speeds stay below what any hotend melts": "типові швидкості нижчі за те, що плавить будь-який хотенд",
  "a thinner layer does not stick to a real bed": "тонший шар не тримається справжнього стола",
  "usual for PLA": "звичайне для PLA",
  "as both slicers print alike": "так обидва слайсери друкують однаково",
  "measured: figures within half a percent of finer ones, and a fifth sooner sliced":
    "виміряно: до пів відсотка від точніших значень, а нарізається на п’яту частину швидше",
  "the number of layers alone decides": "вирішує лише кількість шарів",
  "neighbours are joined wherever possible": "сусідні з’єднуються всюди, де можна",
  "bridges are printed like other lines, as by most slicers":
    "мости друкуються як інші лінії, як у більшості слайсерів",
  "as by most slicers": "як у більшості слайсерів",
  "usual of slicers: 45 to 60": "звичайне для слайсерів: від 45 до 60",
  "usual of slicers: 10 to 20": "звичайне для слайсерів: від 10 до 20",
  "in the studio's setup cost": "враховано у вартості підготовки студії",
  "all copies are one print": "усі копії — один друк",
};

/** English stands in the parameters themselves. */
const MEANINGS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, uk: MEANINGS_UK };
const SOURCES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, uk: SOURCES_UK };

export function machineParameterMeaning(language: Language, name: string, parameter: MachineParameter): string {
  return MEANINGS[language][name] ?? parameter.meaning;
}

export function machineDefaultSource(language: Language, { source, isAssumption }: MachineParameter): ParameterSource {
  const translated = SOURCES[language][source];
  return { text: translated ?? source, isEnglish: translated === undefined, isAssumption };
}
