// Fields of a printing quality, beside a resin or powder technology's own process parameters.

import { z } from "@hono/zod-openapi";
import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import { INFILL_PATTERNS, SPEED_MODES } from "../../../slicer-service/src/contract/profile.ts";
import type { Technology } from "../../../slicer-service/src/contract/technologies.ts";
import { decimalOrNull, formatDecimal } from "../../domain/decimal.ts";
import { technologyOf } from "../../domain/technology.ts";
import { technologySchema, toTechnology } from "../../http/contract/technology.schema.ts";
import { decimalField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import { apiValueOf, type CatalogField, columnsSchemaOf, type FieldsOf, staffFieldsOf } from "../catalog-field.ts";
import type { Quality } from "../catalog-rows.ts";
import {
  DESCRIPTION_IN_SECOND_LANGUAGE,
  entryDescriptionField,
  entryNameField,
  flagField,
  IS_ON_ORDER_PAGE,
  NAME_IN_SECOND_LANGUAGE,
  orNone,
  TECHNOLOGY,
  technologyField,
} from "../entry-fields.request.ts";

type Process = Technology["process"];

export interface QualityField extends CatalogField {
  /** The number of filament that it states, whose bounds hold for it. */
  readonly parameter?: "nozzleDiameterMm" | "infillPercent" | "wallCount" | "topLayers" | "bottomLayers";
}

/** A length in millimetres, kept in micrometres. */
export function micrometresField({ min, max }: { readonly min: number; readonly max: number }) {
  return decimalField({ scale: 3, min: Math.round(1000 * min), max: Math.round(1000 * max), unit: " mm" });
}

const { filament } = PROCESS_PARAMETERS;

const count = (bounds: { readonly min: number; readonly max: number }) =>
  wholeNumberField(bounds).optional().transform(orNone);

const shown = apiValueOf<Quality>();
const shownCount = z.int().nullable().openapi({ description: "null but for filament" });

export const QUALITY_FIELDS = {
  name: entryNameField<Quality>(),
  description: entryDescriptionField<Quality>(),
  nameInSecondLanguage: NAME_IN_SECOND_LANGUAGE,
  descriptionInSecondLanguage: DESCRIPTION_IN_SECOND_LANGUAGE,
  technologyId: {
    column: "technologyId",
    schema: technologyField,
    writtenBy: "owner",
    words: { label: TECHNOLOGY },
    // The address of a new quality's form names it.
    control: null,
    onlyNew: true,
    shownAs: "technology",
    api: shown(technologySchema, ({ technologyId }) => toTechnology(technologyOf(technologyId))),
    inFile: true,
    onStorefront: true,
  },
  machineProfileId: {
    column: "machineProfileId",
    // A quality may name the profiles of its own studio alone: `slicedValuesSchemaOf` reads it.
    schema: z.string().transform(Number).optional().transform(orNone),
    writtenBy: "owner",
    words: {
      label: { en: "Machine profile", uk: "Профіль принтера" },
      hint: {
        en: "The kind of printer that prints it: its speeds and limits decide on minutes and grams.",
        uk: "Вид принтера, на якому друкують: від його швидкостей і меж залежать час і витрата матеріалу.",
      },
    },
    control: null,
    shownAs: "machineProfile",
    api: null,
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
  },
  layerHeight: {
    column: "layerHeightMicrometres",
    // The bounds are the process's: `slicedValuesSchemaOf` narrows them.
    schema: micrometresField(filament.layerHeightMm),
    writtenBy: "owner",
    scale: 3,
    unit: "mm",
    words: {
      label: { en: "Layer height", uk: "Висота шару" },
      hint: {
        en: "Thinner layers look finer and take longer.",
        uk: "Тонші шари мають кращий вигляд, але друкуються довше.",
      },
    },
    control: null,
    inList: true,
    api: shown(
      z.string().openapi({ description: "mm: a decimal with two or three fraction digits" }),
      ({ layerHeightMicrometres }) => formatDecimal(layerHeightMicrometres, 3),
    ),
    inFile: true,
    onStorefront: true,
  },
  nozzleDiameter: {
    column: "nozzleDiameterMicrometres",
    schema: micrometresField(filament.nozzleDiameterMm).optional().transform(orNone),
    writtenBy: "owner",
    scale: 3,
    unit: "mm",
    words: {
      label: { en: "Nozzle", uk: "Сопло" },
      hint: {
        en: "The diameter of the nozzle that prints it. A wider one is faster and coarser.",
        uk: "Діаметр сопла, яким друкують. Ширше — швидше, але грубіше.",
      },
    },
    control: null,
    isOptional: true,
    api: shown(
      z.string().nullable().openapi({
        description: "mm; null but for filament, and where the quality takes its printer's own",
      }),
      ({ nozzleDiameterMicrometres }) => decimalOrNull(nozzleDiameterMicrometres, 3),
    ),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
    parameter: "nozzleDiameterMm",
  },
  infillPercent: {
    column: "infillPercent",
    schema: count(filament.infillPercent),
    writtenBy: "owner",
    unit: "%",
    words: {
      label: { en: "Infill", uk: "Заповнення" },
      hint: {
        en: "How much of the inside is filled. More is stronger, heavier and slower.",
        uk: "Наскільки заповнено модель усередині. Більше — міцніше, важче й довше.",
      },
    },
    control: null,
    isOptional: true,
    api: shown(shownCount, ({ infillPercent }) => infillPercent),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
    parameter: "infillPercent",
  },
  wallCount: {
    column: "wallCount",
    schema: count(filament.wallCount),
    writtenBy: "owner",
    words: {
      label: { en: "Walls", uk: "Стінки" },
      hint: {
        en: "Lines around each layer. More are stronger.",
        uk: "Лінії навколо кожного шару. Більше — міцніше.",
      },
    },
    control: null,
    isOptional: true,
    api: shown(shownCount, ({ wallCount }) => wallCount),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
    parameter: "wallCount",
  },
  topLayers: {
    column: "topLayers",
    schema: count(filament.topLayers),
    writtenBy: "owner",
    words: {
      label: { en: "Top layers", uk: "Верхні шари" },
      hint: {
        en: "Solid layers below a surface that faces up. Too few, and the infill shows through.",
        uk: "Суцільні шари під поверхнею, що дивиться вгору. Якщо їх замало, видно заповнення.",
      },
    },
    control: null,
    isOptional: true,
    api: shown(shownCount, ({ topLayers }) => topLayers),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
    parameter: "topLayers",
  },
  bottomLayers: {
    column: "bottomLayers",
    schema: count(filament.bottomLayers),
    writtenBy: "owner",
    words: {
      label: { en: "Bottom layers", uk: "Нижні шари" },
      hint: {
        en: "Solid layers above a surface that faces down.",
        uk: "Суцільні шари над поверхнею, що дивиться вниз.",
      },
    },
    control: null,
    isOptional: true,
    api: shown(shownCount, ({ bottomLayers }) => bottomLayers),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
    parameter: "bottomLayers",
  },
  infillPattern: {
    column: "infillPattern",
    schema: z.enum(INFILL_PATTERNS).optional(),
    writtenBy: "owner",
    words: {
      label: { en: "Infill pattern", uk: "Візерунок заповнення" },
      hint: {
        en: "How the inside is filled. Gyroid is strong on all sides and slower; lines are the fastest.",
        uk: "Чим заповнено всередині. Гіроїд міцний з усіх боків, але повільніший; лінії найшвидші.",
      },
    },
    control: null,
    api: shown(
      z.enum(INFILL_PATTERNS).nullable().openapi({ description: "null but for filament" }),
      ({ technologyId, infillPattern }) => (technologyOf(technologyId).process === "filament" ? infillPattern : null),
    ),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
  },
  supports: {
    column: "supports",
    schema: flagField,
    writtenBy: "owner",
    words: {
      label: { en: "Print supports", uk: "Друкувати підтримки" },
      hint: {
        en: "Holds up what hangs over. It takes material and time, and leaves marks.",
        uk: "Тримають те, що нависає. Потребують матеріалу й часу та лишають сліди.",
      },
    },
    control: null,
    api: shown(z.boolean().openapi({ description: "Whether overhangs are supported" }), ({ supports }) => supports),
    inFile: true,
    onStorefront: true,
    processes: ["filament", "laser_resin", "image_resin"],
  },
  speedMode: {
    column: "speedMode",
    schema: z.enum(SPEED_MODES).optional(),
    writtenBy: "owner",
    words: {
      label: { en: "Speed", uk: "Швидкість" },
      hint: {
        en: "How fast the printer moves. Fine is slower and more exact.",
        uk: "Як швидко рухається принтер. Точний друк повільніший.",
      },
    },
    control: null,
    api: shown(z.enum(SPEED_MODES), ({ speedMode }) => speedMode),
    inFile: true,
    onStorefront: false,
    processes: ["filament"],
  },
  isDefault: {
    column: "isDefault",
    schema: flagField,
    writtenBy: "staff",
    words: {
      label: { en: "Make it the default of its technology", uk: "Зробити типовою для своєї технології" },
      hint: {
        en: "There is exactly one; it takes the place of the present one.",
        uk: "Типова завжди одна: ця замінить поточну.",
      },
    },
    control: null,
    api: shown(
      z.boolean().openapi({ description: "The one to offer first for its technology" }),
      ({ isDefault }) => isDefault,
    ),
    inFile: true,
    onStorefront: true,
    initially: false,
  },
  isActive: {
    column: "isActive",
    schema: flagField,
    writtenBy: "staff",
    words: null,
    control: null,
    api: shown(
      z.boolean().openapi({ description: "An inactive one is refused in quotes and orders" }),
      ({ isActive }) => isActive,
    ),
    inFile: true,
    onStorefront: false,
    initially: true,
  },
  isOnOrderPage: IS_ON_ORDER_PAGE,
} as const satisfies FieldsOf<Quality> & Readonly<Record<string, QualityField>>;

/** The fields of a quality that any member may change. */
export const qualityDetailsSchema = columnsSchemaOf(staffFieldsOf(QUALITY_FIELDS));

/** Whether qualities of the process have the field. */
export function isOfProcess({ processes }: QualityField, process: Process): boolean {
  return processes === undefined || processes.includes(process);
}
