// Asks before a customer's personal data are erased, which cannot be undone.

import type { Customer } from "../../customers/customer-list.store.ts";
import type { ListedOrder } from "../../orders/order-list.store.ts";
import { customerAddress } from "../kit/addresses.ts";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderAddress, StatusBadge } from "../orders/orders.page.tsx";
import { nameInPanel } from "./customers.page.tsx";
import { customersWords } from "./customers.words.ts";

interface EraseCustomerPageProps {
  readonly customer: Customer;
  /** They prevent it. */
  readonly openOrders: readonly ListedOrder[];
}

export function EraseCustomerPage({ customer, openOrders }: EraseCustomerPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = customersWords(view.language);
  const address = customerAddress(studio.base, customer.id);
  return (
    <Layout title={words.eraseTitle(nameInPanel(view, customer))} width="narrow">
      {openOrders.length === 0 ? null : (
        <section class="fault-summary" role="alert">
          <p>{words.openOrders}</p>
          <ul class="listed">
            {openOrders.map(({ id, number, status }) => (
              <li>
                <a href={orderAddress(studio, id)}>№ {number}</a> <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card stack">
        <p>
          <strong>{words.eraseWhat}</strong>
        </p>
        <ul class="listed">
          {Object.values(words.erasedThings).map((thing) => (
            <li>{thing}</li>
          ))}
        </ul>
        <p>
          <strong>{words.eraseStays}</strong>
        </p>
        <ul class="listed">
          {Object.values(words.stayingThings).map((thing) => (
            <li>{thing}</li>
          ))}
        </ul>
        <p>
          {words.eraseNever}{" "}
          <a href={`${address}/data`} download>
            {words.download}
          </a>
        </p>
        <div class="row">
          {openOrders.length > 0 ? null : (
            <PostForm action={`${address}/erase`}>
              <button type="submit" class="danger">
                {words.eraseNow}
              </button>
            </PostForm>
          )}
          <a class="button" href={address}>
            {words.keep}
          </a>
        </div>
      </section>
    </Layout>
  );
}
