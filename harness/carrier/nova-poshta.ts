// Stand-in for Nova Poshta's API 2.0, by its documentation (https://developers.novaposhta.ua/documentation): the methods that the
// carrier's client calls, with their checks, refusals and codes, and the faults that a carrier can have.

import { z } from "zod";
import { referenceOf, STAND_IN_CITIES, type StandInCity } from "./places.ts";

/**
 * Troubles of the carrier. `slow`: it answers after `slowMilliseconds`. `down`: each call is answered with 500. `half`: the answer breaks
 * off. `lost`: a call takes place, and its answer does not arrive. `unknown_fields`: answers have fields outside the documentation, and lack
 * those that may be missing. `busy`: it asks for patience. `bare`: a success without its entries. `walled`: its gateway answers with 403, and
 * the key is not looked at. `failed`: a call takes place, and is answered with 500 and a sentence. `refused`: it takes no content.
 */
export const CARRIER_TROUBLES = [
  "slow",
  "down",
  "half",
  "lost",
  "unknown_fields",
  "busy",
  "bare",
  "walled",
  "failed",
  "refused",
] as const;
export type CarrierTrouble = (typeof CARRIER_TROUBLES)[number];

interface Account {
  readonly sender: { readonly ref: string; readonly name: string };
  readonly contacts: readonly { readonly ref: string; readonly name: string; readonly phone: string }[];
}

/** A consignment note of the stand-in. */
export interface StandInNote {
  readonly ref: string;
  readonly number: string;
  readonly apiKey: string;
  /** The properties of InternetDocument.save. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** StatusCode of TrackingDocument.getStatusDocuments. */
  status: string;
  isDeleted: boolean;
}

/** One call, without its key. */
export interface CarrierCall {
  readonly method: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const requestSchema = z.object({
  apiKey: z.string(),
  modelName: z.string(),
  calledMethod: z.string(),
  methodProperties: z.record(z.string(), z.unknown()),
});
const saveSchema = z.object({
  CitySender: z.string(),
  Sender: z.string(),
  SenderAddress: z.string(),
  ContactSender: z.string(),
  SendersPhone: z.string().regex(/^380\d{9}$/),
  CityRecipient: z.string(),
  Recipient: z.string(),
  RecipientAddress: z.string(),
  ContactRecipient: z.string(),
  RecipientsPhone: z.string(),
  ServiceType: z.enum(["WarehouseWarehouse", "WarehouseDoors", "DoorsWarehouse", "DoorsDoors"]),
  CargoType: z.enum(["Parcel", "Cargo", "Documents"]),
  Weight: z.string(),
  SeatsAmount: z.string(),
  PayerType: z.enum(["Sender", "Recipient", "ThirdPerson"]),
  PaymentMethod: z.enum(["Cash", "NonCash"]),
  DateTime: z.string(),
  Description: z.string().min(1).max(100),
  Cost: z.string(),
  InfoRegClientBarcodes: z.string().optional(),
  BackwardDeliveryData: z
    .array(z.object({ PayerType: z.string(), CargoType: z.literal("Money"), RedeliveryString: z.string() }))
    .optional(),
});
const documentsSchema = z.array(z.object({ DocumentNumber: z.string(), Phone: z.string().optional() }));

const STATUS_WORDS: Readonly<Record<string, string>> = {
  1: "Відправник самостійно створив цю накладну, але ще не надав до відправки",
  2: "Видалено",
  3: "Номер не знайдено",
  4: "Відправлення у місті відправника",
  5: "Відправлення прямує до міста одержувача",
  6: "Відправлення у місті одержувача, орієнтовна доставка до відділення",
  7: "Прибув на відділення",
  8: "Прибув у поштомат",
  9: "Відправлення отримано",
  101: "На шляху до одержувача",
  102: "Відмова від отримання (відправником створено замовлення на повернення)",
  103: "Відмова одержувача",
};

/** A refusal: its sentences, each with its code. */
class Refused extends Error {
  readonly faults: readonly (readonly [said: string, code: string])[];
  constructor(...faults: readonly (readonly [said: string, code: string])[]) {
    super("refused");
    this.faults = faults;
  }
}

/** A parcel costs so much for its first two kilograms, and so much for each further one. Hryvnias. */
const FIRST_KILOGRAMS = 70;
const FURTHER_KILOGRAM = 5;
const TO_DOOR = 35;
const DAYS_UNDER_WAY = 2;
const DAY_MILLISECONDS = 86_400_000;

export class StandInNovaPoshta {
  readonly calls: CarrierCall[] = [];
  readonly notes: StandInNote[] = [];
  /** Troubles of the next calls, one each; after them `trouble` of all. */
  readonly troubles: CarrierTrouble[] = [];
  trouble: CarrierTrouble | null = null;
  slowMilliseconds = 30_000;
  /** Printed forms are sent on to the sign-in, with a known key too. */
  signsOut = false;
  readonly #accounts = new Map<string, Account>();
  readonly #addresses = new Set<string>();
  #numbers = 0;

  /** Makes a key, as the carrier's cabinet does. */
  makeKey(title = "Кобза Друк ФОП"): string {
    const key = crypto.randomUUID().replaceAll("-", "");
    this.addKey(key, title);
    return key;
  }

  /** As `makeKey`, of a known key. */
  addKey(key: string, title = "Кобза Друк ФОП"): void {
    const ref = this.#newReference();
    const contacts = [
      { ref: this.#newReference(), name: "Майстренко Оксана", phone: "380671112233" },
      { ref: this.#newReference(), name: "Гончар Олесь", phone: "380501112233" },
    ];
    this.#accounts.set(key, { sender: { ref, name: title }, contacts });
  }

  revokeKey(key: string): void {
    this.#accounts.delete(key);
  }

  /** The calls of a method, such as `Address.searchSettlements`. */
  callsOf(method: string): readonly CarrierCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Moves a parcel on. @param status a StatusCode, such as "7" */
  setStatus(number: string, status: string): void {
    const note = this.notes.find((known) => known.number === number);
    if (note === undefined) throw new Error(`there is no note ${number}`);
    note.status = status;
  }

  /** Answers a request to `…/v2.0/json/` or `…/orders/…`. @throws Error in place of an answer that does not arrive */
  async answer(url: string, init: RequestInit = {}): Promise<Response> {
    const trouble = this.troubles.shift() ?? this.trouble;
    if (trouble === "slow") await wait(this.slowMilliseconds, init.signal);
    if (trouble === "down") return new Response("<h1>500 Internal Server Error</h1>", { status: 500 });
    if (trouble === "walled") return new Response("<h1>403 Forbidden</h1>", { status: 403 });
    const { pathname } = new URL(url);
    const answered = pathname.startsWith("/orders/") ? this.#print(decodeURIComponent(pathname)) : this.#call(init);
    if (trouble === "lost") throw new TypeError("the connection was lost");
    if (trouble === "busy") return refusal(["To many requests", "20000401501"]);
    if (trouble === "refused") return refusal(["Data is invalid", "20000100014"]);
    if (trouble === "bare") return Response.json({ success: true, errors: [], errorCodes: [] });
    if (trouble === "failed") return Response.json(await refusal(["Internal error", "20000"]).json(), { status: 500 });
    if (trouble === "half") return new Response((await answered.text()).slice(0, 40), { headers: answered.headers });
    if (trouble === "unknown_fields") return withUnknownFields(answered);
    return answered;
  }

  #call({ body }: RequestInit): Response {
    const request = requestSchema.safeParse(JSON.parse(String(body)));
    if (!request.success) return refusal(["Data is invalid", "20000100014"]);
    const { apiKey, modelName, calledMethod, methodProperties: properties } = request.data;
    const method = `${modelName}.${calledMethod}`;
    this.calls.push({ method, properties });
    const account = this.#accounts.get(apiKey);
    if (account === undefined) return refusal(["API key expired", "20000200068"]);
    try {
      return result(this.#entries(method, properties, account, apiKey));
    } catch (error) {
      if (error instanceof Refused) return refusal(...error.faults);
      throw error;
    }
  }

  #entries(method: string, properties: CarrierCall["properties"], account: Account, apiKey: string): unknown[] {
    switch (method) {
      case "Address.searchSettlements":
        return settlements(properties);
      case "Address.getWarehouses":
        return warehouses(properties);
      case "Address.getStreet": {
        const sought = lower(properties.FindByString);
        const streets = cityOf(properties.CityRef)?.streets.filter(({ name }) => lower(name).startsWith(sought)) ?? [];
        return streets.map(({ ref, name }) => ({ Ref: ref, Description: name, StreetsType: "вул." }));
      }
      case "Address.save": {
        if (text(properties.BuildingNumber) === "") throw new Refused(["BuildingNumber is empty", "20000200167"]);
        const ref = this.#newReference();
        this.#addresses.add(ref);
        return [{ Ref: ref, Description: "Адреса" }];
      }
      case "Counterparty.getCounterparties":
        return [{ Ref: account.sender.ref, Description: account.sender.name, CounterpartyType: "PrivatePerson" }];
      case "Counterparty.getCounterpartyContactPersons":
        if (properties.Ref !== account.sender.ref) return [];
        return account.contacts.map(({ ref, name, phone }) => ({ Ref: ref, Description: name, Phones: phone }));
      case "Counterparty.save":
        return [this.#recipient(properties)];
      case "InternetDocument.getDocumentPrice":
        return [{ AssessedCost: Number(properties.Cost), Cost: priceOf(properties), TZoneInfo: { TzoneID: "2" } }];
      case "InternetDocument.getDocumentDeliveryDate":
        return [{ DeliveryDate: { date: deliveryDateOf(properties), timezone_type: 3, timezone: "Europe/Kiev" } }];
      case "InternetDocument.save":
        return [this.#save(properties, apiKey)];
      case "InternetDocument.delete":
        return [this.#delete(properties, apiKey)];
      case "InternetDocument.getDocumentList":
        return this.#list(properties, apiKey);
      case "TrackingDocument.getStatusDocuments":
        return this.#statuses(properties);
      default:
        throw new Refused([`Method ${method} not found`, "20000100014"]);
    }
  }

  #recipient(properties: CarrierCall["properties"]) {
    if (!/^380\d{9}$/.test(text(properties.Phone))) throw new Refused(["Phone is invalid format", "20000100018"]);
    for (const name of ["FirstName", "LastName"]) {
      if (!/^[А-ЯҐЄІЇа-яґєії'’ -]{2,}$/.test(text(properties[name]))) {
        throw new Refused([`${name} has invalid characters`, "20000201651"]);
      }
    }
    const [ref, contact] = [this.#newReference(), this.#newReference()];
    const Description = `${text(properties.LastName)} ${text(properties.FirstName)}`;
    return { Ref: ref, Description, ContactPerson: { success: true, data: [{ Ref: contact, Description }] } };
  }

  #save(properties: CarrierCall["properties"], apiKey: string) {
    const parsed = saveSchema.safeParse(properties);
    if (!parsed.success) {
      const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
      throw new Refused(...names.map((name) => [`${name} is incorrect`, "20000200184"] as const));
    }
    const { CityRecipient, RecipientAddress, ServiceType, Weight, Cost, DateTime } = parsed.data;
    const city = cityOf(CityRecipient);
    if (city === undefined) throw new Refused(["CityRecipient is not specified", "20000200103"]);
    const branch = city.branches.find(({ ref }) => ref === RecipientAddress);
    const isToBranch = ServiceType.endsWith("Warehouse");
    if (isToBranch && branch === undefined) throw new Refused(["RecipientAddress is incorrect", "20000200053"]);
    if (!isToBranch && !this.#addresses.has(RecipientAddress)) {
      throw new Refused(["RecipientAddress does not exist", "20000200052"]);
    }
    if (branch?.kind === "locker" && Number(Weight) > 20) {
      throw new Refused(["Recipient Warehouse max allowed weight: 20", "20000203729"]);
    }
    if (!(Number(Cost) >= 1)) throw new Refused(["Cost is invalid", "20000200118"]);
    if (dayIn(DateTime) < startOfToday()) throw new Refused(["DateTime cannot be less than now", "20000400455"]);
    const number = `20450${String(++this.#numbers).padStart(9, "0")}`;
    const note: StandInNote = {
      ref: this.#newReference(),
      number,
      apiKey,
      asked: properties,
      status: "1",
      isDeleted: false,
    };
    this.notes.push(note);
    return { ...writtenNote(note), EstimatedDeliveryDate: dotted(dayIn(DateTime) + DAYS_UNDER_WAY * DAY_MILLISECONDS) };
  }

  #delete({ DocumentRefs }: CarrierCall["properties"], apiKey: string) {
    const note = this.notes.find((known) => known.ref === text(DocumentRefs) && known.apiKey === apiKey);
    if (note === undefined || note.isDeleted) throw new Refused(["Document not found", "20000300415"]);
    if (note.status !== "1") throw new Refused(["Document already printed or handed over", "20000200154"]);
    note.isDeleted = true;
    note.status = "2";
    return { Ref: note.ref };
  }

  /** Pages of a hundred, the latest first. */
  #list({ DateTimeFrom, DateTimeTo, Page }: CarrierCall["properties"], apiKey: string): unknown[] {
    const [from, to] = [dayIn(text(DateTimeFrom)), dayIn(text(DateTimeTo))];
    const of = this.notes.filter(({ asked, isDeleted, apiKey: owner }) => {
      const day = dayIn(text(asked.DateTime));
      return owner === apiKey && !isDeleted && day >= from && day <= to;
    });
    const first = (Number(Page) - 1) * 100;
    return of
      .toReversed()
      .slice(first, first + 100)
      .map(writtenNote);
  }

  #statuses({ Documents }: CarrierCall["properties"]): unknown[] {
    const asked = documentsSchema.safeParse(Documents);
    if (!asked.success) throw new Refused(["Documents must be array", "20000200159"]);
    if (asked.data.length > 100) throw new Refused(["Documents count is invalid", "20000200161"]);
    return asked.data.map(({ DocumentNumber }) => {
      const note = this.notes.find(({ number }) => number === DocumentNumber);
      const code = note?.status ?? "3";
      const sent = note === undefined ? undefined : dayIn(text(note.asked.DateTime));
      const arrival = sent === undefined ? undefined : sent + DAYS_UNDER_WAY * DAY_MILLISECONDS;
      return {
        Number: DocumentNumber,
        StatusCode: code,
        Status: STATUS_WORDS[code] ?? "Інше",
        ScheduledDeliveryDate: arrival === undefined ? "" : `${dashed(arrival)} 12:00:00`,
        ActualDeliveryDate: arrival === undefined || !["7", "8", "9"].includes(code) ? "" : `${iso(arrival)} 10:15:00`,
        RecipientDateTime: arrival === undefined || code !== "9" ? "" : `${dotted(arrival)} 17:20:00`,
      };
    });
  }

  /** printDocument and printMarking100x100. Without a known key it sends on to its sign-in. */
  #print(path: string): Response {
    const found = /^\/orders\/(printDocument|printMarking100x100)\/orders\[\]\/(\d+)\/type\/pdf\/apiKey\/(\w+)/.exec(
      path,
    );
    const [, form = "", number = "", apiKey = ""] = found ?? [];
    this.calls.push({ method: form, properties: { number } });
    if (this.signsOut || !this.#accounts.has(apiKey))
      return new Response(null, { status: 302, headers: { Location: "/auth/index" } });
    const note = this.notes.find((known) => known.number === number && known.apiKey === apiKey && !known.isDeleted);
    if (note === undefined)
      return new Response("<h1>404</h1>", { status: 404, headers: { "Content-Type": "text/html" } });
    return new Response(labelOf(form, number), { headers: { "Content-Type": "application/pdf" } });
  }

  #newReference(): string {
    return referenceOf(0xc0de, ++this.#numbers);
  }
}

function settlements({ CityName, Limit }: CarrierCall["properties"]): unknown[] {
  const sought = lower(CityName);
  if (sought.length < 2) throw new Refused(["CityName is too short", "20000100014"]);
  const found = STAND_IN_CITIES.filter(({ name }) => lower(name).startsWith(sought)).slice(0, Number(Limit));
  const Addresses = found.map(({ ref, settlementRef, name, present, branches }) => ({
    Present: present,
    Warehouses: branches.length,
    MainDescription: name,
    Ref: settlementRef,
    DeliveryCity: ref,
  }));
  return found.length === 0 ? [] : [{ TotalCount: found.length, Addresses }];
}

function warehouses({ CityRef, FindByString, WarehouseId, Limit }: CarrierCall["properties"]): unknown[] {
  const city = cityOf(CityRef);
  if (city === undefined) throw new Refused(["CityRef is incorrect", "20000200102"]);
  const sought = lower(FindByString);
  const found = city.branches.filter(({ name, number }) =>
    WarehouseId === undefined ? lower(name).includes(sought) : String(number) === text(WarehouseId),
  );
  return found.slice(0, Number(Limit)).map(({ ref, number, name, kind, isClosed }) => ({
    Ref: ref,
    Number: String(number),
    Description: name,
    CityRef: city.ref,
    CategoryOfWarehouse: kind === "locker" ? "Postomat" : "Branch",
    WarehouseStatus: "Working",
    DenyToSelect: isClosed === true ? "1" : "0",
    TotalMaxWeightAllowed: kind === "locker" ? "20" : "0",
  }));
}

function priceOf({ CitySender, CityRecipient, Weight, ServiceType }: CarrierCall["properties"]): number {
  if (cityOf(CitySender) === undefined) throw new Refused(["CitySender is incorrect", "20000200105"]);
  if (cityOf(CityRecipient) === undefined) throw new Refused(["CityRecipient is incorrect", "20000200102"]);
  const further = Math.max(0, Math.ceil(Number(Weight)) - 2);
  return FIRST_KILOGRAMS + FURTHER_KILOGRAM * further + (ServiceType === "WarehouseDoors" ? TO_DOOR : 0);
}

function deliveryDateOf({ DateTime }: CarrierCall["properties"]): string {
  return `${iso(dayIn(text(DateTime)) + DAYS_UNDER_WAY * DAY_MILLISECONDS)} 00:00:00.000000`;
}

function writtenNote({ ref, number, asked }: StandInNote) {
  return {
    Ref: ref,
    CostOnSite: priceOf(asked),
    IntDocNumber: number,
    TypeDocument: "InternetDocument",
    InfoRegClientBarcodes: text(asked.InfoRegClientBarcodes),
  };
}

function cityOf(ref: unknown): StandInCity | undefined {
  return STAND_IN_CITIES.find((city) => city.ref === ref);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Without the difference of apostrophes, as the carrier's search. */
function lower(value: unknown): string {
  return text(value).toLocaleLowerCase("uk").replaceAll(/[’ʼ]/g, "'").trim();
}

/** @param written dd.mm.yyyy */
function dayIn(written: string): number {
  const [day = "", month = "", year = ""] = written.split(".");
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}

function startOfToday(): number {
  return Math.floor(Date.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
}

function iso(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

function dotted(moment: number): string {
  return iso(moment).split("-").reverse().join(".");
}

function dashed(moment: number): string {
  return iso(moment).split("-").reverse().join("-");
}

/** A page with the number, as a PDF that viewers open. */
function labelOf(form: string, number: string): string {
  const [width, height] = form === "printDocument" ? [595, 842] : [283, 283];
  const shown = `BT /F1 18 Tf 40 ${height - 60} Td (${number}) Tj ET`;
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj`,
    `4 0 obj<</Length ${shown.length}>>stream\n${shown}\nendstream endobj`,
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
  ].join("\n");
}

async function withUnknownFields(answered: Response): Promise<Response> {
  if (answered.headers.get("Content-Type")?.startsWith("application/json") !== true) return answered;
  const envelope = z.looseObject({ data: z.array(z.unknown()) }).parse(await answered.json());
  const data = envelope.data.map((entry) =>
    typeof entry === "object" && entry !== null ? { ...entry, Novelty: { of: ["the", "carrier"] } } : entry,
  );
  const { success, errors, errorCodes } = envelope;
  return Response.json({ success, data, errors, errorCodes, novelties: [1] });
}

function result(data: unknown[]): Response {
  const none: string[] = [];
  return Response.json({
    success: true,
    data,
    errors: none,
    warnings: none,
    info: { totalCount: data.length },
    errorCodes: none,
  });
}

/** The carrier answers a refusal with 200. */
function refusal(...faults: readonly (readonly [said: string, code: string])[]): Response {
  const [errors, errorCodes] = [faults.map(([said]) => said), faults.map(([, code]) => code)];
  return Response.json({ success: false, data: [], errors, warnings: [], info: [], errorCodes });
}

/** @throws the signal's reason if it ends the wait */
async function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
