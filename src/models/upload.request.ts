// Upload requests: reads a multipart body's fields and model files, checks them, and describes them in OpenAPI.

import { z } from "@hono/zod-openapi";
import type { Faults } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";
import type { ApiContext } from "../http/context.ts";
import { unsupportedMediaType } from "../http/errors.ts";
import { listNamedBy } from "../http/request/list-in-texts.ts";
import type { Readable, ReadFields, RequestFields } from "../http/request/request-fields.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type ChosenModel, knownModel } from "./chosen-models.ts";
import { modelFormatsInWords } from "./formats-in-words.ts";
import type { SentModel } from "./store-models.ts";
import { aboutFile, acceptFile, readUpload, type TakenFiles, type Upload, type UploadLimits } from "./upload.ts";

export interface UploadForm<Fields> {
  readonly fields: Fields;
  readonly models: readonly SentModel[];
}

/** The names of an operation's file fields, and its faults for missing, surplus or misplaced files. */
export interface FileFields<Fields> extends TakenFiles {
  /** Puts the upload's files in order. */
  readonly arrange: (upload: Upload, fields: Readable<Fields>, faults: Faults) => Upload["files"];
}

/** The fields and files that an operation takes in a form, and its further faults. */
export interface FormOperation<Schema extends z.ZodObject> {
  readonly fields: RequestFields<Schema>;
  readonly files: FileFields<z.output<Schema>>;
  /** Adds the faults of the headers. */
  readonly addHeaderFaults?: (context: ApiContext, faults: Faults) => void;
  /** Adds faults for unknown ids and unusable choices of a refused request. */
  readonly addNamedFaults?: AddNamedFaults<Schema>;
}

type AddNamedFaults<Schema extends z.ZodObject> = (
  tenant: Tenant,
  named: Readable<z.output<Schema>>,
  faults: Faults,
) => Promise<void>;

/**
 * Reads the request's upload and does `work` with it. Files that the work has not begun to store are forgotten at its end.
 *
 * @throws Invalid (or TooLarge) naming every fault of fields and files; Overloaded; HttpError 415; and the errors of `work`
 */
export async function withUploadForm<Schema extends z.ZodObject, Answer>(
  context: ApiContext,
  operation: FormOperation<Schema>,
  work: (form: UploadForm<z.output<Schema>>) => Promise<Answer>,
): Promise<Answer> {
  const { fields, files, addHeaderFaults, addNamedFaults } = operation;
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
  const upload = await readUpload(body, tenant, limits, files);
  try {
    const read = fields.readTexts(upload.fields, files.takes);
    const models = acceptFiles(upload, operation, read, limits);
    context.set("ignoredFields", read.ignored);
    addHeaderFaults?.(context, read.faults);
    if (read.faults.fieldCount > 0) await addNamedFaults?.(tenant, read.readable(), read.faults);
    read.faults.throwIfAny();
    if (read.fields === undefined) throw new Error("a form whose fields cannot be read was not refused");
    return await work({ fields: read.fields, models });
  } finally {
    tenant.runToEnd(upload.end());
  }
}

/** The usable files; adds faults for the others, and for their names. */
function acceptFiles<Schema extends z.ZodObject>(
  upload: Upload,
  { fields, files: fileFields }: FormOperation<Schema>,
  read: ReadFields<z.output<Schema>>,
  limits: UploadLimits,
): SentModel[] {
  const { faults } = read;
  const faultsOfFields = faults.fieldCount;
  const files = fileFields.arrange(upload, read.readable(), faults);
  if (faults.fieldCount > faultsOfFields) nameRightFields(upload, fileFields, faults);
  for (const { field } of upload.misplaced) {
    if (fields.has(listNamedBy(field))) faults.add(field, SENT_AS_FILE);
    else if (faults.of(field).length === 0) fields.judgeName(field, read);
  }
  const models: SentModel[] = [];
  for (const file of files) {
    const model = acceptFile(file, limits, faults);
    if (model !== undefined) models.push({ field: file.field, originalFileName: file.fileName, model });
  }
  return models;
}

const SENT_AS_FILE: Sentence = {
  en: "was sent as a file and must be text",
  uk: "надіслано файлом, а має бути текстом",
};

/** Hints at the likely mistake if files are missing: a file under a wrong name, or a file's name sent as text. */
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

/** As `withUploadForm`, for an operation that takes one file, `model`, and no ids. */
export function withSingleModelForm<Schema extends z.ZodObject, Answer>(
  context: ApiContext,
  fields: RequestFields<Schema>,
  work: (form: { readonly fields: z.output<Schema>; readonly model: SentModel }) => Promise<Answer>,
): Promise<Answer> {
  return withUploadForm(context, { fields, files: singleModel }, (form) => {
    const [model] = form.models;
    if (model === undefined) throw new Error("an upload without its file was not refused");
    return work({ fields: form.fields, model });
  });
}

/** The name of the file for operations that take one. */
export const MODEL_FIELD = "model";

const singleModel: FileFields<unknown> = {
  takes: (name) => name === MODEL_FIELD,
  inWords: { en: MODEL_FIELD, uk: MODEL_FIELD },
  maxFiles: 1,
  arrange({ files }, _, faults) {
    if (files.length === 0) {
      const formats = modelFormatsInWords();
      faults.add(MODEL_FIELD, { en: `is required: an ${formats.en} file`, uk: `обов'язкове поле: файл ${formats.uk}` });
    }
    return files;
  },
};

/** As `withSingleModelForm`, for an operation that takes the file, `model`, or an id of an earlier one, `modelId`. */
export function withChosenModelForm<Schema extends z.ZodObject<{ modelId: ModelIdField }>, Answer>(
  context: ApiContext,
  fields: RequestFields<Schema>,
  addNamedFaults: AddNamedFaults<Schema>,
  work: (form: { readonly fields: z.output<Schema>; readonly model: ChosenModel }) => Promise<Answer>,
): Promise<Answer> {
  return withUploadForm(context, { fields, files: chosenModel, addNamedFaults }, (form) => {
    const [sent] = form.models;
    const { modelId } = form.fields;
    if (sent !== undefined) return work({ fields: form.fields, model: sent });
    if (modelId === undefined) throw new Error("an upload without its file or a model's id was not refused");
    return work({ fields: form.fields, model: knownModel("modelId", modelId, context.var.tenant.studioId) });
  });
}

type ModelIdField = z.ZodOptional<z.ZodString>;

const chosenModel: FileFields<unknown> = {
  ...singleModel,
  arrange({ files, fields }, _, faults) {
    const isNamed = fields.has("modelId");
    if (files.length === 0 && !isNamed) {
      const formats = modelFormatsInWords();
      faults.add(MODEL_FIELD, {
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

interface DescribedFiles {
  readonly many: boolean;
  readonly required: boolean;
  readonly description: string;
}

const MODEL_DESCRIPTION = `An ${modelFormatsInWords().en} model, in millimetres`;

/** The file field of an operation that takes one model. */
export const SINGLE_MODEL_BODY: Readonly<Record<string, DescribedFiles>> = {
  model: { many: false, required: true, description: MODEL_DESCRIPTION },
};

/** The file field of an operation that takes one model or the id of an earlier one. */
export const CHOSEN_MODEL_BODY: Readonly<Record<string, DescribedFiles>> = {
  model: { many: false, required: false, description: `${MODEL_DESCRIPTION}. Either it or modelId is required` },
};
const lacking = (name: string) => ({ propertyNames: { not: { const: name } } });
/** A condition: of the alternatives of `oneOf`, generators make types without the fields beside it. */
export const EITHER_FILE_OR_ID = {
  if: lacking("modelId"),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { not: lacking("model") },
  else: lacking("model"),
};

/**
 * Describes a multipart body. It is a plain schema and no Zod type, so that the router does not try to read the body
 * itself, which would hold all of it in memory.
 *
 * A text that holds a number is published as a number: the parts of a form have no types, and a client generated from the contract
 * should take a number. A text that holds JSON stays a text, with its content's schema: many clients would send a list as one part
 * per entry.
 *
 * @param rules the fields that go together, as keywords of JSON Schema
 */
export function uploadBody(
  fields: RequestFields<z.ZodObject>,
  files: Readonly<Record<string, DescribedFiles>>,
  rules: object = {},
) {
  const { properties, required = [] } = z.toJSONSchema(fields.schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => describeText(zodSchema, jsonSchema),
  });
  const textProperties = Object.entries(withoutDialect(properties)).flatMap(([name, property]) =>
    describeList(name, property, fields.entriesOf(name)),
  );
  const file = { type: "string" as const, format: "binary" };
  const fileProperties = Object.entries(files).map(([name, { many, description }]): [string, object] => [
    name,
    many
      ? { type: "array", items: { ...file, description: MODEL_DESCRIPTION }, description }
      : { ...file, description },
  ]);
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object" as const,
          properties: { ...Object.fromEntries(fileProperties), ...Object.fromEntries(textProperties) },
          required: [...Object.keys(files).filter((name) => files[name]?.required), ...required],
          ...rules,
        },
      },
    },
  };
}

/** Describes the content of a form's text, if it is more than a text. */
function describeText(schema: z.core.$ZodType, described: z.core.JSONSchema.BaseSchema): void {
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodNumber) {
    Object.assign(described, heldSchema(schema.out));
  }
}

/** A list is published as the JSON that its text holds; one of ids also as a field per id. */
function describeList(
  name: string,
  { description, contentSchema, ...property }: JsonSchemaOfField,
  entries: ReturnType<RequestFields<z.ZodObject>["entriesOf"]>,
): [string, object][] {
  if (entries === undefined) return [[name, { description, ...property }]];
  // Without an encoding, generators take a text with a media type for a file.
  const inText = { description, type: "string", contentMediaType: "application/json", contentEncoding: "8bit" };
  if (entries === "objects") return [[name, { ...inText, contentSchema }]];
  const spelled = `The same, one field per id. ${name} repeated, or ${name}[0] and so on, is taken too`;
  return [
    [name, { ...inText, contentSchema: property }],
    [`${name}[]`, { ...property, description: spelled }],
  ];
}

interface JsonSchemaOfField {
  readonly description?: string;
  readonly contentSchema?: object;
}

function heldSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input" });
  return described;
}

function withoutDialect(properties: object | undefined): Record<string, JsonSchemaOfField> {
  // A JSON Schema's properties are schemas, or `true` and `false`, which Zod never writes for an object's fields.
  return (properties ?? {}) as Record<string, JsonSchemaOfField>;
}
