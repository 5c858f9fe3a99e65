// Enums of the OpenAPI document that may be null: null stands beside the enum, never among its values.

/**
 * A part of a document in which `{ type: ["string", "null"], enum: ["a", null] }` has become `{ anyOf: [{ type: "string", enum: ["a"] },
 * { type: "null" }] }`. Both accept the same values. Generators make an enum of texts from the first, and fail at its null.
 */
export function withoutNullInEnums<Part>(part: Part): Part {
  // Both branches keep the part's shape, but for schemas, which the document's type leaves open.
  if (Array.isArray(part)) return part.map(withoutNullInEnums) as Part;
  if (typeof part !== "object" || part === null) return part;
  const whole = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutNullInEnums(value)]));
  const { type, enum: values, ...others } = whole;
  if (!Array.isArray(values) || !values.includes(null)) return whole as Part;
  const texts = { type: "string", enum: values.filter((value) => value !== null) };
  return { ...others, anyOf: [texts, { type: "null" }] } as Part;
}
