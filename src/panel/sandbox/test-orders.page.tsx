// Page of test orders, to look at only.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { dateAndTime, money, wholeNumber } from "../../pages/format.ts";
import type { ListedTestOrder, TestOrderList } from "../../sandbox/test-order-list.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { StatusBadge } from "../orders/orders.page.tsx";
import { testOrderWords } from "./test-orders.words.ts";

/** The sandbox's guide (docs/guides/21-sandbox.md). */
const GUIDE = "/api/v1/docs/sandbox";

interface TestOrdersPageProps {
  readonly list: TestOrderList;
  readonly isNewest: boolean;
}

/** The list from this order on: it has no page of its own. */
export function testOrderAddress({ base }: Pick<StudioView, "base">, id: number): string {
  return `${base}/test-orders?after=${id + 1}`;
}

export function TestOrdersPage({ list: { orders, next }, isNewest }: TestOrdersPageProps) {
  const { base } = useStudio();
  const words = testOrderWords(useView().language);
  const address = `${base}/test-orders`;
  return (
    <Layout title={words.title}>
      <p class="muted">
        {words.intro} <a href={GUIDE}>{words.guide}</a>
      </p>
      {orders.length > 0 ? <TestOrders orders={orders} /> : null}
      {orders.length === 0 && isNewest ? <EmptyState title={words.empty} text={words.emptyText} /> : null}
      {orders.length === 0 && !isNewest ? <EmptyState text={words.nothingMore} /> : null}
      <nav class="row pager" aria-label={words.pages}>
        {isNewest ? null : (
          <a class="button" rel="prev" href={address}>
            {words.first}
          </a>
        )}
        {next === undefined ? null : (
          <a class="button" rel="next" href={`${address}?after=${next}`}>
            {words.next}
          </a>
        )}
      </nav>
    </Layout>
  );
}

function TestOrders({ orders }: { readonly orders: readonly ListedTestOrder[] }) {
  const { language } = useView();
  const words = testOrderWords(language);
  return (
    <Table
      rows={orders}
      columns={[
        { title: words.number, isUnbroken: true, cell: ({ id }) => String(id) },
        {
          title: words.placed,
          isUnbroken: true,
          cell: ({ placedAt }) => (
            <time datetime={new Date(placedAt).toISOString()}>{dateAndTime(language, placedAt)}</time>
          ),
        },
        { title: words.status, cell: ({ status }) => <StatusBadge status={status} /> },
        {
          title: words.total,
          isNumber: true,
          cell: ({ totalPriceMinor, currencyId }) =>
            money(language, minorUnits(totalPriceMinor), currencyOf(currencyId)),
        },
        { title: words.items, isNumber: true, cell: ({ items }) => wholeNumber(language, items) },
        { title: words.key, cell: ({ keyName }) => keyName },
      ]}
    />
  );
}
