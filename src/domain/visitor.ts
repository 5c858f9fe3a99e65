// Visitors: the networks that hold a client's address, and their daily allowances.

/** The caller: the studio itself, with its key or in its panel, or a visitor of its order page. */
export type Audience = "studio" | "visitor";

/** A value for each audience. */
export function forEachAudience<Value>(made: (audience: Audience) => Value): Readonly<Record<Audience, Value>> {
  return { studio: made("studio"), visitor: made("visitor") };
}

/** The networks that hold an address, each within the next. */
export interface Networks {
  /** As `networkOf` names it. */
  readonly subnet: string;
  /** The /56 of IPv6, which a home is usually given (RFC 6177); IPv4 has none. */
  readonly site: string | undefined;
  /** The /48 of IPv6, the most that one site is given; the /24 of IPv4, the least that is routed by itself. */
  readonly block: string;
}

export function networksOf(address: string): Networks {
  const subnet = networkOf(address);
  const [a, b, c, d] = subnet.split(":");
  if (d === undefined) return { subnet, site: undefined, block: subnet.replace(/\.\d+$/, ".0/24") };
  const firstByte = Number.parseInt(d, 16) >> 8;
  return { subnet, site: `${a}:${b}:${c}:${(firstByte << 8).toString(16)}/56`, block: `${a}:${b}:${c}/48` };
}

/**
 * An IPv4 address itself, or the /64 of an IPv6 address, which one subscriber has as a whole: its first four groups, whichever
 * way they are written (RFC 4291, 2.2).
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Whether it is this machine's own address: every visitor of a local system has it, and the platform never states it. */
export function isOwnMachine(address: string): boolean {
  return networkOf(address).startsWith("127.") || address === "::1";
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}

// Daily allowances: the uploads, slices, orders, requests and kept quotes of a storefront's visitors within 24 hours.
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

/** Retention of a visitor's file after its last use, unless it is ordered or asked about. The order page says so. */
export const VISITOR_RETENTION_MILLISECONDS = 24 * 3_600_000;

/** The owner of a day: a network at one studio, or all visitors of the studio together. */
export type DayOf = keyof typeof DAILY_ALLOWANCES;
