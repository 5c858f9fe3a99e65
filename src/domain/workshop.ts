// Workshop: statuses of its materials and printers, outcomes of prints, and low stock.

/** Only an active material can be chosen for a quote or an order. */
export const MATERIAL_STATUSES = ["active", "inactive"] as const;

/** null: the studio does not count the stock, or states no threshold. */
interface Stock {
  readonly stockHundredthsOfGram: number | null;
  readonly lowStockHundredthsOfGram: number | null;
}

export function isLowStock({ stockHundredthsOfGram: stock, lowStockHundredthsOfGram: threshold }: Stock): boolean {
  return stock !== null && threshold !== null && stock <= threshold;
}

export const PRINTER_STATUSES = ["active", "maintenance", "offline"] as const;
export type PrinterStatus = (typeof PRINTER_STATUSES)[number];

/** A failed print leaves its copies to be printed again. */
export const PRINT_OUTCOMES = ["printed", "failed"] as const;
export type PrintOutcome = (typeof PRINT_OUTCOMES)[number];
