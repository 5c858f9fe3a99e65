// Warnings of an item before it is printed, from slicing and from the printers, with their words.

import type { SliceWarning } from "../../slicer-service/src/contract/slices.ts";
import type { Language } from "./person.ts";
import type { BoxMm } from "./print/build-volume.ts";
import { inEveryLanguage, type Sentence } from "./sentence.ts";

/**
 * Source of the build volume that tells whether a print fits: the active printers that state one; else the machine of the
 * studio's own parameters; else the machine of the process's defaults.
 */
export const VOLUME_SOURCES = ["printers", "parameters", "default_machine"] as const;
export type VolumeSource = (typeof VOLUME_SOURCES)[number];

export type ItemWarning =
  | SliceWarning
  /** The print, or a plate of it, is larger than every known build volume. */
  | {
      readonly code: "fits_no_printer";
      readonly volumeOf: VolumeSource;
      /** null for several printers; without z if only the bed is known. */
      readonly volumeMm: (Pick<BoxMm, "x" | "y"> & { readonly z?: number }) | null;
    };

export type ItemWarningCode = ItemWarning["code"];

/** The meaning of each code for programs, and the advice. */
export const WARNING_CODES: Readonly<Record<ItemWarningCode, { readonly meaning: string; readonly advice: string }>> = {
  needs_supports: {
    meaning: "the quality has no supports, and much of the surface would be printed over nothing",
    advice: "offer a quality with supports, or ask the customer to turn the part",
  },
  will_not_stand: {
    meaning: "the part is tall for its foot, or hardly touches the bed: it may come off while it is printed",
    advice: "ask the customer to lay it down, or to widen its foot",
  },
  lowered: {
    meaning:
      "the part touches the bed with a point or an edge only, and was printed lower by a fraction of a millimetre",
    advice: "nothing, or ask the customer for a flat side to stand on",
  },
  walls_lost: {
    meaning: "walls thinner than the printer's thinnest line are not printed",
    advice: "ask the customer to make them thicker, or to scale the part up",
  },
  holes_closed: {
    meaning: "the surface had holes, which were closed; price and time are of the closed part",
    advice: "show it to the customer, who knows whether a hole was meant",
  },
  surface_mended: {
    meaning: "torn or turned triangles were put right; no measure has changed",
    advice: "nothing",
  },
  scaled: {
    meaning: "the file is drawn in another unit than millimetres, and was scaled as it says itself",
    advice: "show the size to the customer",
  },
  modifiers_ignored: {
    meaning: "the project's modifiers (other infill or walls in places) are not followed",
    advice: "tell the customer: the whole part is printed by the chosen quality",
  },
  negative_parts_cut: {
    meaning: "the project's negative parts were cut out of its others",
    advice: "nothing",
  },
  objects_left_out: {
    meaning: "objects that the project marks as not printed were left out",
    advice: "tell the customer, who may have wanted them",
  },
  several_colours: {
    meaning: "the file names several filaments or colours for its parts, and the price is for one material",
    advice: "tell the customer; price a print in several colours yourself",
  },
  surfaces_left_out: {
    meaning: "surfaces of a STEP file that enclose nothing were left out, and its solids are priced",
    advice: "tell the customer, who may have meant them as walls",
  },
  settings_not_followed: {
    meaning: "the slicer has no setting for some numbers of the machine profile, and does otherwise",
    advice: "nothing; the studio's owner reads at the machine profile what it does instead",
  },
  fits_no_printer: {
    meaning: "it is larger than every build volume that is known: fitsBuildVolume is false",
    advice: "ask for smaller parts, or let the studio decide",
  },
};

// Object.keys answers the keys of the table.
export const WARNING_CODE_NAMES = Object.keys(WARNING_CODES) as [ItemWarningCode, ...ItemWarningCode[]];

/** The codes that a customer is told: the others change nothing of the part. */
export const CUSTOMER_WARNINGS: readonly ItemWarningCode[] = [
  "needs_supports",
  "will_not_stand",
  "lowered",
  "walls_lost",
  "holes_closed",
  "scaled",
  "modifiers_ignored",
  "objects_left_out",
  "several_colours",
  "surfaces_left_out",
  "fits_no_printer",
];

/** A flat hole's lid changes nothing at all, which no sentence of "at most" should say. */
const LEAST_PERCENT = 0.01;

/** The warning as one plain text for studios and their customers, with advice. */
export function warningSentence(warning: ItemWarning): Sentence {
  return inEveryLanguage((language) => sentence(warning, language));
}

function sentence(warning: ItemWarning, language: Language): string {
  const inWords = IN_WORDS[language];
  switch (warning.code) {
    case "needs_supports":
      return inWords.needs_supports(area(language, warning.overhangSquareMm));
    case "will_not_stand":
      return inWords.will_not_stand(
        area(language, warning.footprintSquareMm),
        warning.heightMm === undefined ? undefined : figure(language, warning.heightMm, 4),
      );
    case "lowered":
      return inWords.lowered(figure(language, warning.byMm, 2));
    case "walls_lost":
      return inWords.walls_lost(figure(language, warning.lostPercent, 2));
    case "holes_closed":
      return inWords.holes_closed(
        String(warning.holes),
        figure(language, Math.max(LEAST_PERCENT, warning.largestErrorPercent), 2),
      );
    case "surface_mended":
      return inWords.surface_mended;
    case "scaled":
      return inWords.scaled(unitName(language, warning.unit), figure(language, warning.factor, 6));
    case "modifiers_ignored":
      return inWords.modifiers_ignored(String(warning.count));
    case "negative_parts_cut":
      return inWords.negative_parts_cut(String(warning.count));
    case "objects_left_out":
      return inWords.objects_left_out(String(warning.count));
    case "several_colours":
      return inWords.several_colours(String(warning.count));
    case "surfaces_left_out":
      return inWords.surfaces_left_out(String(warning.count));
    case "settings_not_followed":
      return inWords.settings_not_followed(warning.numbers.join(", "));
    case "fits_no_printer":
      return inWords.fits_no_printer[warning.volumeOf](volume(language, warning.volumeMm));
    default:
      return warning satisfies never;
  }
}

const EN = {
  needs_supports: (squareCm: string) =>
    `About ${squareCm} cm² of its surface overhangs and would sag without supports: choose a quality with supports, or turn the part.`,
  will_not_stand: (squareCm: string, heightMm: string | undefined) =>
    `It stands on only ${squareCm} cm²${heightMm === undefined ? "" : `, ${heightMm} mm tall`}: it may come off the bed while it is printed. Lay it down, or give it a wider foot.`,
  lowered: (mm: string) =>
    `It touches the bed with a point or an edge only, so it was printed ${mm} mm lower, cutting off what lies below. A flat side to stand on prints better.`,
  walls_lost: (percent: string) =>
    `Some walls are thinner than the printer can print, and about ${percent} % of the part would be missing. Make them thicker, or make the part larger.`,
  holes_closed: (holes: string, percent: string) =>
    `Holes in its surface (${holes}) were closed, which changes the part by ${percent} % at most. If a hole was meant to be there, mend the file and send it again.`,
  surface_mended:
    "Its surface was torn or inside out in places, and was put right. No measure has changed, and there is nothing to do.",
  scaled: (unit: string, factor: string) =>
    `The file is drawn in ${unit}, so all its lengths were multiplied by ${factor}. Check that the size is what you meant.`,
  modifiers_ignored: (count: string) =>
    `The project's modifiers (${count}), which ask for other infill or walls in places, are not followed: the chosen quality holds for the whole part. If they matter, tell the studio.`,
  negative_parts_cut: (count: string) =>
    `The project's negative parts (${count}) were cut out of the others, as it asks. There is nothing to do.`,
  objects_left_out: (count: string) =>
    `Objects that the project marks as not printed (${count}) were left out. To have them printed, mark them as printable and send the file again.`,
  several_colours: (count: string) =>
    `The file names several filaments or colours for its parts (${count}), but the price is for one material. For a print in several colours, ask the studio.`,
  surfaces_left_out: (count: string) =>
    `Surfaces without an inside (${count}) were left out: only the file's solids are priced. If they are meant as walls, give them a thickness in your CAD program.`,
  settings_not_followed: (numbers: string) =>
    `The slicer cannot follow all that the machine profile states (${numbers}), so minutes and grams may differ a little. The profile's page says what it does instead.`,
  fits_no_printer: {
    printers: (_volume: string) =>
      "It is larger than each of the studio's printers. Split it into smaller parts, or make it smaller.",
    parameters: (volume: string) =>
      `It is larger than the studio's printer, which has room for ${volume}. Split it into smaller parts, or make it smaller.`,
    default_machine: (volume: string) =>
      `It is larger than a usual printer of this kind, which has room for ${volume}. Ask the studio whether theirs is larger, or split it into smaller parts.`,
  },
};

const UK: typeof EN = {
  needs_supports: (squareCm) =>
    `Близько ${squareCm} см² поверхні нависає й без підтримок провисне: виберіть якість із підтримками або поверніть деталь.`,
  will_not_stand: (squareCm, heightMm) =>
    `Деталь стоїть лише на ${squareCm} см²${heightMm === undefined ? "" : ` і має ${heightMm} мм заввишки`}: під час друку вона може відірватися. Покладіть її або зробіть основу ширшою.`,
  lowered: (mm) =>
    `Деталь торкається столу лише точкою чи ребром, тому її надруковано на ${mm} мм нижче, без того, що лежить під цим рівнем. Із плоскою основою друк буде кращим.`,
  walls_lost: (percent) =>
    `Деякі стінки тонші, ніж може надрукувати принтер, тож бракуватиме близько ${percent} % деталі. Зробіть їх товщими або збільште деталь.`,
  holes_closed: (holes, percent) =>
    `Отвори в поверхні (${holes}) закрито, і це змінює деталь щонайбільше на ${percent} %. Якщо отвір потрібен, виправте файл і надішліть його знову.`,
  surface_mended:
    "Поверхня місцями була розірвана або вивернута, і її виправлено. Розміри не змінилися, робити нічого не треба.",
  scaled: (unit, factor) =>
    `Розміри у файлі вказано ${unit}, тому їх помножено на ${factor}. Перевірте, чи розмір такий, як ви задумали.`,
  modifiers_ignored: (count) =>
    `Модифікатори проєкту (${count}), що задають інше заповнення чи стінки в окремих місцях, не враховано: уся деталь друкується за вибраною якістю. Якщо вони важливі, напишіть студії.`,
  negative_parts_cut: (count) =>
    `Від’ємні частини проєкту (${count}) вирізано з решти, як він і вимагає. Робити нічого не треба.`,
  objects_left_out: (count) =>
    `Об’єкти, позначені в проєкті як недруковані (${count}), пропущено. Щоб їх надрукувати, зніміть цю позначку й надішліть файл знову.`,
  several_colours: (count) =>
    `У файлі для деталей указано кілька філаментів або кольорів (${count}), а ціна — за друк одним матеріалом. Щоб надрукувати кількома кольорами, запитайте студію.`,
  surfaces_left_out: (count) =>
    `Поверхні без об’єму (${count}) пропущено: у ціні лише суцільні тіла файлу. Якщо це мали бути стінки, надайте їм товщини в CAD-програмі.`,
  settings_not_followed: (numbers) =>
    `Слайсер не може виконати всього, що каже профіль принтера (${numbers}), тож час і вага можуть трохи відрізнятися. Що він робить натомість, сказано на сторінці профілю.`,
  fits_no_printer: {
    printers: () => "Деталь більша за кожен принтер студії. Поділіть її на менші частини або зменште.",
    parameters: (volume) =>
      `Деталь більша за принтер студії, у якому місця ${volume}. Поділіть її на менші частини або зменште.`,
    default_machine: (volume) =>
      `Деталь більша за звичайний принтер такого типу, у якому місця ${volume}. Запитайте студію, чи має вона більший, або поділіть деталь на менші частини.`,
  },
};

const IN_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, uk: UK };

/** A warning in two or three words, for lists and paper. */
export const WARNING_NAMES: Readonly<Record<ItemWarningCode, Sentence>> = {
  needs_supports: { en: "needs supports", uk: "потрібні підтримки" },
  will_not_stand: { en: "may come off the bed", uk: "може відірватися" },
  lowered: { en: "printed lower", uk: "надруковано нижче" },
  walls_lost: { en: "thin walls lost", uk: "зникають тонкі стінки" },
  holes_closed: { en: "holes closed", uk: "отвори закрито" },
  surface_mended: { en: "surface mended", uk: "поверхню виправлено" },
  scaled: { en: "scaled", uk: "масштабовано" },
  modifiers_ignored: { en: "modifiers not followed", uk: "модифікатори не враховано" },
  negative_parts_cut: { en: "negative parts cut out", uk: "від’ємні частини вирізано" },
  objects_left_out: { en: "objects left out", uk: "об’єкти пропущено" },
  several_colours: { en: "several colours", uk: "кілька кольорів" },
  surfaces_left_out: { en: "surfaces left out", uk: "поверхні пропущено" },
  settings_not_followed: { en: "settings not followed", uk: "налаштування не виконано" },
  fits_no_printer: { en: "fits no printer", uk: "не вміщується в принтери" },
};

/** Units that a file may be drawn in, as they stand after "drawn in" and «вказано». */
const UNITS: Readonly<Record<string, Sentence>> = {
  micron: { en: "micrometres", uk: "в мікрометрах" },
  centimeter: { en: "centimetres", uk: "в сантиметрах" },
  inch: { en: "inches", uk: "в дюймах" },
  foot: { en: "feet", uk: "у футах" },
  meter: { en: "metres", uk: "в метрах" },
};

function unitName(language: Language, unit: string): string {
  return (UNITS[unit] ?? { en: unit, uk: `в одиницях ${unit}` })[language];
}

/** Square millimetres as square centimetres. */
function area(language: Language, squareMm: number): string {
  return figure(language, squareMm / 100, 2);
}

const MILLIMETRES: Sentence = { en: "mm", uk: "мм" };

function volume(
  language: Language,
  sides: { readonly x: number; readonly y: number; readonly z?: number } | null,
): string {
  if (sides === null) return "";
  const lengths = [sides.x, sides.y, ...(sides.z === undefined ? [] : [sides.z])];
  return `${lengths.map((side) => figure(language, side, 4)).join(" × ")} ${MILLIMETRES[language]}`;
}

function figure(language: Language, value: number, digits: number): string {
  return new Intl.NumberFormat(language, { maximumSignificantDigits: digits }).format(value);
}
