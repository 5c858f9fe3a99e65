// Order ids to export. The API lists no orders: an ERP keeps their ids, or reads a range.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** Each order is one request of the studio's hour. */
const MAX_ORDERS = 200;

export interface WantedOrder {
  readonly id: number;
  /** False within a range, in which ids of other studios are no error. */
  readonly isNamed: boolean;
}

/**
 * @param words ids (`7`), ranges (`10-20`), and files with such words in lines
 * @throws Error with one sentence
 */
export async function wantedOrders(words: readonly string[]): Promise<WantedOrder[]> {
  const wanted = new Map<number, WantedOrder>();
  for (const word of words) {
    const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
    const orders =
      first === undefined ? await wantedOrders(await wordsIn(word)) : idsFrom(Number(first), Number(last ?? first));
    for (const order of orders)
      wanted.set(order.id, wanted.get(order.id)?.isNamed ? { ...order, isNamed: true } : order);
    if (wanted.size > MAX_ORDERS) throw new Error(`Name at most ${MAX_ORDERS} orders at once: each takes one request.`);
  }
  return [...wanted.values()];
}

function idsFrom(first: number, last: number): WantedOrder[] {
  if (last < first || last - first >= MAX_ORDERS) {
    throw new Error(`${first}-${last} must go upwards, and over ${MAX_ORDERS} orders at most.`);
  }
  return Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index, isNamed: first === last }));
}

async function wordsIn(file: string): Promise<string[]> {
  // npm runs a workspace's script in the workspace's folder.
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${file} is no order id, no range such as 1-20, and no file that can be read.`);
  });
  const words = text.split(/\s+/).filter((word) => word !== "");
  const wrong = words.find((word) => !/^\d+(-\d+)?$/.test(word));
  if (wrong !== undefined) throw new Error(`${file} holds "${wrong}", which is no order id and no range.`);
  return words;
}
