// Client network: what of a client's address names the client.

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

/** Whether it is this machine's own address, which locally everyone has, and which the platform never states. */
export function isOwnMachine(address: string): boolean {
  return networkOf(address).startsWith("127.") || address === "::1";
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}
