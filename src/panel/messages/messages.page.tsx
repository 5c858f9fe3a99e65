// Messages: the sender, the mails to customers, and the person's own.

import { CUSTOMER_EVENTS, type CustomerEvent, STAFF_EVENTS, type StaffEvent } from "../../domain/message/events.ts";
import { LANGUAGES } from "../../domain/person.ts";
import { fieldsOf } from "../../outbox/message-settings.request.ts";
import type { CustomerMessages } from "../../outbox/message-settings.store.ts";
import { type FormState, textOf } from "../../pages/form-values.ts";
import { SecondLanguage } from "../catalog/second-language.tsx";
import { PANEL } from "../kit/addresses.ts";
import { Checkbox, FaultSummary, Input, PostForm, SeenValues, TextArea, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { toldWords } from "../kit/told/told.words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { messagesWords } from "./messages.words.ts";
import { BotSection, MyTelegram, type TelegramState } from "./telegram.tsx";

export interface MessageForms {
  readonly sender: FormState;
  readonly customers: FormState;
  readonly staff: FormState;
  readonly telegram: FormState;
  readonly bot: FormState;
}

interface MessagesPageProps {
  /** The address that mails come from; undefined: the deployment sends none. */
  readonly from: string | undefined;
  readonly telegram: TelegramState;
  readonly forms: MessageForms;
}

export function MessagesPage({ from, telegram, forms }: MessagesPageProps) {
  const studio = useStudio();
  const words = messagesWords(useView().language);
  const isOwner = studio.role === "owner";
  const telegramParts = (
    <>
      <MyTelegram state={telegram} form={forms.telegram} />
      {isOwner ? <BotSection state={telegram} form={forms.bot} /> : null}
    </>
  );
  if (from === undefined) {
    return (
      <Layout title={words.title} width="narrow" guide="messages">
        <section class="card">
          <h2>{words.notSetUp}</h2>
          <p>{words.notSetUpText}</p>
          <AlertsLink />
        </section>
        {telegramParts}
      </Layout>
    );
  }
  return (
    <Layout title={words.title} guide="messages">
      <p class="muted">{words.lead}</p>
      <div class="columns">
        {isOwner ? <CustomersForm form={forms.customers} /> : null}
        <div class="stack">
          <StaffForm form={forms.staff} />
          {telegramParts}
          {isOwner ? <SenderForm from={from} form={forms.sender} /> : null}
        </div>
      </div>
    </Layout>
  );
}

interface FormProps {
  readonly form: FormState;
}

function SenderForm({ from, form }: FormProps & { readonly from: string }) {
  const studio = useStudio();
  const words = messagesWords(useView().language);
  return (
    <PostForm action={`${studio.base}/messages/sender`} class="card">
      <h2>{words.sender}</h2>
      <p>{words.senderText(from)}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      <Input
        form={form}
        name="replyTo"
        type="email"
        label={words.replyTo}
        hint={words.replyToHint}
        autocomplete="off"
        optional
      />
      <button type="submit" class="primary">
        {words.saveSender}
      </button>
    </PostForm>
  );
}

function CustomersForm({ form }: FormProps) {
  const studio = useStudio();
  const words = messagesWords(useView().language);
  return (
    <PostForm action={`${studio.base}/messages/customers`} class="card">
      <h2>{words.customers}</h2>
      <p class="hint">{words.customersHint}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {CUSTOMER_EVENTS.map((event) => (
        <EventFields form={form} event={event} />
      ))}
      <button type="submit" class="primary">
        {words.saveCustomers}
      </button>
    </PostForm>
  );
}

function EventFields({ form, event }: FormProps & { readonly event: CustomerEvent }) {
  const studio = useStudio();
  const { language: ofReader } = useView();
  const words = messagesWords(ofReader);
  const { isOn, sentence, second } = fieldsOf(event);
  // Values and faults must not be hidden.
  const isFilled = [sentence, second].some((name) => typedText(form, name) !== "" || form.faults[name] !== undefined);
  return (
    <fieldset class="stack">
      <legend>{toldWords(ofReader).events[event]}</legend>
      <Checkbox form={form} name={isOn} label={words.send} hint={words.eventHints[event]} />
      <details open={isFilled}>
        <summary>{words.addSentence}</summary>
        <div class="stack">
          <TextArea form={form} name={sentence} label={words.sentence} hint={words.sentenceHint} rows={2} optional />
          <SecondLanguage form={form} names={[second]} hint={words.secondHint}>
            <TextArea form={form} name={second} label={words.sentence} rows={2} optional />
          </SecondLanguage>
        </div>
      </details>
      <div class="row">
        {LANGUAGES.map((language) => (
          <button
            type="submit"
            class="small"
            formaction={`${studio.base}/messages/customers/preview/${event}/${language}`}
            formtarget="_blank"
          >
            {words.preview[language]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function StaffForm({ form }: FormProps) {
  const studio = useStudio();
  const view = useView();
  const words = messagesWords(view.language);
  return (
    <PostForm action={`${studio.base}/messages/mine`} class="card">
      <h2>{words.staff}</h2>
      <p class="hint">{words.staffHint(view.person?.email ?? "")}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {STAFF_EVENTS.map((event) => (
        <Checkbox form={form} name={event} label={toldWords(view.language).events[event]} />
      ))}
      <button type="submit" class="primary">
        {words.saveStaff}
      </button>
      <AlertsLink />
    </PostForm>
  );
}

function AlertsLink() {
  return (
    <p>
      <a href={`${PANEL}/account#alerts`}>{messagesWords(useView().language).alerts}</a>
    </p>
  );
}

/** The stored settings as form values. */
export function customerFormValues(settings: CustomerMessages): Record<string, string> {
  return Object.fromEntries(
    CUSTOMER_EVENTS.flatMap((event) => {
      const names = fieldsOf(event);
      const { isOn, sentence, sentenceInSecondLanguage } = settings[event];
      return [
        [names.isOn, isOn ? "true" : ""],
        [names.sentence, textOf(sentence)],
        [names.second, textOf(sentenceInSecondLanguage)],
      ];
    }),
  );
}

/** The person's choices as form values. */
export function staffFormValues(chosen: ReadonlySet<StaffEvent>): Record<string, string> {
  return Object.fromEntries(STAFF_EVENTS.map((event) => [event, chosen.has(event) ? "true" : ""]));
}
