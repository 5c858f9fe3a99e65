// What the page in a frame tells the site that holds it.

interface AnnouncedPrice {
  readonly total: string;
  readonly currency: string;
  readonly items: number;
}

interface AnnouncedOrder {
  readonly orderId: number;
  readonly total: string;
  readonly currency: string;
}

export function announcePrice(_price: AnnouncedPrice): void {}

export function announceOrder(_order: AnnouncedOrder): void {}
