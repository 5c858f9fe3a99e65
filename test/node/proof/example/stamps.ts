// An example for the proof of mutants: stamps on a card, with one function that its tests never call.

const STAMPS_OF_GIFTS = [10, 20];

export function isFull(stamps: number): boolean {
  return stamps > 20;
}

export function giftsFor(stamps: number): number {
  return STAMPS_OF_GIFTS.filter((needed) => stamps >= needed).length;
}

export function stampsOf(visits: number): number {
  let stamps = 0;
  for (let visit = 0; visit < visits; visit++) stamps += 2;
  return stamps;
}

export function isEmpty(stamps: number): boolean {
  return stamps === 0;
}
