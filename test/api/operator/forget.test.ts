// Forgetting a person who left: nothing of them stays in any table, and their changes stay without a name.

import { expect, it } from "vitest";
import { refused, said } from "../support/operator.ts";
import { addMember, Browser, createPerson, PASSWORD, panelStudio, posted, signedIn } from "../support/panel.ts";
import { addOrder } from "../support/panel-orders.ts";
import { columnsWith } from "../support/stored-bytes.ts";

const NAME = "Незабудько Петро";

const forget = (email: string) => ["POST", "/forgotten-people", { body: { email } }] as const;

it("a person who belongs to no studio any more leaves neither name nor e-mail in any column, and may not sign in", async () => {
  const { studio, base, owner } = await panelStudio();
  const person = await createPerson({ name: NAME });
  await addMember(studio, person, "staff");
  const staff = await signedIn(person);
  const orderId = await addOrder(studio);
  await posted(staff, `${base}/orders/${orderId}/notes`, { note: "прийнято" });
  expect((await owner.get(`${base}/orders/${orderId}`)).text).toContain(NAME);

  expect(await refused(...forget(person.email))).toContain("belongs to a studio");
  expect((await staff.get("/panel/account")).status).toBe(200);

  await posted(owner, `${base}/people/${person.id}/remove`);
  await said("POST", "/password-links", { body: { email: person.email } });
  expect(await columnsWith([NAME, person.email])).toEqual(["one_time_links.email", "people.email", "people.name"]);
  expect(await said(...forget(person.email.toUpperCase()))).toContain("is forgotten");

  expect(await columnsWith([NAME, person.email])).toEqual([]);
  expect((await staff.get("/panel/account")).status).toBe(303);
  const guest = new Browser();
  await guest.get("/panel/sign-in");
  expect((await guest.post("/panel/sign-in", { email: person.email, password: PASSWORD })).status).toBe(401);
  const order = await owner.get(`${base}/orders/${orderId}`);
  expect(order.text).toContain("прийнято");
  expect(order.text).not.toContain(NAME);
  expect(await refused(...forget(person.email))).toContain("No person has the e-mail");
});
