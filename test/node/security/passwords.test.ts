// Passwords as the database keeps them.

import { expect, it } from "vitest";
import { hashPassword } from "../../../src/people/password.ts";

it("a password is kept by scrypt with a salt of its own", async () => {
  const [one, other] = [await hashPassword("the same password"), await hashPassword("the same password")];
  expect(one).toMatch(/scrypt/);
  expect(one).not.toBe(other);
  expect(one).not.toContain("password");
});
