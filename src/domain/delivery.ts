// Fields of an order's delivery, and the carrier's service types.

/** Nova Poshta delivers to a branch or to the door. */
export const NOVA_POSHTA_SERVICE_TYPES = ["WarehouseWarehouse", "WarehouseDoors"] as const;
export type NovaPoshtaServiceType = (typeof NOVA_POSHTA_SERVICE_TYPES)[number];

/**
 * Each field with its part and its kind of value. An order states the address; the studio adds the tracking. Forms, histories, the
 * API's record and both languages have every field of this table, or do not compile.
 */
const FIELDS = {
  method: { part: "method", holds: "text" },
  cityName: { part: "address", holds: "text" },
  cityRef: { part: "address", holds: "text" },
  warehouseName: { part: "address", holds: "text" },
  warehouseRef: { part: "address", holds: "text" },
  streetName: { part: "address", holds: "text" },
  streetRef: { part: "address", holds: "text" },
  buildingNumber: { part: "address", holds: "text" },
  apartmentNumber: { part: "address", holds: "text" },
  npServiceType: { part: "address", holds: "service_type" },
  trackingNumber: { part: "tracking", holds: "text" },
  deliveryStatus: { part: "tracking", holds: "text" },
  scheduledDeliveryDate: { part: "tracking", holds: "day" },
  actualDeliveryDate: { part: "tracking", holds: "day" },
} as const satisfies Record<string, DeliveryFieldTerms>;

interface DeliveryFieldTerms {
  readonly part: "method" | "address" | "tracking";
  /** A day is written YYYY-MM-DD. */
  readonly holds: "text" | "day" | "service_type";
}

type Fields = typeof FIELDS;
export type DeliveryField = keyof Fields;
type FieldOf<Part extends DeliveryFieldTerms["part"]> = {
  [Field in DeliveryField]: Fields[Field]["part"] extends Part ? Field : never;
}[DeliveryField];
export type AddressField = FieldOf<"address">;
export type TrackingField = FieldOf<"tracking">;

// Object.keys answers the keys of the table, in its order.
export const DELIVERY_FIELDS = Object.keys(FIELDS) as readonly DeliveryField[];

/** The fields that lead to the customer: the address, the number under which the carrier tells it, and its word, which may name a city. */
export const PERSONAL_DELIVERY_FIELDS: readonly DeliveryField[] = DELIVERY_FIELDS.filter(
  (field) => FIELDS[field].part === "address" || field === "trackingNumber" || field === "deliveryStatus",
);

/** The kind of a field's value; undefined for a name that is no field's, as in an old history. */
export function deliveryFieldHolds(name: string): DeliveryFieldTerms["holds"] | undefined {
  const terms: Readonly<Record<string, DeliveryFieldTerms>> = FIELDS;
  return terms[name]?.holds;
}

/** The address and the tracking, as the studio fills them in. null: not given. Without a method, the address tells it. */
export type DeliveryDetails = {
  readonly [Field in DeliveryField]:
    | (Fields[Field]["holds"] extends "service_type" ? NovaPoshtaServiceType : string)
    | null;
};

/** The address of an order. null: not given. */
export type DeliveryAddress = Pick<DeliveryDetails, AddressField>;

/** A delivery as an order has it. */
export type StoredDelivery = DeliveryDetails & { readonly method: string };

/** A delivery of which nothing is given. */
export const NO_DELIVERY: DeliveryDetails = Object.freeze(
  Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, null])),
  // Every field of the table has its null.
) as DeliveryDetails;
