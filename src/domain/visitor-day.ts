// Visitor's day: how much visitors of an order page may send within 24 hours.
//
// A subnet is an address, and a school or an office is often behind one. Its numbers are those of a class of thirty: ten files each,
// in four qualities, two orders, one price request and four kept quotes each. A site has those of two classes, a block those of
// four, and a studio those of ten: a client with many addresses meets the numbers of its site and block.

const OF_SUBNET = { upload: 300, slice: 1_200, order: 60, request: 30, keep: 120 } as const;

/** A slice is a model in a quality, and counts once however often it is asked for. A request is a price request. */
export type Allowance = keyof typeof OF_SUBNET;

const timesSubnet = (times: number): Readonly<Record<Allowance, number>> => ({
  upload: times * OF_SUBNET.upload,
  slice: times * OF_SUBNET.slice,
  order: times * OF_SUBNET.order,
  request: times * OF_SUBNET.request,
  keep: times * OF_SUBNET.keep,
});

export const DAILY_ALLOWANCES = {
  subnet: OF_SUBNET,
  site: timesSubnet(2),
  block: timesSubnet(4),
  studio: timesSubnet(10),
} as const;

/** The owner of a day: a network at one studio (src/domain/client-network.ts), or all visitors of the studio together. */
export type DayOf = keyof typeof DAILY_ALLOWANCES;
