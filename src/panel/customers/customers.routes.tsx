// Customers: list, one customer with contact data and note, their data as a file, and the erasure of it.

import { Hono } from "hono";
import { changeContact, changeCustomerNote, readCustomer } from "../../customers/change-customer.ts";
import { customerContactSchema, customerNoteSchema } from "../../customers/customer.request.ts";
import { customerData } from "../../customers/customer-data.store.ts";
import { readCustomerDetails, readCustomerToErase } from "../../customers/customer-details.store.ts";
import { readCustomerList } from "../../customers/customer-list.store.ts";
import { eraseCustomer } from "../../customers/erase-customer.ts";
import { fullName } from "../../domain/customer.ts";
import { linkedId, pathId } from "../../http/request/path-id.ts";
import { MAX_SEARCH_CHARACTERS } from "../../orders/search/order-search.ts";
import { refused } from "../../pages/form-values.ts";
import { streamedText } from "../../pages/streamed-text.ts";
import { customerAddress } from "../kit/addresses.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { overNewest, readSeenForm, undoFields } from "../kit/seen-form/seen-form.ts";
import { type CustomerForms, CustomerPage, contactValues, noteValues } from "./customer.page.tsx";
import { CustomersPage } from "./customers.page.tsx";
import { customersWords } from "./customers.words.ts";
import { EraseCustomerPage } from "./erase-customer.page.tsx";

export const panelCustomerRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const typed = (context.req.query("search") ?? "").trim().slice(0, MAX_SEARCH_CHARACTERS);
    const query = {
      search: typed === "" ? undefined : typed,
      after: linkedId(context.req.query("after")),
    };
    return render(context, <CustomersPage list={await readCustomerList(tenant.db, query)} query={query} />);
  })
  .get("/:id", (context) => showCustomer(context))
  .get("/:id/data", async (context) => {
    const { tenant } = context.var;
    const id = customerIdOf(context);
    const customer = await readCustomer(tenant.db, id);
    return new Response(streamedText(customerData(tenant.db, customer)), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="customer-${id}.json"`,
      },
    });
  })
  .get("/:id/erase", (context) => showErasure(context))
  .post(
    "/:id/contact",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const words = customersWords(view.language);
      const customer = await readCustomer(tenant.db, customerIdOf(context));
      const before = contactValues(customer);
      const form = await readSeenForm(context, customerContactSchema, { stored: before });
      if (!form.ok) return showCustomer(context, { contact: form.state }, form.status);
      const holder = await changeContact(tenant.db, customer, form.fields);
      if (holder !== undefined) {
        const faults = { phoneNumber: [words.phoneTaken(fullName(holder))] };
        return showCustomer(context, { contact: refused(form.typed, faults) }, 400);
      }
      const address = addressOf(context);
      return redirectWithNotice(context, address, {
        text: words.contactSaved(fullName(form.fields)),
        undo: { action: `${address}/contact`, fields: undoFields(before, contactValues(form.fields)) },
      });
    }),
  )
  .post(
    "/:id/note",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const customer = await readCustomer(tenant.db, customerIdOf(context));
      const before = noteValues(customer);
      const form = await readSeenForm(context, customerNoteSchema, { stored: before });
      if (!form.ok) return showCustomer(context, { note: form.state }, form.status);
      const { note = null } = form.fields;
      await changeCustomerNote(tenant.db, customer, note);
      const address = addressOf(context);
      return redirectWithNotice(context, address, {
        text: customersWords(view.language).noteSaved,
        undo: { action: `${address}/note`, fields: undoFields(before, noteValues({ note })) },
      });
    }),
  )
  .post("/:id/erase", async (context) => {
    const { view, tenant, session } = context.var;
    const erasure = await eraseCustomer(tenant.db, customerIdOf(context), session.person.id);
    switch (erasure) {
      case "erased": {
        const text = customersWords(view.language).erased;
        return redirectWithNotice(context, addressOf(context), { text });
      }
      case "has_open_orders":
        return showErasure(context, 409);
      default:
        return erasure satisfies never;
    }
  });

/** @throws NotFound for a path without an id */
function customerIdOf(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

function addressOf(context: PanelContext): string {
  return customerAddress(context.var.studio.base, customerIdOf(context));
}

/** The customer's page. With refused forms it shows their faults. */
async function showCustomer(
  context: PanelContext,
  forms: CustomerForms = {},
  status: 200 | 400 | 409 = 200,
): Promise<Response> {
  const before = linkedId(context.req.query("before"));
  const details = await readCustomerDetails(context.var.tenant.db, customerIdOf(context), before);
  return render(context, <CustomerPage details={details} isNewest={before === undefined} forms={forms} />, status);
}

/** An erased customer is asked about no more. */
async function showErasure(context: PanelContext, status: 200 | 409 = 200): Promise<Response> {
  const found = await readCustomerToErase(context.var.tenant.db, customerIdOf(context));
  if (found.customer.erasedAt !== null) return context.redirect(addressOf(context), 303);
  return render(context, <EraseCustomerPage {...found} />, status);
}
