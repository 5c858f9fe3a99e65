// Storage of the browser: where it is blocked, what would be kept lasts as long as the page.

const ofThisPage = new Map<string, string>();

export type StorageArea = "localStorage" | "sessionStorage";

export function keep(place: StorageArea, name: string, value: string): void {
  ofThisPage.set(name, value);
  try {
    window[place].setItem(name, value);
  } catch {
    // Even to name it throws, where a visitor allows no site to keep anything.
  }
}

export function kept(place: StorageArea, name: string): string | undefined {
  try {
    return window[place].getItem(name) ?? undefined;
  } catch {
    return ofThisPage.get(name);
  }
}
