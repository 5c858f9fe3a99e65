// Calls to Durable Objects that meet a fault of the platform. The faults are made up: workerd has no deployments.

import { expect, it } from "vitest";
import { withFreshStub } from "../../slicer-service/src/fresh-stub.ts";

/** Stubs, each new, whose calls fail as the platform says; the last one's answer is its number. */
function stubsThatFail(...faults: readonly { readonly retryable?: boolean; readonly overloaded?: boolean }[]) {
  let made = 0;
  const stub = () => made++;
  const call = async (number: number) => {
    const fault = faults[number];
    if (fault !== undefined) throw Object.assign(new Error(`fault ${number}`), fault);
    return number;
  };
  return { stub, call };
}

it("a call that may be repeated goes to a new stub, twice at most", async () => {
  const retryable = { retryable: true };
  const mended = stubsThatFail(retryable, retryable);
  await expect(withFreshStub(mended.stub, mended.call)).resolves.toBe(2);
  const broken = stubsThatFail(retryable, retryable, retryable);
  await expect(withFreshStub(broken.stub, broken.call)).rejects.toThrow("fault 2");
});

it.each([[{}], [{ retryable: true, overloaded: true }]])("a call is not repeated after %o", async (fault) => {
  const { stub, call } = stubsThatFail(fault);
  await expect(withFreshStub(stub, call)).rejects.toThrow("fault 0");
});
