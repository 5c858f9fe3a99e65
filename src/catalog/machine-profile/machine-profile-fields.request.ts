// Fields of a machine profile, beside its printer's numbers (MACHINE_PARAMETERS). It prices filament, so the owner alone writes it.

import { z } from "zod";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { lineField } from "../../http/request/name-field.ts";
import { columnsSchemaOf, type FieldsOf } from "../catalog-field.ts";
import { entryName, flagField, NAME } from "../entry-fields.request.ts";
import { machineParametersSchema } from "../process-parameters.request.ts";

const MAX_SOURCE = 500;

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
