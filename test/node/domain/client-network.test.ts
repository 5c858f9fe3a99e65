// Client network: the addresses that count as one client.

import { expect, it } from "vitest";
import { isOwnMachine, networkOf, networksOf } from "../../../src/domain/visitor.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["::2", "0:0:0:0"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ["203.0.113.7", { subnet: "203.0.113.7", site: undefined, block: "203.0.113.0/24" }],
  ["::ffff:203.0.113.7", { subnet: "203.0.113.7", site: undefined, block: "203.0.113.0/24" }],
  ["2001:db8:1:ab02::1", { subnet: "2001:db8:1:ab02", site: "2001:db8:1:ab00/56", block: "2001:db8:1/48" }],
  ["2001:db8::1", { subnet: "2001:db8:0:0", site: "2001:db8:0:0/56", block: "2001:db8:0/48" }],
  ["2001:db8:1:2::1", { subnet: "2001:db8:1:2", site: "2001:db8:1:0/56", block: "2001:db8:1/48" }],
  ["unknown", { subnet: "unknown", site: undefined, block: "unknown" }],
])("finds %s in a subnet, a site and a block", (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

it.each(["127.0.0.1", "::1"])("counts nothing for %s, which everyone has locally", (address) => {
  expect(isOwnMachine(address)).toBe(true);
});
