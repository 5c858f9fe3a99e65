// Parts of the pages of an order and of a price request: the address to keep, item choices, contacts.

import type { StoredContact } from "../../db/column-types.ts";
import { QrCode } from "../../pages/qr-code.tsx";
import { customerPagesWords } from "./customer-pages.words.ts";
import { MaterialName } from "./material.tsx";
import type { StorefrontView } from "./page-context.ts";

/** Text of a QR code that a phone still reads from a screen. */
const MAX_QR_BYTES = 600;

/** The client script of the copy buttons. */
export const COPY_SCRIPT = "copy-address.js";

/** The stylesheet of these pages. */
export const CUSTOMER_PAGES_STYLE = "customer-pages.css";

/** The address to keep: no other way leads back to the page. @param text the page's own sentences about it */
export function KeepAddress({ view, text }: { readonly view: StorefrontView; readonly text: string }) {
  const words = customerPagesWords(view.language);
  return (
    <section class="card" aria-labelledby="keep">
      <h2 id="keep">{words.keep}</h2>
      <p class="hint">{text}</p>
      <div class="copied-address">
        <input id="page-address" readonly value={`${view.origin}${view.path}`} aria-label={words.address} />
        <button type="button" data-copy="page-address" data-copied={words.copied} hidden>
          {words.copy}
        </button>
      </div>
    </section>
  );
}

interface ChosenOptionsProps {
  readonly view: StorefrontView;
  readonly material: { readonly name: string; readonly colorHex: string | null } | undefined;
  /** The colour at the time of the order: the catalog's may have changed since. */
  readonly color: string | null;
  readonly quality: { readonly name: string } | undefined;
  readonly finishings: readonly { readonly name: string }[];
  readonly quantity: number;
}

export function ChosenOptions({ view, material, color, quality, finishings, quantity }: ChosenOptionsProps) {
  const words = customerPagesWords(view.language);
  return (
    <dl class="sent-facts">
      {material === undefined ? null : (
        <>
          <dt>{words.material}</dt>
          <dd>
            <MaterialName name={material.name} color={color} colorHex={material.colorHex} />
          </dd>
        </>
      )}
      {quality === undefined ? null : (
        <>
          <dt>{words.quality}</dt>
          <dd>{quality.name}</dd>
        </>
      )}
      {finishings.length === 0 ? null : (
        <>
          <dt>{words.finishings}</dt>
          <dd>{finishings.map(({ name }) => name).join(", ")}</dd>
        </>
      )}
      <dt>{words.quantity}</dt>
      <dd>{quantity}</dd>
    </dl>
  );
}

export function Contact({ view, contact }: { readonly view: StorefrontView; readonly contact: StoredContact }) {
  return (
    <section class="card" aria-labelledby="contact">
      <h2 id="contact">{customerPagesWords(view.language).you}</h2>
      <p>
        {contact.firstName} {contact.lastName}
        <br />
        {contact.phoneNumber}
        {contact.email === "" ? null : (
          <>
            <br />
            {contact.email}
          </>
        )}
      </p>
    </section>
  );
}

export function Requisites({
  view,
  requisites,
}: {
  readonly view: StorefrontView;
  readonly requisites: string | null;
}) {
  if (requisites === null) return null;
  const words = customerPagesWords(view.language);
  const isShort = new TextEncoder().encode(requisites).length <= MAX_QR_BYTES;
  return (
    <section class="card" aria-labelledby="studio-contacts">
      <h2 id="studio-contacts">{words.contacts}</h2>
      <p class="plain-text" id="requisites">
        {requisites}
      </p>
      <button type="button" data-copy="requisites" data-copied={words.copied} hidden>
        {words.copy}
      </button>
      {isShort ? (
        <details>
          <summary>{words.onPhone}</summary>
          <QrCode address={requisites} label={words.code} />
        </details>
      ) : null}
    </section>
  );
}
