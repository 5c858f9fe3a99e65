// Reasons for an imported value that differs from its file, and the effect of an option left out.

import type { Sentence } from "../../domain/sentence.ts";

export const shareOf = (option: string): Sentence => ({
  en: `a percentage of ${option}`,
  uk: `відсоток від ${option}`,
});

export const opposite: Sentence = {
  en: "the option says the opposite of the number here",
  uk: "параметр слайсера означає протилежне до числа тут",
};

export const numbered: Sentence = {
  en: "a name there, a number here",
  uk: "там це назва, а тут число",
};

export const fromTheVertical: Sentence = {
  en: "measured from the bed there, from the vertical here",
  uk: "там кут відлічено від стола, а тут від вертикалі",
};

export const sameAs = (option: string): Sentence => ({
  en: `0 means the same as ${option}`,
  uk: `0 означає те саме, що ${option}`,
});

export const ratio: Sentence = {
  en: "a ratio there, a percentage here",
  uk: "там це частка, а тут відсотки",
};

export const ratioProduct: Sentence = {
  en: "the filament's and the print's ratios multiplied, as a percentage",
  uk: "частки пластику й друку перемножено, у відсотках",
};

export const densityOfGap: Sentence = {
  en: "a gap between lines there, the share that is filled here",
  uk: "там проміжок між лініями, а тут частка заповнення",
};

export const ofLine: Sentence = {
  en: "as a percentage of an outer wall's line",
  uk: "у відсотках від лінії зовнішньої стінки",
};

export const sameLayers = (option: string): Sentence => ({
  en: `as many layers as ${option}`,
  uk: `стільки шарів, скільки ${option}`,
});

export const bed: Sentence = {
  en: "measured on the drawn outline of the bed",
  uk: "виміряно за накресленим контуром стола",
};

export const nearestPattern: Sentence = {
  en: "the nearest of the patterns that are sliced here",
  uk: "найближчий із візерунків, які тут нарізаються",
};

export const cubicKind: Sentence = {
  en: "cubic, of the kind that adaptiveInfill says",
  uk: "кубічне, того виду, який каже adaptiveInfill",
};

export const onlyEnforced: Sentence = {
  en: "supports only where they are painted: none here",
  uk: "підтримки лише там, де їх намальовано: тут їх немає",
};

export const becamePercentOfNozzle: Sentence = {
  en: "as a percentage of the nozzle's diameter",
  uk: "у відсотках від діаметра сопла",
};

export const autoWidth: Sentence = {
  en: "0 means automatic: the slicer's own rule for this nozzle",
  uk: "0 означає автоматично: за правилом слайсера для цього сопла",
};

export const autoSpeed = (option: string): Sentence => ({
  en: `0 means automatic: the slicer goes up to ${option}`,
  uk: `0 означає автоматично: слайсер сягає ${option}`,
});

export const noAcceleration = (option: string): Sentence => ({
  en: `the slicer sets no acceleration, so that the printer's own limit holds: ${option}`,
  uk: `слайсер не задає прискорення, тож діє межа самого принтера: ${option}`,
});

export const noLimit: Sentence = {
  en: "0 means no limit",
  uk: "0 означає без обмеження",
};

export const limitsIgnored: Sentence = {
  en: "the slicer is told to ignore the printer's limits, and estimates with its own",
  uk: "слайсеру сказано не зважати на межі принтера, тож він рахує за власними",
};

export const oneAcceleration: Sentence = {
  en: "this firmware has one acceleration for printing and travel",
  uk: "у цій прошивці одне прискорення на друк і переміщення",
};

export const travelAsPrint: Sentence = {
  en: "0 leaves the print's own acceleration for travel, default_acceleration",
  uk: "0 лишає переїздам прискорення самого друку, default_acceleration",
};

export const assumedTravel: Sentence = {
  en: "the slicer sets none, and estimates travel with its own 1250 mm/s²",
  uk: "слайсер його не задає й рахує переїзди з власним 1250 мм/с²",
};

export const noTravelLimit: Sentence = {
  en: "the slicer holds travel to this limit only where it writes it to the G-code",
  uk: "слайсер тримає переїзди цієї межі лише тоді, коли записує її в G-code",
};

export const jerkOfPrint: Sentence = {
  en: "the print's own, below the machine's",
  uk: "власне значення друку, нижче за значення принтера",
};

export const jerkInstead: Sentence = {
  en: "this firmware goes by jerk",
  uk: "ця прошивка керується ривком",
};

export const coolingOff: Sentence = {
  en: "slowing down for cooling is switched off",
  uk: "сповільнення для охолодження вимкнено",
};

export const noSmallPerimeters: Sentence = {
  en: "no wall counts as small here: the outer walls' speed",
  uk: "жодна стінка тут не вважається малою: швидкість зовнішніх стінок",
};

export const slicersDefault: Sentence = {
  en: "stated in none of the files: the slicer's own default",
  uk: "у файлах цього немає: стандартне значення слайсера",
};

export const outOfBounds = (min: number, max: number, unit: string): Sentence => ({
  en: `brought within ${min} to ${max} ${unit}`.trimEnd(),
  uk: `приведено до меж від ${min} до ${max} ${unit}`.trimEnd(),
});

export const rounded: Sentence = {
  en: "rounded to a whole number",
  uk: "округлено до цілого числа",
};

export const firstOfSeveral = (count: number): Sentence => ({
  en: `the first of ${count} values`,
  uk: `перше з ${count} значень`,
});

export const both = (first: Sentence, second: Sentence): Sentence => ({
  en: `${first.en}; ${second.en}`,
  uk: `${first.uk}; ${second.uk}`,
});

/** The effect of leaving an option out. */
export const LOST = {
  commands: {
    en: "Commands are not read. The minutes of heating, homing and levelling that they take are to be stated in the machine profile.",
    uk: "Команди не читаються. Хвилини нагріву, калібрування й вирівнювання, яких вони потребують, треба вказати у профілі принтера.",
  },
  layerCommands: {
    en: "Commands at every layer or change of filament are not read. What time they take is not priced.",
    uk: "Команди на кожному шарі чи зміні пластику не читаються. Їхній час у ціну не входить.",
  },
  programs: {
    en: "Programs and replacements that change the G-code afterwards are never run. What they change is not priced.",
    uk: "Програми й заміни, що змінюють готовий G-code, ніколи не запускаються. Їхні зміни у ціну не входять.",
  },
  brim: {
    en: "Skirt, brim and raft are not priced: a little more time and plastic.",
    uk: "Спідниця, кайма й рафт у ціну не входять: трохи більше часу й пластику.",
  },
  supportShape: {
    en: "Supports are filled with plain lines here. Those of this print can take more or less time and plastic.",
    uk: "Підтримки тут заповнено простими лініями. Підтримки цього друку можуть забрати більше або менше часу й пластику.",
  },
  walls: {
    en: "How walls are laid in such places is decided here: a few percent of the time.",
    uk: "Як кладуться стінки в таких місцях, вирішується тут: кілька відсотків часу.",
  },
  surfaces: {
    en: "Top, bottom and infill lines are laid by one rule here: a few percent of time and plastic.",
    uk: "Лінії верху, низу й заповнення кладуться тут за одним правилом: кілька відсотків часу й пластику.",
  },
  ironing: {
    en: "Ironing is not priced: flat tops take longer in truth.",
    uk: "Прасування у ціну не входить: пласкі верхи насправді довші.",
  },
  overhangSpeed: {
    en: "Overhangs are priced at the speed of other walls: parts with many of them take longer in truth.",
    uk: "Нависання рахуються на швидкості інших стінок: деталі, де їх багато, насправді довші.",
  },
  otherSpeed: {
    en: "A speed or acceleration of its own that is not told apart here: the nearest one holds.",
    uk: "Окрема швидкість чи прискорення, що тут не розрізняється: діє найближча.",
  },
  flowSlope: {
    en: "Flow changes at once here: slow ramps between fast and slow lines are not priced.",
    uk: "Подача змінюється тут одразу: плавні переходи між швидкими й повільними лініями у ціну не входять.",
  },
  travel: {
    en: "When the nozzle retracts, lifts and which way it travels is decided here: a few percent of the time.",
    uk: "Коли сопло втягує пластик, піднімається і яким шляхом рухається, вирішується тут: кілька відсотків часу.",
  },
  firmwareRetraction: {
    en: "The printer's firmware retracts by numbers of its own, which the files do not hold.",
    uk: "Прошивка принтера втягує пластик за власними числами, яких у файлах немає.",
  },
  flow: {
    en: "Bridges and other features are priced with the same flow as all lines: a little plastic.",
    uk: "Мости та інші елементи рахуються з тією ж подачею, що й усі лінії: трохи пластику.",
  },
  shape: {
    en: "The part is priced as drawn: what this option changes in its shape is not.",
    uk: "Деталь рахується такою, як накреслена: зміни форми цією опцією не враховано.",
  },
  spiral: {
    en: "Vase mode is not priced: such a part is priced as an ordinary one, and costs more.",
    uk: "Режим вази не враховано: така деталь рахується як звичайна й виходить дорожчою.",
  },
  oneByOne: {
    en: "Copies are priced printed together, not one after another.",
    uk: "Копії рахуються разом, а не одна за одною.",
  },
  severalMaterials: {
    en: "Parts are priced of one filament: its changes, purging and towers are not.",
    uk: "Деталі рахуються з одного пластику: його зміни, прочищення й вежі у ціну не входять.",
  },
  compatible: {
    en: "By it, only presets that fit the printer are offered. A condition that cannot be read is yours to check.",
    uk: "За нею пропонуються лише налаштування, що підходять принтеру. Умову, яку не вдалося прочитати, перевірте самі.",
  },
  klipper: {
    en: "Klipper's square_corner_velocity is in the printer's own configuration, not in the slicer's: the jerk here is what the slicer assumes.",
    uk: "square_corner_velocity прошивки Klipper записано в самому принтері, а не у слайсері: ривок тут такий, як припускає слайсер.",
  },
  minimumRate: {
    en: "The printer's lowest speeds are not imported: hardly any time.",
    uk: "Найнижчі швидкості принтера не переносяться: часу це майже не змінює.",
  },
  arcs: {
    en: "Curves are priced as short straight lines, not as arcs: a little time.",
    uk: "Криві рахуються як короткі прямі, а не дуги: трохи часу.",
  },
  shrinkage: {
    en: "Parts are not drawn larger for shrinking: that share of the plastic is not priced.",
    uk: "Деталі не збільшуються на усадку: цю частку пластику у ціну не включено.",
  },
  jerkOfFeature: {
    en: "One jerk holds for all features here: this one's own does not.",
    uk: "Тут для всіх елементів діє один ривок: окремого для цього елемента немає.",
  },
  unresolved: {
    en: "Could not be worked out: it is no number, or depends on a printer's setting that is in none of the files.",
    uk: "Не вдалося обчислити: це не число або воно залежить від налаштування принтера, якого немає у файлах.",
  },
  unknown: {
    en: "Not known to this import. If it changes time or material, that is not priced.",
    uk: "Імпорту ця опція не відома. Якщо вона змінює час чи пластик, у ціну це не входить.",
  },
} as const satisfies Record<string, Sentence>;
