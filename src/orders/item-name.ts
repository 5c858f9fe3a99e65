// Name of an order's item for people.

export interface NamedItem {
  readonly id: number;
  readonly productTitle: string | null;
  readonly originalFileName: string | null;
}

/** The product's title or the file's name; the number of an item that has neither. */
export function itemName({ id, productTitle, originalFileName }: NamedItem): string {
  return productTitle ?? originalFileName ?? `№ ${id}`;
}
