// Names of a request's fields: near misses are refused with the right name, foreign names are ignored and told.

import { z } from "zod";
import type { Faults } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { OTHER_FIELD_NAMES } from "./fields.ts";
import { NearestName } from "./nearest-name.ts";

/** Findings about the names of a request. */
export interface NameFindings {
  readonly faults: Faults;
  /** Paths of fields that the operation does not have. */
  readonly ignored: string[];
}

/** Those of every operation that has been declared. */
const allNames: KnownNames[] = [];

/** Whether some operation has a field of this name, or of one that is nearly it: such a name is no text of a customer's. */
export function isNearFieldName(name: string): boolean {
  return allNames.some((names) => names.isNear(name));
}

/** The names of an object's fields, made once for each schema. */
export class KnownNames {
  /** The names of the objects inside a field, if it holds some. */
  readonly #inside: ReadonlyMap<string, KnownNames | undefined>;
  readonly #nearest: NearestName;

  /** @param others names beside the schema's, such as those of files */
  constructor(schema: z.ZodObject, others: readonly string[] = []) {
    const inside = Object.entries(schema.shape).map(([name, field]): [string, KnownNames | undefined] => {
      const objects = objectsIn(field);
      return [name, objects && new KnownNames(objects)];
    });
    this.#inside = new Map([...inside, ...others.map((name): [string, undefined] => [name, undefined])]);
    this.#nearest = new NearestName([...this.#inside.keys()], OTHER_FIELD_NAMES);
    allNames.push(this);
  }

  has(name: string): boolean {
    return this.#inside.has(name);
  }

  /** Judges every name of an object that was sent, and of the objects inside it. */
  check(sent: object, found: NameFindings, at = ""): void {
    for (const [name, value] of Object.entries(sent)) {
      if (!this.has(name)) this.judge(name, found, at);
      const inside = this.#inside.get(name);
      if (inside === undefined) continue;
      for (const [index, one] of [value].flat().entries()) {
        const path = Array.isArray(value) ? `${at}${name}.${index}.` : `${at}${name}.`;
        if (typeof one === "object" && one !== null) inside.check(one, found, path);
      }
    }
  }

  /** Judges a name that no field has. */
  judge(name: string, { faults, ignored }: NameFindings, at = ""): void {
    const right = this.#nearest.of(name);
    if (right === undefined) ignored.push(at + name);
    else faults.add(at + name, mustBeNamed(right));
  }

  isNear(name: string): boolean {
    return this.#nearest.of(name) !== undefined;
  }
}

const mustBeNamed = (right: string): Sentence => ({ en: `must be named ${right}`, uk: `має називатися ${right}` });

/** The schema of the objects that a field holds, one or a list of them; undefined if it holds none. */
function objectsIn(field: z.core.$ZodType): z.ZodObject | undefined {
  const sent = sentSchema(field);
  if (sent instanceof z.ZodObject) return sent;
  return sent instanceof z.ZodArray ? objectsIn(sent.element) : undefined;
}

/** The schema of the value as it is sent: without its default and its transformation. */
export function sentSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return sentSchema(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? sentSchema(schema.def.in) : schema;
}
