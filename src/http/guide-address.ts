// Addresses of the guides: English ones stand beside the reference, each other language in a folder of its own.

import type { Language } from "../domain/person.ts";
import { BASE_PATH } from "./base-path.ts";

/** The folder of each language, below that of the guides and below the documents' address. */
export const GUIDE_FOLDERS = { en: "", uk: "uk/" } as const satisfies Record<Language, string>;

/** Guides for a studio's owner: every language has them. */
export const OWNERS_GUIDES = [
  "keys",
  "order-page",
  "machine-profiles",
  "models-and-warnings",
  "widget",
  "messages",
  "money",
  "telegram",
  "products",
  "parcels",
] as const;
export type OwnersGuide = (typeof OWNERS_GUIDES)[number];

export function guideAddress(language: Language, guide: OwnersGuide): string {
  return `${BASE_PATH}/docs/${GUIDE_FOLDERS[language]}${guide}`;
}

/** The overview of the documents. */
export function documentsAddress(language: Language): string {
  return `${BASE_PATH}/docs/${GUIDE_FOLDERS[language]}`.replace(/\/$/, "");
}
