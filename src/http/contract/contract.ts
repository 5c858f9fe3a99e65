// OpenAPI pieces that operations share: envelopes, headers, and the responses that every operation may give.

import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { ApiEnv } from "../context.ts";
import { ERROR_CODES, type ErrorStatus } from "../errors.ts";
import { successSchema } from "./envelope.ts";
import { headerParameter } from "./parameters.ts";

const text = (description: string) => ({ description, schema: { type: "string" as const } });
const seconds = (description: string) => ({
  description,
  schema: { type: "integer" as const, minimum: 1 },
});

/** Headers of responses, as components by name. A header that is named as a reference always comes. */
const HEADER_COMPONENTS = {
  "X-Request-Id": {
    ...text(
      "Names the request in the service's log: yours, if you sent a UUID or 16 to 64 hexadecimal digits with a letter among them",
    ),
    required: true,
  },
  "RateLimit-Policy": { ...text("The studio's limit: q requests in w seconds"), required: true },
  RateLimit: {
    ...text("How many requests are left (r), and in how many seconds one more is free (t)"),
    required: true,
  },
  Location: { ...text("The address of what the request made"), required: true },
  "Retry-After": { ...seconds("Seconds after which to ask again"), required: true },
  "WWW-Authenticate": { ...text("What is wrong with the key (RFC 6750)"), required: true },
  Link: {
    ...text('The page that explains this refusal and says what to do, as relation "help" (RFC 8288)'),
    required: true,
  },
  ETag: {
    ...text("Names this content: send it as If-None-Match, and what is unchanged is not sent again"),
    required: true,
  },
  "Cache-Control": { ...text("Whether the answer may be kept, and by whom"), required: true },
} as const;

type HeaderName = keyof typeof HEADER_COMPONENTS;

const always = <Name extends HeaderName>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const sometimes = (name: HeaderName, when: string) => {
  const { required: _, description, ...header } = HEADER_COMPONENTS[name];
  return { [name]: { ...header, description: `${description}. ${when}` } };
};

const OF_EVERY_ANSWER = always("X-Request-Id");
const OF_EVERY_REFUSAL = { ...OF_EVERY_ANSWER, ...always("Link") };
const OF_AN_ADMITTED_REQUEST = always("RateLimit-Policy", "RateLimit");
const WHERE_ADMITTED = {
  ...sometimes("RateLimit-Policy", "Only where the request was counted"),
  ...sometimes("RateLimit", "Only where the request was counted"),
};

/** Headers of some responses only. */
export const LOCATION = always("Location");
export const JOB_HEADERS = always("Location", "Retry-After");
export const WHILE_SLICING = sometimes("Retry-After", "Only while slicing runs");
export const REPLAYED = {
  "Idempotency-Replayed": {
    description: "Only where the answer is that of an earlier request with the same Idempotency-Key",
    schema: { type: "string" as const, const: "true" },
  },
};

/** A component as well, but one that does not always come. */
const IGNORED_FIELDS_NAME = "X-Ignored-Fields";
const IGNORED_FIELDS = text(
  "Only where the request had fields that the operation does not: their names, percent-encoded and separated by commas. A name that is nearly a field's is not ignored but refused",
);

/** The responses of an operation that takes fields: each says which of those that were sent it has not. */
export function namingIgnoredFields<Responses extends object>(responses: Responses): Responses {
  const named = Object.entries(responses).map(([status, response]: [string, object]) => {
    if ("$ref" in response) return [status, response];
    const headers = "headers" in response ? response.headers : {};
    return [
      status,
      {
        ...response,
        headers: { ...Object(headers), [IGNORED_FIELDS_NAME]: { $ref: `#/components/headers/${IGNORED_FIELDS_NAME}` } },
      },
    ];
  });
  // The same responses under the same statuses, each with one header more.
  return Object.fromEntries(named) as Responses;
}

/** A JSON response in the envelope. */
export function jsonResponse<Data extends z.ZodType>(data: Data, description: string, headers = {}) {
  return {
    description,
    headers: { ...OF_EVERY_ANSWER, ...OF_AN_ADMITTED_REQUEST, ...headers },
    content: { "application/json": { schema: successSchema(data) } },
  };
}

/** A response without a body, to a request that was admitted. */
export function emptyResponse(description: string, headers = {}) {
  return { description, headers: { ...OF_EVERY_ANSWER, ...OF_AN_ADMITTED_REQUEST, ...headers } };
}

const FAULTS = {
  type: "object" as const,
  additionalProperties: { type: "array" as const, items: { type: "string" as const } },
  description:
    "What is wrong, by field: its own name, a path such as items.0.materialId, or body where it cannot be read as a whole",
};
const NOTHING = { type: "null" as const };
/** Beside the `errors` of a model that cannot be sliced. */
const CODES = {
  type: "object" as const,
  additionalProperties: { type: "array" as const, items: { $ref: "#/components/schemas/SliceFailureCode" } },
  description:
    "Only where a model cannot be sliced: why, for programs, by the same fields as `errors`; each code stands where its sentence does",
};
const FAULTS_OR_NOTHING = { ...FAULTS, type: ["object" as const, "null" as const] };

/** An error response as the contract describes it. */
interface Failure {
  /** The name of its schema; of its response too, if every operation has it. */
  readonly name: string;
  readonly description: string;
  readonly errorCodes: readonly string[];
  readonly errors: typeof FAULTS | typeof NOTHING | typeof FAULTS_OR_NOTHING;
  readonly headers: object;
  /** Whether models may be to blame. */
  readonly hasCodes?: true;
}

type OwnStatus = Exclude<ErrorStatus, 401 | 403 | 405 | 500>;

/** Errors that only some operations answer. */
const OWN_FAILURES: Record<OwnStatus, Failure> = {
  400: {
    name: "ValidationFailed",
    description: "A field is missing or wrong: `errors` names every one",
    errorCodes: ERROR_CODES[400],
    errors: FAULTS,
    hasCodes: true,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  404: {
    name: "NotFound",
    description: "Does not exist, or belongs to another studio: `errors` names the field, where a field named it",
    // A path that does not exist belongs to no operation.
    errorCodes: ["errors.notFound"],
    errors: FAULTS_OR_NOTHING,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  409: {
    name: "InProgress",
    description: "A request with this Idempotency-Key is still running: send the same one again in a moment",
    // The other one is the panel's.
    errorCodes: ["errors.idempotencyInProgress"],
    errors: FAULTS_OR_NOTHING,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  413: {
    name: "PayloadTooLarge",
    description: "A file, or the request as a whole, is too large",
    errorCodes: ERROR_CODES[413],
    errors: FAULTS,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is of another media type than the operation takes",
    errorCodes: ERROR_CODES[415],
    errors: FAULTS,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  422: {
    name: "KeyReused",
    description: "The Idempotency-Key was used for another request: what is new takes a new key",
    errorCodes: ERROR_CODES[422],
    errors: FAULTS_OR_NOTHING,
    headers: OF_AN_ADMITTED_REQUEST,
  },
  503: {
    name: "SlicerUnavailable",
    description: "The slicer cannot be reached, or the service is loaded: the same request may succeed later",
    errorCodes: ERROR_CODES[503],
    errors: NOTHING,
    headers: { ...WHERE_ADMITTED, ...sometimes("Retry-After", "Only with errors.overloaded") },
  },
};

/** Errors of every operation. */
const COMMON_FAILURES: Record<401 | 403 | 500 | 503, Failure> = {
  401: {
    name: "Unauthorized",
    description:
      "There is no API key, it has not the form of one, or no studio has it, or it is revoked or has expired",
    errorCodes: ERROR_CODES[401],
    errors: NOTHING,
    headers: always("WWW-Authenticate"),
  },
  403: {
    name: "Forbidden",
    description: "The studio's plan has no API access, or the request came over plain HTTP",
    errorCodes: ERROR_CODES[403].filter((code) => code !== "errors.keyRestricted"),
    errors: NOTHING,
    headers: {},
  },
  500: {
    name: "InternalError",
    description: "An error of the service: its log has it under X-Request-Id",
    errorCodes: ERROR_CODES[500],
    errors: NOTHING,
    headers: WHERE_ADMITTED,
  },
  503: {
    name: "Overloaded",
    description: "The service is loaded, or being moved: the same request may succeed in a moment",
    errorCodes: ["errors.overloaded"],
    errors: NOTHING,
    headers: { ...WHERE_ADMITTED, ...always("Retry-After") },
  },
};

/** In the place of `Forbidden`, of operations that not every permission opens. */
const RESTRICTED: Failure = {
  name: "Restricted",
  description:
    "The key's permission or kind does not open this operation, the studio's plan has no API access, or the request came over plain HTTP",
  errorCodes: ERROR_CODES[403],
  errors: NOTHING,
  headers: { ...sometimes("WWW-Authenticate", "Only with errors.keyRestricted") },
};

const RATE_LIMIT_EXCEEDED = "RateLimitExceeded";

const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responseNamed = (name: string) => ({ $ref: `#/components/responses/${name}` });

function failureSchema({ errors, errorCodes, hasCodes }: Failure) {
  return {
    type: "object" as const,
    properties: {
      data: NOTHING,
      metadata: NOTHING,
      errors,
      errorCode: { type: "string" as const, enum: [...errorCodes] },
      ...(hasCodes ? { codes: CODES } : {}),
    },
    required: ["data", "metadata", "errors", "errorCode"],
  };
}

function failureResponse({ name, description, headers }: Failure) {
  return {
    description,
    headers: { ...OF_EVERY_REFUSAL, ...headers },
    content: { "application/json": { schema: schemaNamed(name) } },
  };
}

/**
 * The error responses of an operation: those of every operation, and those named; operations that slice name 503. Handlers throw
 * errors and never return them, so they are hidden from the type of a handler's return value.
 */
export function errorResponses(...own: readonly OwnStatus[]): Record<never, never> {
  return {
    ...Object.fromEntries(Object.entries(COMMON_FAILURES).map(([status, { name }]) => [status, responseNamed(name)])),
    429: responseNamed(RATE_LIMIT_EXCEEDED),
    ...Object.fromEntries(own.map((status) => [status, failureResponse(OWN_FAILURES[status])])),
  };
}

/** 403 of an operation that not every permission opens. */
export const RESTRICTED_RESPONSE = responseNamed(RESTRICTED.name);

/** Registers the components of the responses above. */
export function registerSharedComponents(registry: OpenAPIHono<ApiEnv>["openAPIRegistry"]): void {
  for (const [name, header] of Object.entries(HEADER_COMPONENTS)) registry.registerComponent("headers", name, header);
  registry.registerComponent("headers", IGNORED_FIELDS_NAME, IGNORED_FIELDS);
  for (const failure of [...Object.values(OWN_FAILURES), ...Object.values(COMMON_FAILURES), RESTRICTED]) {
    registry.registerComponent("schemas", failure.name, failureSchema(failure));
  }
  for (const failure of [...Object.values(COMMON_FAILURES), RESTRICTED]) {
    registry.registerComponent("responses", failure.name, failureResponse(failure));
  }
  registry.registerComponent("schemas", RATE_LIMIT_EXCEEDED, {
    type: "object",
    description: "The whole body: it has no envelope",
    properties: { error: { type: "string" } },
    required: ["error"],
  });
  registry.registerComponent("responses", RATE_LIMIT_EXCEEDED, {
    description: "The studio's hour is used up: t of RateLimit says in how many seconds one more request is free",
    headers: { ...OF_EVERY_REFUSAL, ...OF_AN_ADMITTED_REQUEST },
    content: { "application/json": { schema: schemaNamed(RATE_LIMIT_EXCEEDED) } },
  });
}

export const IF_NONE_MATCH_HEADER = headerParameter("If-None-Match", {
  type: "string",
  description: "The `ETag` of the answer that you have: 304 where it still holds",
});

/** The answers of an operation with a tag on its 200 (src/http/revalidated.ts). */
export function revalidatedResponses<Data extends z.ZodType>(
  data: Data,
  description: string,
  ...errors: readonly OwnStatus[]
) {
  const tagged = always("ETag", "Cache-Control");
  return {
    200: jsonResponse(data, description, tagged),
    304: emptyResponse("What you have still holds. There is no body; it counts like any answer", tagged),
    ...errorResponses(...errors),
  };
}
