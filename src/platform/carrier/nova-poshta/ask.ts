// Nova Poshta's API 2.0: one call, with its deadline, a bounded answer, and its faults told apart.
//
// https://developers.novaposhta.ua/documentation, JSON over POST. A refused call is answered with 200 too: `success`, `errors` and
// `errorCodes` tell.

import { z } from "zod";
import type { CarrierFault } from "../../../domain/carrier/carriers.ts";
import { parsedJson } from "../../parsed-json.ts";
import type { CarrierAnswer } from "../carrier.ts";
import { problemsOf } from "./refusals.ts";

/** The carrier's addresses: of its methods, and of its printed forms. */
export interface NovaPoshtaAddresses {
  readonly methods: string;
  readonly forms: string;
}

export const NOVA_POSHTA_ADDRESSES: NovaPoshtaAddresses = {
  methods: "https://api.novaposhta.ua/v2.0/json/",
  forms: "https://my.novaposhta.ua/orders",
};

/** A studio's key, and the addresses that it is used at. */
export interface NovaPoshtaAccess {
  readonly apiKey: string;
  readonly addresses: NovaPoshtaAddresses;
}

/** The parts of a call, by their names in the documentation. */
export interface NovaPoshtaCall {
  readonly modelName: "Address" | "Counterparty" | "InternetDocument" | "TrackingDocument";
  readonly calledMethod: string;
  readonly methodProperties: object;
}

/** People wait for a suggestion or an estimate while they type; a note or a batch of statuses may take its time. Milliseconds. */
export const TYPING_TIMEOUT = 4_000;
export const WRITING_TIMEOUT = 20_000;

/** A hundred statuses or notes are some hundred kilobytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Address.getWarehouses may send on to a copy of its answer (303), at the same host. */
const MAX_HOPS = 2;

/** Codes of the documentation's list of errors: "API auth fail", "API key empty". */
const KEY_CODES = ["20000200068", "20000200069"];
/** "Service unavailable", "Unknown error". */
const OUTAGE_CODES = ["20000100016", "20000100008"];

const textual = z.union([z.string(), z.number()]).transform(String);
/** A list; of errors also an object by the field's name. */
const texts = z.union([z.array(textual), z.record(z.string(), textual).transform((named) => Object.values(named))]);
const answerSchema = z.object({
  success: z.boolean(),
  data: z.array(z.unknown()).optional().catch(undefined),
  errors: texts.catch([]),
  errorCodes: texts.catch([]),
});

export const unreachable = { answered: false, fault: { reason: "unreachable" } } as const;

export function answered<Value>(value: Value): CarrierAnswer<Value> {
  return { answered: true, value };
}

export function failed(fault: CarrierFault): CarrierAnswer<never> {
  return { answered: false, fault };
}

/** The entries of the answer's `data`, unread. Never rejects, and quotes nothing of the request: it has the key. */
export async function askNovaPoshta(
  { apiKey, addresses }: NovaPoshtaAccess,
  call: NovaPoshtaCall,
  timeoutMilliseconds: number,
): Promise<CarrierAnswer<readonly unknown[]>> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const body = JSON.stringify({ apiKey, ...call });
  try {
    const response = await fetchOnHost(addresses.methods, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal,
    });
    if (response.status === 429) return failed({ reason: "busy" });
    // The write may have taken place, for all that the answer says.
    if (response.status >= 500) return unreachable;
    const parsed = answerSchema.safeParse(parsedJson(await boundedText(response.body)));
    return parsed.success ? resultOf(parsed.data) : unreachable;
  } catch {
    return unreachable;
  }
}

/** The entries that a schema reads, without those that it cannot; unreachable if it reads none of several. */
export function carrierEntries<Schema extends z.ZodType>(
  answer: CarrierAnswer<readonly unknown[]>,
  schema: Schema,
): CarrierAnswer<readonly z.output<Schema>[]> {
  if (!answer.answered) return answer;
  const read = answer.value.map((entry) => schema.safeParse(entry)).filter((entry) => entry.success);
  if (read.length === 0 && answer.value.length > 0) return unreachable;
  return answered(read.map(({ data }) => data));
}

/** The answer's only entry; unreachable if there is none that the schema reads. */
export function carrierEntry<Schema extends z.ZodType>(
  answer: CarrierAnswer<readonly unknown[]>,
  schema: Schema,
): CarrierAnswer<z.output<Schema>> {
  const entries = carrierEntries(answer, schema);
  if (!entries.answered) return entries;
  const [entry] = entries.value;
  return entry === undefined ? unreachable : answered(entry);
}

/** The platform itself knows no "error" for redirects; a body is sent to no second address. */
async function fetchOnHost(address: string, init: RequestInit) {
  let response = await fetch(address, { ...init, redirect: "manual" });
  for (let hops = 0; hops < MAX_HOPS && [301, 302, 303].includes(response.status); hops++) {
    const next = new URL(response.headers.get("Location") ?? "", address);
    await response.body?.cancel();
    if (next.origin !== new URL(address).origin) throw new Error("Nova Poshta sends on to another host");
    response = await fetch(next, { ...(init.signal ? { signal: init.signal } : {}), redirect: "manual" });
  }
  return response;
}

function resultOf({ success, data, errors, errorCodes }: z.output<typeof answerSchema>) {
  // A success without its entries is half an answer: taken for "nothing", it would be kept as such.
  if (success) return data === undefined ? unreachable : answered(data);
  if (errorCodes.some((code) => KEY_CODES.includes(code)) || errors.some(isAboutKey)) return failed({ reason: "key" });
  if (errors.some((said) => /\bto+ many requests\b/i.test(said))) return failed({ reason: "busy" });
  if (errorCodes.some((code) => OUTAGE_CODES.includes(code))) return unreachable;
  const problems = problemsOf(errors, errorCodes);
  // A refusal without a reason is a fault of the carrier's.
  return problems.length === 0 ? unreachable : failed({ reason: "refused", problems });
}

function isAboutKey(said: string): boolean {
  return /\bapi ?key\b/i.test(said);
}

/** @throws Error if the body is longer than any answer */
async function boundedText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (body === null) return text;
  for await (const chunk of body.pipeThrough(limitTo(MAX_ANSWER_BYTES)))
    text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Passes a stream on, and breaks it off where it becomes longer. */
export function limitTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new Error("Nova Poshta's answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
