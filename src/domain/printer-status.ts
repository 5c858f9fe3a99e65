// Printer statuses.

export const PRINTER_STATUSES = ["active", "maintenance", "offline"] as const;
export type PrinterStatus = (typeof PRINTER_STATUSES)[number];
