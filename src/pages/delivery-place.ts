// Place of a delivery, in one line for its customer.

import type { StoredDelivery } from "../domain/delivery.ts";
import type { Language } from "../domain/person.ts";
import { wording } from "./words.ts";

const placeWords = wording({
  en: {
    carriers: { nova_poshta: "Nova Poshta", courier: "Courier" },
    building: (number: string) => `building ${number}`,
    apartment: (number: string) => `apartment ${number}`,
  },
  uk: {
    carriers: { nova_poshta: "Нова пошта", courier: "Кур’єр" },
    building: (number) => `буд. ${number}`,
    apartment: (number) => `кв. ${number}`,
  },
});

/** The two carriers of the specification have words; any other has the studio's own name. */
export function deliveryPlace(language: Language, delivery: StoredDelivery): string {
  const words = placeWords(language);
  const { method, cityName, warehouseName, streetName, buildingNumber, apartmentNumber } = delivery;
  return [
    method === "nova_poshta" || method === "courier" ? words.carriers[method] : method,
    ...[cityName, warehouseName, streetName],
    buildingNumber && words.building(buildingNumber),
    apartmentNumber && words.apartment(apartmentNumber),
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}
