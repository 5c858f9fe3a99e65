// Faults that a schema finds by a rule of its own, and how the API says them.

import type { z } from "zod";

export type FaultParams = Readonly<Record<string, string | number>>;

/** A schema names its fault with `ownFault`; the sentence is made where it is known who reads it. */
export const OWN_FAULTS = {
  decimal: () => "must be a decimal number, such as 12.50",
  scale: ({ digits }: FaultParams) => `must have at most ${digits} digits after the point`,
  thousands: ({ thousands, decimal }: FaultParams) =>
    `could be ${thousands} or ${decimal}: write it without a separator between thousands`,
  range: ({ min, max, unit }: FaultParams) => `must be from ${min} to ${max}${unit}`,
  wholeNumber: () => "must be a whole number",
  color: () => "must be # and six hexadecimal digits, such as #1a73e8",
  buildVolume: () => "must be three positive lengths joined by x, such as 220x220x250 mm",
  date: () => "must be a date that exists, written YYYY-MM-DD",
  oneOf: () => "must be one of the list",
  oneLine: () => "must be one line, without line breaks",
  hiddenCharacters: () => "must not have characters that cannot be seen",
  address: () => "must be an address that begins with https://",
  taken: () => "is taken already",
  password: ({ min, max }: FaultParams) => `must have ${min} to ${max} characters`,
  thickLayer: () => "must not be thicker than the nozzle is wide",
  noPhoto: () => "must be at least one file",
  photoCount: ({ max }: FaultParams) => `must be at most ${max} photos`,
  photoFormat: ({ file }: FaultParams) => `"${file}" is not a JPEG, PNG or WebP image`,
  photoSize: ({ file, max }: FaultParams) => `"${file}" is larger than ${max} MB`,
  oneCharge: () => "must not be given together with a price",
  cancelReason: () => "must say why the order is cancelled",
} as const satisfies Record<string, (params: FaultParams) => string>;

export type OwnFault = keyof typeof OWN_FAULTS;

/** The second argument of `refine`, or what `addIssue` takes: names the fault instead of saying it. */
export function ownFault(fault: OwnFault, params: FaultParams = {}) {
  return { code: "custom" as const, params: { ...params, fault } };
}

/** The fault that a raw issue names, with its params; undefined for every other issue. */
export function ownFaultOf(
  issue: z.core.$ZodRawIssue,
): { readonly fault: OwnFault; readonly params: FaultParams } | undefined {
  if (issue.code !== "custom") return undefined;
  const { fault, ...params }: Readonly<Record<string, unknown>> = issue.params ?? {};
  if (typeof fault !== "string" || !Object.hasOwn(OWN_FAULTS, fault)) return undefined;
  // ownFault() is the only writer of such params, and the line above found the name in the table.
  return { fault: fault as OwnFault, params: params as FaultParams };
}
