// List of customers, with a search.

import {
  type Customer,
  type CustomerList,
  type CustomerQuery,
  WINDOW_CUSTOMERS,
} from "../../customers/customer-list.store.ts";
import { currencyOf } from "../../domain/currency.ts";
import { fullName } from "../../domain/customer.ts";
import { minorUnits } from "../../domain/money.ts";
import { date, money, wholeNumber } from "../../pages/format.ts";
import { customerAddress } from "../kit/addresses.ts";
import { PhoneLink } from "../kit/contact-facts.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { Input } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderAddress } from "../orders/orders.page.tsx";
import { customersWords } from "./customers.words.ts";

interface CustomersPageProps {
  readonly list: CustomerList;
  readonly query: CustomerQuery;
}

export function CustomersPage({ list, query }: CustomersPageProps) {
  const studio = useStudio();
  const words = customersWords(useView().language);
  const { customers, next, isCutShort } = list;
  const isAll = query.search === undefined && query.after === undefined;
  return (
    <Layout title={words.title}>
      <search>
        <Filters query={query} />
      </search>
      {isCutShort && next !== undefined ? (
        <p class="warning">
          {words.cutShort(WINDOW_CUSTOMERS)}{" "}
          <a href={listAddress(studio, { ...query, after: next })}>{words.searchOn}</a>
        </p>
      ) : null}
      {customers.length > 0 ? <Customers customers={customers} /> : null}
      {customers.length === 0 && isAll ? <EmptyState title={words.empty} text={words.emptyText} /> : null}
      {customers.length === 0 && !isAll ? (
        <EmptyState title={words.nothingFound} text={words.nothingFoundText} />
      ) : null}
      <nav class="row pager" aria-label={words.pages}>
        {query.after === undefined ? null : (
          <a class="button" rel="prev" href={listAddress(studio, { ...query, after: undefined })}>
            {words.first}
          </a>
        )}
        {next === undefined ? null : (
          <a class="button" rel="next" href={listAddress(studio, { ...query, after: next })}>
            {words.next}
          </a>
        )}
      </nav>
    </Layout>
  );
}

function Filters({ query: { search = "" } }: Pick<CustomersPageProps, "query">) {
  const { base } = useStudio();
  const words = customersWords(useView().language);
  const field = { form: { values: { search }, faults: {} }, optional: true };
  return (
    <form method="get" action={`${base}/customers`} class="card filters all-optional">
      <Input {...field} name="search" type="search" label={words.search} hint={words.searchHint} />
      <div class="row">
        <button type="submit" class="primary">
          {words.find}
        </button>
        <a href={`${base}/customers`}>{words.clear}</a>
      </div>
    </form>
  );
}

function Customers({ customers }: Pick<CustomerList, "customers">) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = customersWords(language);
  return (
    <Table
      rows={customers}
      columns={[
        {
          title: words.name,
          cell: (customer) => (
            <>
              <a href={customerAddress(studio.base, customer.id)}>{nameInPanel(view, customer)}</a>{" "}
              {customer.erasedAt === null ? null : <span class="badge">{words.erasedBadge}</span>}
            </>
          ),
        },
        {
          title: words.phone,
          isUnbroken: true,
          cell: (customer) => (customer.erasedAt === null ? <PhoneLink of={customer} /> : ""),
        },
        { title: words.email, cell: ({ email, erasedAt }) => (erasedAt === null ? email : "") },
        { title: words.orders, isNumber: true, cell: ({ orderCount }) => wholeNumber(language, orderCount) },
        { title: words.spent, isNumber: true, cell: (customer) => spentBy(view, studio, customer) },
        {
          title: words.lastOrder,
          isUnbroken: true,
          cell: ({ lastOrderId, lastOrderAt }) =>
            lastOrderId === null || lastOrderAt === null ? (
              words.noOrder
            ) : (
              <a href={orderAddress(studio, lastOrderId)}>
                <time datetime={new Date(lastOrderAt).toISOString()}>{date(language, lastOrderAt)}</time>
              </a>
            ),
        },
      ]}
    />
  );
}

/** An erased customer is named by a number. */
export function nameInPanel(
  { language }: View,
  customer: Pick<Customer, "id" | "firstName" | "lastName" | "erasedAt">,
): string {
  return customer.erasedAt === null ? fullName(customer) : customersWords(language).erasedName(customer.id);
}

export function spentBy(
  { language }: View,
  { record }: StudioView,
  { spentMinor }: Pick<Customer, "spentMinor">,
): string {
  return money(language, minorUnits(spentMinor), currencyOf(record.currencyId));
}

function listAddress({ base }: StudioView, { search, after }: CustomerQuery): string {
  const query = new URLSearchParams();
  if (search !== undefined) query.set("search", search);
  if (after !== undefined) query.set("after", String(after));
  return query.size === 0 ? `${base}/customers` : `${base}/customers?${query}`;
}
