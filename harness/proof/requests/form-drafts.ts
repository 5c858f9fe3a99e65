// Requests of found forms and links, with fields as a person might fill them.

import type { Role } from "../../../src/domain/person.ts";
import type { Dice } from "../../dice.ts";
import { bytes } from "../../models.ts";
import { cyrillicCanary, latinCanary } from "../canary.ts";
import type { Draft, DraftFile, FormPart } from "./draft.ts";
import { type FoundForm, kindOfPath } from "./found-pages.ts";
import type { FuzzedStudio } from "./fuzzed-studio.ts";

/** The person or visitor of a request. */
export type Walker = Role | "visitor";

/** An image of one pixel, by its format's specification. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PHOTO: DraftFile = { fileName: "photo.png", content: PIXEL };
const PROFILES: readonly DraftFile[] = [
  { fileName: "profile.ini", content: bytes("layer_height = 0.2\nnozzle_diameter = 0.4\nfill_density = 20%\n") },
  { fileName: "profile.json", content: bytes('{"name":"a","nozzle_diameter":["0.4"],"layer_height":"0.2"}') },
];
const EMPTY: DraftFile = { fileName: "empty.stl", content: new Uint8Array() };

const NUMBERS = ["1", "1.24", "2", "2.50", "10"] as const;

export async function formDraft(
  form: FoundForm,
  walker: Walker,
  studio: FuzzedStudio,
  dice: Dice,
  origin: string,
): Promise<Draft> {
  const headers = await headersOf(walker, studio, dice);
  if (form.method === "post") headers.push(["Origin", origin]);
  const session = walker === "visitor" ? undefined : await studio.session(walker);
  const parts = form.fields.map(
    ([name, value]): FormPart => ({ name, value: filled(form, name, value, studio, dice) }),
  );
  for (const [name, value] of form.choices) {
    // A box without a tick, such as a customer's consent.
    if (!parts.some((part) => part.name === name) && dice.below(2) === 0) parts.push({ name, value });
  }
  for (const part of parts) if (part.name === "formToken" && session !== undefined) part.value = session.formToken;
  for (const name of form.files) parts.push({ name, value: fileOf(form, studio, dice) });
  const button = dice.anyOf(form.buttons);
  if (button !== undefined && button.name !== "") {
    const kept = parts.filter(({ name }) => name !== button.name);
    parts.splice(0, parts.length, ...kept, { name: button.name, value: button.value });
  }
  const [path = "", questions = ""] = form.path.split("?");
  const query = [...new URLSearchParams(questions)].map(([name, value]): [string, string] => [name, value]);
  const isRead = form.method === "get";
  return {
    door: walker === "visitor" ? "order page" : "panel",
    name: form.name,
    studio: studio.facts.number,
    method: form.method.toUpperCase(),
    path: pieces(path),
    tail: "",
    query: isRead ? parts.map(({ name, value }) => [name, typeof value === "string" ? value : value.fileName]) : query,
    headers,
    body: isRead ? { kind: "none" } : { kind: form.isMultipart ? "multipart" : "urlencoded", parts },
  };
}

export async function linkDraft(link: string, walker: Walker, studio: FuzzedStudio, dice: Dice): Promise<Draft> {
  const [path = "", questions = ""] = link.split("?");
  return {
    door: walker === "visitor" ? "order page" : "panel",
    name: `GET ${kindOfPath(path)}`,
    studio: studio.facts.number,
    method: "GET",
    path: pieces(ofOther(path, studio, dice)),
    tail: "",
    query: [...new URLSearchParams(questions)].map(([name, value]): [string, string] => [name, value]),
    headers: await headersOf(walker, studio, dice),
    body: { kind: "none" },
  };
}

/** Now and then the same page of the other studio, which this one's people must not see. */
function ofOther(path: string, { facts, other }: FuzzedStudio, dice: Dice): string {
  const own = `/panel/studios/${facts.slug}`;
  return other !== undefined && path.startsWith(own) && dice.below(20) === 0
    ? path.replace(own, `/panel/studios/${other.facts.slug}`)
    : path;
}

async function headersOf(walker: Walker, studio: FuzzedStudio, dice: Dice): Promise<[string, string][]> {
  const headers: [string, string][] = [["Accept-Language", dice.oneOf(["uk", "en"])]];
  if (walker !== "visitor") headers.push(["Cookie", (await studio.session(walker)).cookie]);
  return headers;
}

/** The pieces of a path, its ids and tokens as parameters. */
function pieces(path: string): string[] {
  const found: string[] = [""];
  for (const piece of path.split("/").slice(1)) {
    const isParameter = kindOfPath(piece) === "{id}";
    found.push(`${found.pop() ?? ""}/${isParameter ? "" : piece}`);
    if (isParameter) found.push(piece, "");
  }
  return found;
}

/** Fields that their form may demand, by their names: its markup requires none, for the service answers itself. */
const DEMANDED =
  /name$|title|^price$|^costPerKg$|density|reason|comment|password|mail|phone|answer|code$|sentence|^new_1\.|modelId|^pieces$|^amount$|^paidOn$/i;
const OF_SECOND_LANGUAGE = /SecondLanguage$/;

/** Most values as they are shown, and most of the demanded ones filled. */
function filled(form: FoundForm, name: string, value: string, { facts }: FuzzedStudio, dice: Dice): string {
  if (form.hidden.includes(name)) return value;
  const choices = form.choices.filter(([choice, chosen]) => choice === name && chosen !== "");
  if (choices.length > 0) return dice.below(value === "" ? 2 : 4) === 0 ? (dice.anyOf(choices)?.[1] ?? value) : value;
  const isDemanded = value === "" && DEMANDED.test(name) && !OF_SECOND_LANGUAGE.test(name);
  if (dice.below(isDemanded ? 20 : 40) > 0 !== isDemanded) return value;
  const word = cyrillicCanary(facts.number);
  if (/mail|replyTo/i.test(name)) return `${latinCanary(facts.number)}@example.com`;
  if (/phone/i.test(name)) return "+380671112233";
  if (/password/i.test(name)) return "a password that only tests know";
  if (/On$|At$|date|until|expires/i.test(name)) return "2026-12-01";
  if (/url|site|photo|address$|link/i.test(name)) return "https://studio.example/a.jpg";
  if (/hex/i.test(name)) return "#aabbcc";
  if (/quantity|pieces|copies|days|place$|watts|hours|count|layers$/i.test(name)) return dice.oneOf(["2", "3", "12"]);
  if (
    /price|cost|amount|percent|minutes|rate|gram|weight|stock|mm$|density|layer|width|surcharge|discount|kg/i.test(name)
  )
    return dice.oneOf(NUMBERS);
  if (/volume/i.test(name)) return "220x220x250";
  return `Слово ${word}`;
}

/** Mostly a file of the form's own kind. */
function fileOf({ path }: FoundForm, { facts }: FuzzedStudio, dice: Dice): DraftFile {
  const fitting = path.includes("/photos") ? [PHOTO] : path.includes("/import") ? PROFILES : facts.models;
  const all = dice.below(4) === 0 ? [PHOTO, ...PROFILES, EMPTY, ...facts.models] : fitting;
  return dice.anyOf(all) ?? EMPTY;
}
