// One customer: contact data, note, orders, price requests, and the times of consent.

import type { CustomerContact } from "../../customers/change-customer.ts";
import type { CustomerDetails } from "../../customers/customer-details.store.ts";
import type { Customer } from "../../customers/customer-list.store.ts";
import { LANGUAGES } from "../../domain/person.ts";
import { type FormState, textOf } from "../../pages/form-values.ts";
import { date, dateAndTime, languageName, wholeNumber } from "../../pages/format.ts";
import { customerAddress } from "../kit/addresses.ts";
import { FaultSummary, Input, PostForm, RequiredNote, SeenValues, Select, TextArea, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { shownForm } from "../kit/seen-form/seen-form.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { newOrderAddress, orderAddress, orderTotal, StatusBadge } from "../orders/orders.page.tsx";
import { ordersWords } from "../orders/orders.words.ts";
import { nameInPanel, spentBy } from "./customers.page.tsx";
import { customersWords } from "./customers.words.ts";

/** The page's refused forms, as typed. */
export interface CustomerForms {
  readonly contact?: FormState;
  readonly note?: FormState;
}

interface CustomerPageProps {
  readonly details: CustomerDetails;
  /** True from the newest order on. */
  readonly isNewest: boolean;
  readonly forms?: CustomerForms;
}

export function CustomerPage({ details, isNewest, forms = {} }: CustomerPageProps) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = customersWords(language);
  const { customer } = details;
  const { erasedAt } = customer;
  return (
    <Layout
      title={nameInPanel(view, customer)}
      actions={
        <>
          {erasedAt === null ? (
            <a class="button" href={`${newOrderAddress(studio)}?customer=${customer.id}`}>
              {ordersWords(language).newOrder}
            </a>
          ) : null}
          <a class="button" href={`${studio.base}/customers`}>
            {words.toList}
          </a>
        </>
      }
    >
      <p class="row">
        <span>
          {words.orders}: <strong>{wholeNumber(language, customer.orderCount)}</strong>
        </span>
        <span>
          {words.spent}: <strong>{spentBy(view, studio, customer)}</strong>{" "}
          <span class="hint">({words.withoutCancelled})</span>
        </span>
        <span class="muted">
          {words.since}{" "}
          <time datetime={new Date(customer.createdAt).toISOString()}>{date(language, customer.createdAt)}</time>
        </span>
      </p>
      {erasedAt === null ? null : <p class="warning">{words.erasedText(date(language, erasedAt))}</p>}
      <div class="order">
        <div class="stack">
          <Orders details={details} isNewest={isNewest} />
          <Requests details={details} />
        </div>
        {erasedAt === null ? (
          <div class="stack">
            <ContactForm customer={customer} form={forms.contact} />
            <NoteForm customer={customer} form={forms.note} />
            {studio.role === "owner" ? <PersonalData customer={customer} /> : null}
          </div>
        ) : null}
      </div>
    </Layout>
  );
}

function Orders({ details: { customer, orders, olderThan }, isNewest }: Omit<CustomerPageProps, "forms">) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = customersWords(language);
  const address = customerAddress(studio.base, customer.id);
  return (
    <section class="stack" aria-labelledby="orders">
      <h2 id="orders">{words.orders}</h2>
      {orders.length === 0 ? <p class="hint">{words.noOrders}</p> : null}
      {orders.length === 0 ? null : (
        <Table
          rows={orders}
          columns={[
            {
              title: words.number,
              isUnbroken: true,
              cell: ({ id, number }) => <a href={orderAddress(studio, id)}>№ {number}</a>,
            },
            { title: words.status, cell: ({ status }) => <StatusBadge status={status} /> },
            { title: words.total, isNumber: true, cell: (order) => orderTotal(view, order) },
            { title: words.placed, cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              title: words.agreed,
              cell: ({ consentedAt }) => (consentedAt === null ? words.notAsked : <Moment at={consentedAt} />),
            },
          ]}
        />
      )}
      <nav class="row pager" aria-label={words.pages}>
        {isNewest ? null : (
          <a class="button" rel="prev" href={address}>
            {words.newest}
          </a>
        )}
        {olderThan === undefined ? null : (
          <a class="button" rel="next" href={`${address}?before=${olderThan}`}>
            {words.older}
          </a>
        )}
      </nav>
    </section>
  );
}

function Requests({ details: { requests } }: Pick<CustomerPageProps, "details">) {
  const { base } = useStudio();
  const words = customersWords(useView().language);
  if (requests.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="requests">
      <h2 id="requests">{words.requests}</h2>
      <p class="hint">{words.requestsHint}</p>
      <Table
        rows={requests}
        columns={[
          {
            title: words.number,
            isUnbroken: true,
            cell: ({ id }) => <a href={`${base}/requests/${id}`}>№ {id}</a>,
          },
          { title: words.sent, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { title: words.agreed, cell: ({ consentedAt }) => <Moment at={consentedAt} /> },
        ]}
      />
    </section>
  );
}

function Moment({ at }: { readonly at: number }) {
  return <time datetime={new Date(at).toISOString()}>{dateAndTime(useView().language, at)}</time>;
}

interface FormProps {
  readonly customer: Customer;
  /** Refused, as typed. */
  readonly form: FormState | undefined;
}

function ContactForm({ customer, form = shownForm(contactValues(customer)) }: FormProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = customersWords(language);
  const locales = [...new Set([...LANGUAGES, customer.locale, typedText(form, "locale")])].filter((tag) => tag !== "");
  return (
    <section class="card" aria-labelledby="contact">
      <h2 id="contact">{words.contact}</h2>
      <PostForm action={`${customerAddress(studio.base, customer.id)}/contact`} class="stack">
        <FaultSummary form={form} />
        <SeenValues form={form} />
        <RequiredNote />
        <Input form={form} name="firstName" label={words.firstName} autocomplete="off" />
        <Input form={form} name="lastName" label={words.lastName} autocomplete="off" />
        <Input
          form={form}
          name="phoneNumber"
          type="tel"
          label={words.phone}
          hint={words.phoneHint}
          autocomplete="off"
        />
        <Input form={form} name="email" type="email" label={words.email} autocomplete="off" optional />
        <Select
          form={form}
          name="locale"
          label={words.locale}
          choices={locales.map((tag) => ({ value: tag, label: languageName(language, tag) }))}
        />
        <p class="hint">{words.contactHint}</p>
        <button type="submit">{words.saveContact}</button>
      </PostForm>
    </section>
  );
}

function NoteForm({ customer, form = shownForm(noteValues(customer)) }: FormProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = customersWords(language);
  return (
    <section class="card" aria-labelledby="note">
      <h2 id="note">{words.note}</h2>
      <PostForm action={`${customerAddress(studio.base, customer.id)}/note`} class="stack all-optional">
        <FaultSummary form={form} />
        <SeenValues form={form} />
        <TextArea form={form} name="note" label={words.note} hint={words.noteHint} rows={4} optional />
        <button type="submit">{words.saveNote}</button>
      </PostForm>
    </section>
  );
}

function PersonalData({ customer }: Pick<FormProps, "customer">) {
  const { language } = useView();
  const studio = useStudio();
  const words = customersWords(language);
  const address = customerAddress(studio.base, customer.id);
  return (
    <section class="card stack" aria-labelledby="personal-data">
      <h2 id="personal-data">{words.personalData}</h2>
      <p>
        <a href={`${address}/data`} download>
          {words.download}
        </a>{" "}
        <span class="hint">{words.downloadHint}</span>
      </p>
      <p>
        <a href={`${address}/erase`}>{words.erase}</a> <span class="hint">{words.eraseHint}</span>
      </p>
    </section>
  );
}

/** The values of the form of the contact data. */
export function contactValues({ firstName, lastName, phoneNumber, email, locale }: CustomerContact) {
  return { firstName, lastName, phoneNumber, email, locale };
}

/** The values of the form of the note. */
export function noteValues({ note }: Pick<Customer, "note">) {
  return { note: textOf(note) };
}
