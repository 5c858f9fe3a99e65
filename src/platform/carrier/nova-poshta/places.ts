// Nova Poshta's places and senders: Address.searchSettlements and getWarehouses, Counterparty.getCounterparties and
// getCounterpartyContactPersons.

import { z } from "zod";
import { type CarrierAnswer, type CarrierPlace, MAX_PLACES, type SenderChoice } from "../carrier.ts";
import {
  answered,
  askNovaPoshta,
  carrierEntries,
  type NovaPoshtaAccess,
  TYPING_TIMEOUT,
  WRITING_TIMEOUT,
} from "./ask.ts";
import { optionalText, phoneOf, refField } from "./values.ts";

/** A key has one sender, or a few; the others would not be read to their end. */
const MAX_SENDERS = 5;

/** `DeliveryCity` is the city of getWarehouses and of consignment notes; `Ref` the settlement's own. */
const settlementSchema = z.object({ Present: z.string().min(1), DeliveryCity: refField });
const settlementsSchema = z.object({ Addresses: z.array(z.unknown()) });

/** Address.searchSettlements: settlements by their first letters, the largest first. */
export async function findSettlements(
  access: NovaPoshtaAccess,
  letters: string,
): Promise<CarrierAnswer<readonly CarrierPlace[]>> {
  const methodProperties = { CityName: nameIn(letters), Limit: String(MAX_PLACES), Page: "1" };
  const call = { modelName: "Address", calledMethod: "searchSettlements", methodProperties } as const;
  const found = carrierEntries(await askNovaPoshta(access, call, TYPING_TIMEOUT), settlementsSchema);
  if (!found.answered) return found;
  const settlements = carrierEntries(answered(found.value.flatMap(({ Addresses }) => Addresses)), settlementSchema);
  if (!settlements.answered) return settlements;
  return answered(
    settlements.value
      .slice(0, MAX_PLACES)
      .map(({ Present, DeliveryCity }) => ({ ref: DeliveryCity, name: Present, kind: "city" })),
  );
}

/** The bare name: a suggestion that was taken, "м. Київ, Київська обл.", is looked for again. */
function nameIn(letters: string): string {
  const [name = ""] = letters.split(",");
  return name.replace(/^(?:м|с|смт|с-ще|сел|селище)\.? +/iu, "").trim();
}

/** `DenyToSelect` is "1" for a branch that takes no parcels now. */
const warehouseSchema = z.object({
  Ref: refField,
  Description: z.string().min(1),
  CategoryOfWarehouse: optionalText,
  DenyToSelect: optionalText,
  WarehouseStatus: optionalText,
});

/**
 * Address.getWarehouses of a city: by "WarehouseId", the branch's number, else by "FindByString", letters of its description. At most
 * 500 a page are given; here the first `MAX_PLACES`.
 */
export async function findWarehouses(
  access: NovaPoshtaAccess,
  cityRef: string,
  letters: string,
): Promise<CarrierAnswer<readonly CarrierPlace[]>> {
  const number = /^(?:№ ?)?(\d{1,6})$/.exec(letters)?.[1];
  if (number !== undefined) {
    const numbered = await askForWarehouses(access, cityRef, { WarehouseId: number });
    if (!numbered.answered || numbered.value.length > 0) return numbered;
  }
  return askForWarehouses(access, cityRef, letters === "" ? {} : { FindByString: letters });
}

async function askForWarehouses(
  access: NovaPoshtaAccess,
  cityRef: string,
  sought: object,
): Promise<CarrierAnswer<readonly CarrierPlace[]>> {
  const methodProperties = { CityRef: cityRef, ...sought, Limit: String(MAX_PLACES), Page: "1", Language: "UA" };
  const call = { modelName: "Address", calledMethod: "getWarehouses", methodProperties } as const;
  const found = carrierEntries(await askNovaPoshta(access, call, TYPING_TIMEOUT), warehouseSchema);
  if (!found.answered) return found;
  const open = found.value.filter(
    ({ DenyToSelect, WarehouseStatus }) =>
      DenyToSelect !== "1" && (WarehouseStatus === null || WarehouseStatus === "Working"),
  );
  return answered(
    open.slice(0, MAX_PLACES).map(({ Ref, Description, CategoryOfWarehouse }) => ({
      ref: Ref,
      name: Description,
      kind: CategoryOfWarehouse === "Postomat" ? "locker" : "branch",
    })),
  );
}

const counterpartySchema = z.object({ Ref: refField, Description: z.string().min(1) });
const contactSchema = z.object({ Ref: refField, Description: z.string().min(1), Phones: optionalText });

/** Counterparty.getCounterparties of the kind "Sender", each with its getCounterpartyContactPersons. */
export async function findSenders(access: NovaPoshtaAccess): Promise<CarrierAnswer<readonly SenderChoice[]>> {
  const found = await askForCounterparties(access);
  if (!found.answered) return found;
  const senders: SenderChoice[] = [];
  for (const { Ref: ref, Description: name } of found.value.slice(0, MAX_SENDERS)) {
    const methodProperties = { Ref: ref, Page: "1" };
    const call = {
      modelName: "Counterparty",
      calledMethod: "getCounterpartyContactPersons",
      methodProperties,
    } as const;
    const contacts = carrierEntries(await askNovaPoshta(access, call, WRITING_TIMEOUT), contactSchema);
    if (!contacts.answered) return contacts;
    const people = contacts.value.map(({ Ref, Description, Phones }) => {
      return { ref: Ref, name: Description, phoneNumber: phoneOf(Phones) };
    });
    senders.push({ ref, name, contacts: people });
  }
  return answered(senders);
}

async function askForCounterparties(access: NovaPoshtaAccess) {
  const methodProperties = { CounterpartyProperty: "Sender", Page: "1" };
  const call = { modelName: "Counterparty", calledMethod: "getCounterparties", methodProperties } as const;
  return carrierEntries(await askNovaPoshta(access, call, WRITING_TIMEOUT), counterpartySchema);
}
