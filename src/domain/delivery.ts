// Delivery words: the carrier's service types.

/** Nova Poshta delivers to a branch or to the door. */
export const NOVA_POSHTA_SERVICE_TYPES = ["WarehouseWarehouse", "WarehouseDoors"] as const;
export type NovaPoshtaServiceType = (typeof NOVA_POSHTA_SERVICE_TYPES)[number];
