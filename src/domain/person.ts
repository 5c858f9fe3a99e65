// People of the panel: their roles in a studio, languages and themes.

/** The owner also has keys, prices and people. Staff do the day's work. */
export const ROLES = ["owner", "staff"] as const;
export type Role = (typeof ROLES)[number];

export const LANGUAGES = ["uk", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** For people whose own language is unknown, or not spoken here. */
export const DEFAULT_LANGUAGE: Language = "uk";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
