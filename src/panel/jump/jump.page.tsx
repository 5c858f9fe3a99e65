// Page of the orders, customers and pages that a few letters found, as links.

import { fullName } from "../../domain/customer.ts";
import type { FoundAtOnce } from "../../orders/search/found-at-once.store.ts";
import { customerAddress } from "../kit/addresses.ts";
import { Layout } from "../kit/layout.tsx";
import { layoutWords } from "../kit/layout.words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { statusName } from "../orders/order-status.words.ts";
import { customerName, orderAddress } from "../orders/orders.page.tsx";
import { jumpWords } from "./jump.words.ts";
import { panelPages } from "./panel-pages.ts";

interface JumpProps {
  readonly text: string;
  readonly found: FoundAtOnce;
}

export function JumpPage({ text, found }: JumpProps) {
  const { language } = useView();
  const words = jumpWords(language);
  return (
    <Layout title={layoutWords(language).jump} width="narrow">
      <form method="get" class="row">
        <input type="search" name="search" value={text} aria-label={layoutWords(language).jump} />
        <button type="submit">{words.search}</button>
      </form>
      <Found text={text} found={found} />
    </Layout>
  );
}

interface FoundLink {
  readonly href: string;
  readonly text: string;
  readonly detail?: string;
}

function Found({ text, found: { orders, customers } }: JumpProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = jumpWords(language);
  const listOf = (search: string) => `${studio.base}/orders?${new URLSearchParams({ view: "list", search })}`;
  const ofOrders = orders.map((order) => ({
    href: orderAddress(studio, order.id),
    text: `№ ${order.number} · ${customerName(order)}`,
    detail: statusName(language, order.status),
  }));
  const ofCustomers = customers.map((customer) => ({
    href: customerAddress(studio.base, customer.id),
    text: fullName(customer),
    detail: customer.phoneNumber,
  }));
  const ofPages = panelPages(studio, language, text).map(({ href, name }) => ({ href, text: name }));
  // Enter opens the first link: a number means an order.
  const isNumber = text !== "" && !/\p{L}/u.test(text);
  const count = ofOrders.length + ofCustomers.length + ofPages.length;
  return (
    <div id="jump-found" class="stack" data-count={words.count(count)}>
      {isNumber ? <Group title={words.orders} links={ofOrders} /> : null}
      <Group title={words.pages} links={ofPages} />
      <Group title={words.customers} links={ofCustomers} />
      {isNumber ? null : <Group title={words.orders} links={ofOrders} />}
      {text === "" ? null : (
        <p class="found">
          <a href={listOf(text)}>{words.searchAll(text)}</a>
        </p>
      )}
    </div>
  );
}

function Group({ title, links }: { readonly title: string; readonly links: readonly FoundLink[] }) {
  if (links.length === 0) return null;
  return (
    <section class="found">
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, text, detail }) => (
          <li>
            <a href={href}>
              <span>{text}</span> {detail === undefined ? null : <span class="muted">{detail}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
