// Address of the page on which a carrier shows a parcel.

/** Nova Poshta's numbers have 14 digits. */
const NOVA_POSHTA_NUMBER = /^\d{14}$/;

/** The carrier's page of a tracking number; undefined for a number of no known carrier. */
export function trackingAddress(trackingNumber: string): string | undefined {
  const bare = trackingNumber.replace(/\s/g, "");
  return NOVA_POSHTA_NUMBER.test(bare) ? `https://novaposhta.ua/tracking/?cargo_number=${bare}` : undefined;
}
