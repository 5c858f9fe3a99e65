// Upload requests: reads a multipart body's fields and model files, checks them, and describes them in OpenAPI.

import { z } from "@hono/zod-openapi";
import { Faults } from "../domain/faults.ts";
import type { ApiContext } from "../http/context.ts";
import { unsupportedMediaType } from "../http/errors.ts";
import { addZodFaults } from "../http/validation.ts";
import { type ChosenModel, knownModel } from "./chosen-models.ts";
import { modelFormatsInWords } from "./formats-in-words.ts";
import type { SentModel } from "./store-models.ts";
import { aboutFile, acceptFile, readUpload, type TakenFiles, type Upload, type UploadLimits } from "./upload.ts";

export interface UploadForm<Fields> {
  readonly fields: Fields;
  readonly models: readonly SentModel[];
}

/** The names of an operation's file fields, and its faults for missing, surplus or misplaced files. */
export interface FileFields extends TakenFiles {
  /** Puts the upload's files in order. */
  readonly arrange: (upload: Upload, faults: Faults) => Upload["files"];
}

/**
 * Reads the request's upload and does `work` with it. Files that the work has not begun to store are forgotten at its end.
 *
 * @throws Invalid (or TooLarge) naming every fault of fields and files; Overloaded; HttpError 415; and what `work` throws
 */
export async function withUploadForm<Fields extends z.ZodType, Answer>(
  context: ApiContext,
  schema: Fields,
  fileFields: FileFields,
  work: (form: UploadForm<z.output<Fields>>) => Promise<Answer>,
): Promise<Answer> {
  const limits: UploadLimits = {
    fileMegabytes: context.env.MAX_FILE_MEGABYTES,
    requestMegabytes: context.env.MAX_REQUEST_MEGABYTES,
  };
  const contentType = context.req.header("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) throw unsupportedMediaType("multipart/form-data");
  const stated = context.req.header("Content-Length") ?? "";
  const body = {
    contentType,
    statedBytes: /^\d+$/.test(stated) ? Number(stated) : undefined,
    stream: context.req.raw.body,
  };
  const { tenant } = context.var;
  const upload = await readUpload(body, tenant, limits, fileFields);
  try {
    return await work(checkForm(upload, schema, fileFields, limits));
  } finally {
    tenant.runToEnd(upload.end());
  }
}

function checkForm<Fields extends z.ZodType>(
  upload: Upload,
  schema: Fields,
  fileFields: FileFields,
  limits: UploadLimits,
): UploadForm<z.output<Fields>> {
  const faults = new Faults();
  const parsed = schema.safeParse(toRecord(upload.fields));
  if (!parsed.success) addZodFaults(faults, parsed.error);
  const faultsOfFields = faults.fieldCount;
  const files = fileFields.arrange(upload, faults);
  if (faults.fieldCount > faultsOfFields) nameRightFields(upload, fileFields, faults);
  const models: SentModel[] = [];
  for (const file of files) {
    const model = acceptFile(file, limits, faults);
    if (model !== undefined) models.push({ field: file.field, originalFileName: file.fileName, model });
  }
  faults.throwIfAny();
  if (!parsed.success) throw parsed.error;
  return { fields: parsed.data, models };
}

/** Where files are missing, says so of what was meant as one: a file under a wrong name, or a file's name sent as text. */
function nameRightFields({ fields, misplaced }: Upload, { takes, inWords }: TakenFiles, faults: Faults): void {
  for (const { field, fileName } of misplaced) {
    faults.add(
      field,
      aboutFile(fileName, { en: `must be sent as ${inWords.en}`, uk: `слід надіслати як ${inWords.uk}` }),
    );
  }
  for (const field of [...fields.keys()].filter(takes)) {
    faults.add(field, {
      en: `was sent as text and must be a file (with curl: -F '${field}=@part.stl')`,
      uk: `надіслано як текст, а має бути файлом (у curl: -F '${field}=@part.stl')`,
    });
  }
}

/** As `withUploadForm`, for an operation that takes one file, `model`. */
export function withSingleModelForm<Fields extends z.ZodType, Answer>(
  context: ApiContext,
  schema: Fields,
  work: (form: { readonly fields: z.output<Fields>; readonly model: SentModel }) => Promise<Answer>,
): Promise<Answer> {
  return withUploadForm(context, schema, singleModel, ({ fields, models: [model] }) => {
    if (model === undefined) throw new Error("an upload without its file was not refused");
    return work({ fields, model });
  });
}

const singleModel: FileFields = {
  takes: (name) => name === "model",
  inWords: { en: "model", uk: "model" },
  maxFiles: 1,
  arrange({ files }, faults) {
    if (files.length === 0) {
      const formats = modelFormatsInWords();
      faults.add("model", { en: `is required: an ${formats.en} file`, uk: `обов'язкове поле: файл ${formats.uk}` });
    }
    return files;
  },
};

/** As `withSingleModelForm`, for an operation that takes the file, `model`, or the id of one sent before, `modelId`. */
export function withChosenModelForm<Fields extends z.ZodType<{ readonly modelId?: string | undefined }>, Answer>(
  context: ApiContext,
  schema: Fields,
  work: (form: { readonly fields: z.output<Fields>; readonly model: ChosenModel }) => Promise<Answer>,
): Promise<Answer> {
  return withUploadForm(context, schema, chosenModel, ({ fields, models: [sent] }) => {
    const { modelId } = fields;
    if (sent !== undefined) return work({ fields, model: sent });
    if (modelId === undefined) throw new Error("an upload without its file or a model's id was not refused");
    return work({ fields, model: knownModel("modelId", modelId, context.var.tenant.studioId) });
  });
}

const chosenModel: FileFields = {
  ...singleModel,
  arrange({ files, fields }, faults) {
    const isNamed = fields.has("modelId");
    if (files.length === 0 && !isNamed) {
      const formats = modelFormatsInWords();
      faults.add("model", {
        en: `is required: an ${formats.en} file, or modelId in its place`,
        uk: `обов'язкове поле: файл ${formats.uk} або modelId замість нього`,
      });
    }
    if (files.length > 0 && isNamed) {
      faults.add("modelId", {
        en: "cannot be sent together with model: send the file, or the id of one sent before",
        uk: "не можна надсилати разом із model: надішліть файл або id надісланого раніше",
      });
    }
    return files;
  },
};

/** A name that ends in [] holds a list; of any other, the last value counts. */
function toRecord(fields: Upload["fields"]): Record<string, string | readonly string[] | undefined> {
  return Object.fromEntries([...fields].map(([name, values]) => [name, name.endsWith("[]") ? values : values.at(-1)]));
}

interface DescribedFiles {
  readonly many: boolean;
  readonly required: boolean;
  readonly description: string;
  /** Names that mean the same, where there are more than this one. */
  readonly namePattern?: string;
}

const MODEL_DESCRIPTION = `An ${modelFormatsInWords().en} model, in millimetres`;

/** The file field of an operation that takes one model. */
export const SINGLE_MODEL_BODY: Readonly<Record<string, DescribedFiles>> = {
  model: { many: false, required: true, description: MODEL_DESCRIPTION },
};

/** The file field of an operation that takes one model or the id of one sent before. */
export const CHOSEN_MODEL_BODY: Readonly<Record<string, DescribedFiles>> = {
  model: { many: false, required: false, description: `${MODEL_DESCRIPTION}. Either it or modelId is required` },
};
export const EITHER_FILE_OR_ID = { oneOf: [{ required: ["model"] }, { required: ["modelId"] }] };

/**
 * Describes a multipart body. It is a plain schema and no Zod type, so that the router does not try to read the body
 * itself, which would hold all of it in memory.
 *
 * A text that holds a number is published as that number: a part of a form has no types, and whoever makes a client from the
 * contract wants to pass a number. A text that holds JSON stays a text, with its content's schema: of a list, many clients
 * would make one part per entry.
 *
 * @param rules which fields go together, as keywords of JSON Schema
 */
export function uploadBody(fields: z.ZodType, files: Readonly<Record<string, DescribedFiles>>, rules: object = {}) {
  const { properties, required = [] } = z.toJSONSchema(fields, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => describeText(zodSchema, jsonSchema),
  });
  const file = { type: "string" as const, format: "binary" };
  const fileProperties = Object.entries(files).map(([name, { many, description }]): [string, object] => [
    name,
    many
      ? { type: "array", items: { ...file, description: MODEL_DESCRIPTION }, description }
      : { ...file, description },
  ]);
  const namePatterns = Object.values(files).flatMap(({ namePattern, description }): [string, object][] =>
    namePattern === undefined ? [] : [[namePattern, { ...file, description }]],
  );
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object" as const,
          properties: { ...Object.fromEntries(fileProperties), ...withoutDialect(properties) },
          ...(namePatterns.length > 0 ? { patternProperties: Object.fromEntries(namePatterns) } : {}),
          required: [...Object.keys(files).filter((name) => files[name]?.required), ...required],
          ...rules,
        },
      },
    },
  };
}

/** Says what a text of a form holds, where it is not just a text. */
function describeText(schema: z.core.$ZodType, described: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodPipe)) return;
  const { in: text, out: held } = schema;
  if (held instanceof z.ZodNumber) {
    Object.assign(described, heldSchema(held));
  } else if (held instanceof z.ZodArray && text instanceof z.ZodPipe) {
    described.contentMediaType = "application/json";
    described.contentSchema ??= heldSchema(held);
  } else if (held instanceof z.ZodArray) {
    Object.assign(described, heldSchema(held));
  }
}

function heldSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input" });
  return described;
}

function withoutDialect(properties: object | undefined): Record<string, object> {
  // A JSON Schema's properties are schemas, or `true` and `false`, which Zod never writes for an object's fields.
  return (properties ?? {}) as Record<string, object>;
}
