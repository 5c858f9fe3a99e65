// Material statuses. Only an active material can be chosen for a quote or an order.

export const MATERIAL_STATUSES = ["active", "inactive"] as const;
export type MaterialStatus = (typeof MATERIAL_STATUSES)[number];
