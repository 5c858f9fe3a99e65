// Visitor of an order page: known by the network of their requests alone.

import { isOwnMachine, type Networks, networksOf } from "../../domain/visitor.ts";
import type { StorefrontContext } from "../kit/page-context.ts";

/** The visitor's address as the platform states it; undefined if it states none, as locally. */
export function networkAddressOf(context: StorefrontContext): string | undefined {
  return context.req.header("CF-Connecting-IP");
}

/** The networks by which a visitor is counted; undefined locally and on the service's own machine, which are not limited. */
export function countedNetworksOf(context: StorefrontContext): Networks | undefined {
  const address = networkAddressOf(context);
  return address === undefined || isOwnMachine(address) ? undefined : networksOf(address);
}
