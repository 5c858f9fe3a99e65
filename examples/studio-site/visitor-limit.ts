// A limit of requests a minute for each visitor, in this process's memory.

const MINUTE = 60_000;
/** Above so many visitors within a minute all counts start anew, so that they cannot fill the memory. */
const MAX_VISITORS = 10_000;

/** @param perMinute requests of one visitor, who so cannot use up the studio's hour alone */
export function visitorLimit(perMinute: number): (visitor: string) => Promise<boolean> {
  const used = new Map<string, number>();
  let minute = 0;
  return async (visitor) => {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute || used.size > MAX_VISITORS) used.clear();
    minute = now;
    const count = (used.get(visitor) ?? 0) + 1;
    used.set(visitor, count);
    return count <= perMinute;
  };
}
