// The parcel of an order on its page: its note, labels, state, and the carrier's fault with its time.

import type { ParcelState } from "../../../domain/carrier/parcel.ts";
import { trackingAddress } from "../../../domain/carrier/tracking-address.ts";
import { currencyOfCode } from "../../../domain/currency.ts";
import { minorUnits } from "../../../domain/money.ts";
import { FINAL_STATUSES } from "../../../domain/order.ts";
import type { OrderDetails } from "../../../orders/order-details.store.ts";
import { dateAndTime, money } from "../../../pages/format.ts";
import { LABEL_FORMS } from "../../../platform/carrier/carrier.ts";
import { PostForm } from "../../kit/form.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { orderAddress } from "../orders.page.tsx";
import { parcelWords } from "./parcel.words.ts";

interface CardProps {
  readonly details: OrderDetails;
}

/** Nothing for a studio without a carrier, unless the order has a parcel from before: it is shown, and the carrier cannot be asked. */
export function ParcelCard({ details }: CardProps) {
  const { language } = useView();
  const words = parcelWords(language);
  const { carrierAccount, parcel } = details;
  if (carrierAccount === undefined && parcel?.note == null) return null;
  return (
    <section class="card stack" aria-labelledby="parcel">
      <h2 id="parcel">{words.title}</h2>
      <CarrierFaultNote details={details} />
      {parcel?.note == null ? (
        <WithoutNote details={details} />
      ) : parcel.trackingNumber === null ? (
        <LostAnswer details={details} askedAt={parcel.createdAt} />
      ) : (
        <MadeNoteFacts details={details} trackingNumber={parcel.trackingNumber} />
      )}
    </section>
  );
}

function CarrierFaultNote({ details: { carrierAccount } }: CardProps) {
  const { language } = useView();
  const words = parcelWords(language);
  const fault = carrierAccount?.fault ?? null;
  if (fault === null || fault === "refused" || carrierAccount?.faultAt == null) return null;
  return <p class="warning">{words.since[fault](dateAndTime(language, carrierAccount.faultAt))}</p>;
}

function WithoutNote({ details: { order, carrierAccount, parcel } }: CardProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = parcelWords(language);
  const isOver = FINAL_STATUSES.includes(order.status);
  return (
    <>
      {parcel?.trackingNumber == null ? (
        <p class="hint">{words.noNote}</p>
      ) : (
        <p class="hint">{(parcel.nextLookAt === null ? words.notFollowed : words.typed)(parcel.trackingNumber)}</p>
      )}
      <StateFacts parcel={parcel} />
      {isOver || carrierAccount === undefined ? null : carrierAccount.sender === null ? (
        <p>{words.noSender}</p>
      ) : (
        <p>
          <a class="button" href={`${orderAddress(studio, order.id)}/parcel`}>
            {words.make}
          </a>
        </p>
      )}
    </>
  );
}

/** The carrier may have made the note. Making another is not offered before it is known. */
function LostAnswer({ details: { order, carrierAccount }, askedAt }: CardProps & { readonly askedAt: number }) {
  const studio = useStudio();
  const { language } = useView();
  const words = parcelWords(language);
  return (
    <>
      <p class="warning" role="status">
        {words.lost(dateAndTime(language, askedAt))}
      </p>
      {carrierAccount === undefined ? null : (
        <PostForm action={`${orderAddress(studio, order.id)}/parcel/check`}>
          <button type="submit">{words.check}</button>
        </PostForm>
      )}
    </>
  );
}

function MadeNoteFacts({ details, trackingNumber }: CardProps & { readonly trackingNumber: string }) {
  const studio = useStudio();
  const { language } = useView();
  const words = parcelWords(language);
  const { order, parcel, carrierAccount } = details;
  const address = trackingAddress(trackingNumber);
  const at = `${orderAddress(studio, order.id)}/parcel`;
  const ofOrder = order.delivery?.trackingNumber ?? null;
  return (
    <>
      <dl>
        <dt>{words.number}</dt>
        <dd>
          {address === undefined ? (
            trackingNumber
          ) : (
            <a href={address} rel="noreferrer">
              {trackingNumber}
            </a>
          )}
        </dd>
        {parcel?.costMinor == null ? null : (
          <>
            <dt>{words.cost}</dt>
            <dd>{money(language, minorUnits(parcel.costMinor), currencyOfCode("UAH"))}</dd>
          </>
        )}
      </dl>
      <StateFacts parcel={parcel} />
      {ofOrder === null || ofOrder === trackingNumber ? null : <p class="hint">{words.otherNumber(ofOrder)}</p>}
      {carrierAccount === undefined ? null : (
        <p class="row">
          <span>{words.labels}:</span>
          {LABEL_FORMS.map((form) => (
            <a class="button" href={`${at}/label/${form}`} target="_blank" rel="noopener">
              {words.label[form]}
            </a>
          ))}
        </p>
      )}
      {carrierAccount === undefined || parcel === undefined || !isDeletable(parcel) ? null : (
        <p>
          <a href={`${at}/delete`}>{words.delete}</a>
        </p>
      )}
    </>
  );
}

/** A carrier that has taken the parcel deletes no note. */
function isDeletable({ state }: NonNullable<OrderDetails["parcel"]>): boolean {
  return state === null || NOT_TAKEN.includes(state);
}

const NOT_TAKEN: readonly ParcelState[] = ["announced", "deleted", "not_found"];

function StateFacts({ parcel }: Pick<OrderDetails, "parcel">) {
  const { language } = useView();
  const words = parcelWords(language);
  if (parcel?.trackingNumber == null) return null;
  if (parcel.lookedAt === null) return parcel.nextLookAt === null ? null : <p class="hint">{words.nothingYet}</p>;
  return (
    <dl>
      {parcel.state === null ? null : (
        <>
          <dt>{words.state}</dt>
          <dd>{words.states[parcel.state]}</dd>
        </>
      )}
      <dt>{words.lookedAt}</dt>
      <dd>
        <time datetime={new Date(parcel.lookedAt).toISOString()}>{dateAndTime(language, parcel.lookedAt)}</time>
      </dd>
    </dl>
  );
}
