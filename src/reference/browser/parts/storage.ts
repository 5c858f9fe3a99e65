// Storage of the browser: if it is blocked, values last as long as the page.

const ofThisPage = new Map<string, string>();

export type StorageArea = "localStorage" | "sessionStorage";

export function keep(place: StorageArea, name: string, value: string): void {
  ofThisPage.set(name, value);
  try {
    window[place].setItem(name, value);
  } catch {
    // Even naming the storage throws if the visitor blocks it.
  }
}

export function kept(place: StorageArea, name: string): string | undefined {
  try {
    return window[place].getItem(name) ?? undefined;
  } catch {
    return ofThisPage.get(name);
  }
}
