// Fills a demo studio: a day's orders through the API, and a price request by its order page.

import type { z } from "zod";
import { herringboneGear, twistedVase } from "../demo/demo-models.ts";
import { materialsSchema, qualitiesSchema, shownOrderSchema } from "../demo/demo-site.schema.ts";
import { StudioSite } from "../demo/demo-site.ts";
import { StorefrontClient } from "./storefront-client.ts";

interface Customer {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly city: string;
}

const CUSTOMERS: readonly [Customer, ...Customer[]] = [
  { firstName: "Тарас", lastName: "Шевченко", phoneNumber: "+380441234567", email: "taras@example.com", city: "Канів" },
  { firstName: "Леся", lastName: "Українка", phoneNumber: "+380501112233", email: "lesia@example.com", city: "Луцьк" },
  { firstName: "Іван", lastName: "Франко", phoneNumber: "+380672223344", email: "ivan@example.com", city: "Львів" },
  {
    firstName: "Ольга",
    lastName: "Кобилянська",
    phoneNumber: "+380933334455",
    email: "olha@example.com",
    city: "Чернівці",
  },
  {
    firstName: "Григорій",
    lastName: "Сковорода",
    phoneNumber: "+380664445566",
    email: "hryhorii@example.com",
    city: "Харків",
  },
  {
    firstName: "Марія",
    lastName: "Заньковецька",
    phoneNumber: "+380975556677",
    email: "maria@example.com",
    city: "Ніжин",
  },
  {
    firstName: "Михайло",
    lastName: "Коцюбинський",
    phoneNumber: "+380996667788",
    email: "mykhailo@example.com",
    city: "Вінниця",
  },
  { firstName: "Олена", lastName: "Пчілка", phoneNumber: "+380637778899", email: "olena@example.com", city: "Гадяч" },
];

interface NamedModel {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type TwoModels = readonly [NamedModel, NamedModel];

const MODELS: TwoModels = [
  { name: "twisted-vase.stl", bytes: twistedVase() },
  { name: "herringbone-gear.stl", bytes: herringboneGear() },
];

/**
 * Places an order for each customer.
 *
 * @param models the first order has both, the others one or both
 * @param count places the first ones only
 * @param email of all customers, in place of their own
 * @returns the orders' ids, in the order they were placed
 */
export async function placeOrders(
  baseUrl: string,
  apiKey: string,
  models: TwoModels = MODELS,
  count = CUSTOMERS.length,
  email?: string,
): Promise<number[]> {
  const site = new StudioSite(baseUrl, apiKey, { line: () => {}, progress: () => {} });
  const isFilament = ({ technology }: { readonly technology: { readonly slug: string } }) => technology.slug === "fdm";
  const materials = (await site.get("/materials", materialsSchema)).filter(
    (material) => isFilament(material) && material.status === "active",
  );
  const quality = (await site.get("/printing-qualities", qualitiesSchema)).find(
    (candidate) => isFilament(candidate) && candidate.isDefault,
  );
  if (quality === undefined) throw new Error("the demo studio has no default quality");
  const ids: number[] = [];
  for (const [index, customer] of CUSTOMERS.slice(0, count).entries()) {
    const { data } = await site.post(
      "/orders",
      () => orderForm(email === undefined ? customer : { ...customer, email }, index, models, materials, quality.id),
      shownOrderSchema,
    );
    ids.push(data.id);
  }
  return ids;
}

/** Sends a price request as a visitor of the studio's order page does. Returns the path of the request's own page. */
export async function sendSamplePriceRequest(baseUrl: string, slug: string): Promise<string> {
  const visitor = new StorefrontClient(baseUrl, slug);
  const [{ name, bytes }] = MODELS;
  const { modelId } = await visitor.sendModel(name, bytes);
  const [{ city: _, ...contact }] = CUSTOMERS;
  return visitor.request({
    ...contact,
    requestKey: crypto.randomUUID(),
    consent: true,
    source: "order_page",
    comment: "Потрібна ваза заввишки 40 см, можна з двох частин.",
    items: [{ modelId, fileName: name, quantity: 2, finishingIds: [], reason: "fits_no_printer" }],
  });
}

function orderForm(
  { firstName, lastName, phoneNumber, email, city }: Customer,
  index: number,
  bothModels: TwoModels,
  materials: z.infer<typeof materialsSchema>,
  printingQualityId: number,
): FormData {
  const form = new FormData();
  const models = index % 3 === 0 ? bothModels : [bothModels[index % 2 === 0 ? 0 : 1]];
  for (const { bytes, name } of models) form.append("models[]", new Blob([bytes]), name);
  const items = models.map((_, item) => ({
    materialId: materials[(index + item) % materials.length]?.id,
    printingQualityId,
    quantity: 1 + (index % 4),
  }));
  const fields = {
    items: JSON.stringify(items),
    customerFirstName: firstName,
    customerLastName: lastName,
    customerPhoneNumber: phoneNumber,
    customerEmail: email,
    deliveryCityName: city,
    deliveryWarehouseName: `Відділення № ${index + 1}`,
    source: index % 2 === 0 ? "site" : "erp",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
