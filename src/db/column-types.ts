// The vocabulary of the database: the fixed words of its columns and the shapes of its JSON columns.

import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";

export const PLANS = ["free", "basic", "pro", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const PRINTER_STATUSES = ["active", "maintenance", "offline"] as const;
export type PrinterStatus = (typeof PRINTER_STATUSES)[number];

/** The states an order passes through. Orders are moved in the studio panel only; the API creates them as `pending`. */
export const ORDER_STATUSES = [
  "pending",
  "confirmed",
  "printing",
  "post_processing",
  "ready",
  "shipped",
  "completed",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export type { OwnParameters };

/** A studio's, by the technology's slug: each of its machines differs in its own way. */
export type StudioParameters = Readonly<Record<string, OwnParameters | undefined>>;

/** One file of a slicing job: which slice it waits for. */
export interface SlicingJobItem {
  readonly sliceKey: string;
  readonly originalFileName: string;
}

/** Who an order is for, as that order said it: a later order of the same customer does not change this one. */
export interface StoredContact {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string;
  readonly locale: string;
}

/** A delivery as it was ordered; the carrier's own fields are filled in when the order is shipped. */
export interface StoredDelivery {
  readonly method: string;
  readonly cityName: string | null;
  readonly cityRef: string | null;
  readonly warehouseName: string | null;
  readonly warehouseRef: string | null;
  readonly streetName: string | null;
  readonly streetRef: string | null;
  readonly buildingNumber: string | null;
  readonly apartmentNumber: string | null;
  readonly npServiceType: "WarehouseWarehouse" | "WarehouseDoors" | null;
  readonly trackingNumber: string | null;
  readonly deliveryStatus: string | null;
  readonly scheduledDeliveryDate: string | null;
  readonly actualDeliveryDate: string | null;
}

/** The answer an Idempotency-Key gives again. */
export interface KeptAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}
