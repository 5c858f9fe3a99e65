// Fields of a machine profile, beside its printer's numbers (MACHINE_PARAMETERS). It prices filament, so the owner alone writes it.

import { z } from "zod";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { amountField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import { lineField } from "../../http/request/name-field.ts";
import { columnsSchemaOf, type FieldsOf } from "../catalog-field.ts";
import { entryName, flagField, NAME, orNone } from "../entry-fields.request.ts";
import { machineParametersSchema } from "../process-parameters.request.ts";

const MAX_SOURCE = 500;
/** Far above a filament printer's mean power: more is a slip of the keyboard. */
const MAX_POWER_WATTS = 20_000;

export const MACHINE_PROFILE_FIELDS = {
  name: {
    column: "name",
    schema: entryName,
    writtenBy: "owner",
    words: {
      label: NAME,
      hint: {
        en: "Such as “MK4S, 0.4 nozzle”. Only you and your staff read it.",
        uk: "Наприклад, «MK4S, сопло 0,4». Її бачите лише ви та ваші працівники.",
      },
    },
    control: "line",
    api: null,
    inFile: true,
    onStorefront: false,
  },
  hourlyRate: {
    column: "hourlyRateMinor",
    schema: amountField.optional().transform(orNone),
    writtenBy: "owner",
    scale: 2,
    unit: "currency/h",
    words: {
      label: { en: "Hourly rate", uk: "Ставка за годину" },
      hint: {
        en: "For qualities that print with this profile, in place of the studio's rate. Empty: the studio's.",
        uk: "Для якостей із цим профілем, замість ставки студії. Порожньо — ставка студії.",
      },
    },
    control: "decimal",
    isOptional: true,
    api: null,
    inFile: true,
    onStorefront: false,
  },
  powerWatts: {
    column: "powerWatts",
    schema: wholeNumberField({ min: 1, max: MAX_POWER_WATTS, unit: " W" }).optional().transform(orNone),
    writtenBy: "owner",
    unit: "W",
    words: {
      label: { en: "Power while printing", uk: "Потужність під час друку" },
      hint: {
        en: "The average: a plug-in meter's kWh of a long print, times 1000, divided by its hours. With the price of electricity under Prices it is added to the hour. Empty: no electricity is added.",
        uk: "Середня: кВт·год тривалого друку за лічильником у розетці помножте на 1000 і поділіть на години. З ціною електроенергії з розділу «Ціни» додається до години. Порожньо — електроенергія не додається.",
      },
    },
    control: "whole",
    isOptional: true,
    api: null,
    inFile: true,
    onStorefront: false,
  },
  source: {
    column: "source",
    // A preset, or the file that was imported.
    schema: lineField(MAX_SOURCE).optional(),
    writtenBy: "owner",
    words: null,
    control: null,
    api: null,
    inFile: true,
    onStorefront: false,
    initially: null,
  },
  isArchived: {
    column: "isArchived",
    schema: flagField,
    writtenBy: "owner",
    words: null,
    control: null,
    api: null,
    inFile: true,
    onStorefront: false,
    initially: false,
  },
} as const satisfies FieldsOf<MachineProfile>;

/** A machine profile: its own fields, and the numbers that its printer has otherwise than the defaults. */
export const machineProfileSchema = z.intersection(
  columnsSchemaOf(MACHINE_PROFILE_FIELDS),
  machineParametersSchema.transform((parameters) => ({ parameters })),
);
