// The programs' common part: service, model, choice and customer from outside, and the report of their calls.

import { readFile } from "node:fs/promises";

const { STUDIO_API_URL: BASE_URL = "", STUDIO_API_KEY: KEY = "", MODEL = "", ORDER_KEY = "" } = process.env;

export { BASE_URL, KEY, ORDER_KEY };

export const model = new File([await readFile(MODEL)], "part.stl");
export const choice = { materialId: 1, printingQualityId: 2 };
export const customer = {
  customerFirstName: "Леся",
  customerLastName: "Українка",
  customerPhoneNumber: "+380501234567",
  customerEmail: "lesia@example.com",
};

export interface Report {
  readonly slug: string | undefined;
  /** Number of the studio's materials. */
  readonly materials: number | undefined;
  /** The pattern of the first quality. */
  readonly infill: string | null | undefined;
  /** The total of two copies. */
  readonly quote: string | undefined;
  /** Number of the order's items. */
  readonly order: number | undefined;
  /** Fields of the refused request. */
  readonly fault: readonly string[];
}
