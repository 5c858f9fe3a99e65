// Telegram on the page of messages: the person's own chat, and the studio's bot.

import { STAFF_EVENTS } from "../../domain/message/events.ts";
import type { FormState } from "../../pages/form-values.ts";
import { QrCode } from "../../pages/qr-code.tsx";
import type { StudioBot } from "../../telegram/bot.store.ts";
import { Checkbox, FaultSummary, Input, PostForm, SeenValues } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { toldWords } from "../kit/told/told.words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { telegramPageWords } from "./telegram.words.ts";

export interface TelegramState {
  /** Undefined: the studio has none. */
  readonly bot: StudioBot | undefined;
  /** The person's chat. */
  readonly isConnected: boolean;
  /** Whether Telegram can call this service. */
  readonly isReachable: boolean;
}

interface TelegramProps {
  readonly state: TelegramState;
  readonly form: FormState;
}

export function MyTelegram({ state, form }: TelegramProps) {
  const studio = useStudio();
  const words = telegramPageWords(useView().language);
  const { bot, isConnected } = state;
  // An owner reads of the bot in its own part.
  if (bot === undefined && studio.role === "owner") return null;
  return (
    <section class="card">
      <div class="row">
        <h2>{words.mine}</h2>
        {isConnected && bot !== undefined ? <span class="badge good">{words.connected}</span> : null}
      </div>
      {bot === undefined ? (
        <p>{words.noBot}</p>
      ) : isConnected ? (
        <ChosenInTelegram bot={bot} form={form} />
      ) : (
        <PostForm action={`${studio.base}/messages/telegram/connect`} class="stack">
          <p>{words.connectText(bot.username)}</p>
          <button type="submit" class="primary">
            {words.connect}
          </button>
        </PostForm>
      )}
    </section>
  );
}

/** The link is a secret: it stands in this answer only. */
export function ConnectPage({ address }: { readonly address: string }) {
  const studio = useStudio();
  const words = telegramPageWords(useView().language);
  return (
    <Layout title={words.connect} width="narrow">
      <section class="card">
        <p>{words.codeText}</p>
        <QrCode address={address} label={words.code} />
        <div class="row">
          <a class="button primary" href={address} target="_blank" rel="noopener noreferrer">
            {words.openTelegram}
          </a>
          <a class="button" href={`${studio.base}/messages`}>
            {words.started}
          </a>
        </div>
      </section>
    </Layout>
  );
}

function ChosenInTelegram({ bot, form }: Pick<TelegramProps, "form"> & { readonly bot: StudioBot }) {
  const studio = useStudio();
  const { language } = useView();
  const words = telegramPageWords(language);
  return (
    <PostForm action={`${studio.base}/messages/telegram`} class="stack">
      <p class="hint">{words.mineHint(bot.username)}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {STAFF_EVENTS.map((event) => (
        <Checkbox form={form} name={event} label={toldWords(language).events[event]} />
      ))}
      <div class="row">
        <button type="submit" class="primary">
          {words.save}
        </button>
        <a class="button" href={`${studio.base}/messages/telegram/disconnect`}>
          {words.disconnect}
        </a>
      </div>
    </PostForm>
  );
}

export function BotSection({ state, form }: TelegramProps) {
  const studio = useStudio();
  const words = telegramPageWords(useView().language);
  const { bot, isReachable } = state;
  const isRefused = bot !== undefined && bot.refusedAt !== null;
  const look = bot === undefined ? "badge" : isRefused ? "badge warn" : "badge good";
  return (
    <section class="card">
      <div class="row">
        <h2>{words.bot}</h2>
        <span class={look}>{bot === undefined ? words.botOff : words.botOn}</span>
      </div>
      {bot === undefined ? (
        <>
          <p>{words.botSteps}</p>
          {isReachable ? <TokenForm form={form} /> : <p class="warning">{words.notReachable}</p>}
        </>
      ) : (
        <>
          {isRefused ? <p class="warning">{words.botRefused}</p> : <p>{words.botText(bot.username)}</p>}
          <details open={isRefused || Object.keys(form.faults).length > 0}>
            <summary>{words.replace}</summary>
            <TokenForm form={form} />
          </details>
          <div class="row">
            <a class="button" href={`${studio.base}/messages/bot/remove`}>
              {words.remove}
            </a>
          </div>
        </>
      )}
    </section>
  );
}

function TokenForm({ form }: Pick<TelegramProps, "form">) {
  const studio = useStudio();
  const words = telegramPageWords(useView().language);
  return (
    <PostForm action={`${studio.base}/messages/bot`} class="stack">
      <FaultSummary form={form} />
      <Input
        form={form}
        name="botToken"
        type="password"
        label={words.token}
        hint={words.tokenHint}
        autocomplete="off"
      />
      <button type="submit" class="primary">
        {words.set}
      </button>
    </PostForm>
  );
}

interface AskPageProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly yes: string;
}

/** Asks first: neither a token nor a chat can be brought back by undo. */
export function AskPage({ title, text, action, yes }: AskPageProps) {
  const studio = useStudio();
  const words = telegramPageWords(useView().language);
  return (
    <Layout title={title} width="narrow">
      <PostForm action={action} class="card">
        <p>{text}</p>
        <div class="row">
          <button type="submit" class="danger">
            {yes}
          </button>
          <a class="button" href={`${studio.base}/messages`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}
