// Rows of the catalog's tables, and the kinds of entries they are.

import type {
  deliveryMethods,
  finishings,
  materials,
  printingQualities,
  productColors,
  productPrints,
  products,
} from "../db/schema.ts";

export type CatalogKind = "machineProfile" | "material" | "quality" | "finishing" | "product" | "deliveryMethod";

export type Material = typeof materials.$inferSelect;
export type Quality = typeof printingQualities.$inferSelect;
export type Finishing = typeof finishings.$inferSelect;
export type Product = typeof products.$inferSelect;
export type ProductColor = typeof productColors.$inferSelect;
export type ProductPrint = typeof productPrints.$inferSelect;
export type DeliveryMethod = typeof deliveryMethods.$inferSelect;
