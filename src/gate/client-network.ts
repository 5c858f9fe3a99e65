// Client network: what of a client's address names the client.

/**
 * An IPv4 address itself, or the /64 of an IPv6 address: what one client is given as a whole. Undefined for this machine's own
 * address, which locally everyone has, and which the platform never states.
 */
export function networkOf(address: string): string | undefined {
  if (address.startsWith("127.") || address === "::1") return undefined;
  if (!address.includes(":")) return address;
  const [before = "", after = ""] = address.split("::");
  const [first, last] = [groupsOf(before), groupsOf(after)];
  const zeros = address.includes("::") ? Array.from({ length: 8 - first.length - last.length }, () => "0") : [];
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
