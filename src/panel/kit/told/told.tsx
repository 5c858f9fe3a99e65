// Messages about an order or a price request: each with its state, and "send again" where it failed.

import { FAILED_STATES, type MessageState } from "../../../domain/message/states.ts";
import type { OutboxMessage } from "../../../outbox/sending.store.ts";
import { dateAndTime } from "../../../pages/format.ts";
import { PostForm } from "../form.tsx";
import { useView } from "../view-context.ts";
import { toldWords } from "./told.words.ts";

interface ToldProps {
  readonly messages: readonly OutboxMessage[];
  /** The address of the order's or the request's page. */
  readonly page: string;
}

/** Nothing, if there are none. */
export function SentMessages({ messages, page }: ToldProps) {
  const words = toldWords(useView().language);
  if (messages.length === 0) return null;
  return (
    <section class="card" aria-labelledby="told">
      <h2 id="told">{words.title}</h2>
      <ul class="stack">
        {messages.map((message) => (
          <li>
            <ToldMessage message={message} page={page} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ToldMessage({ message, page }: Pick<ToldProps, "page"> & { readonly message: OutboxMessage }) {
  const { language } = useView();
  const words = toldWords(language);
  const { id, event, state, personId, channel, endedAt, queuedAt } = message;
  const reason = reasonOf(words, message);
  const at = endedAt ?? queuedAt;
  return (
    <>
      <p class="row">
        <strong>{words.events[event]}</strong>
        <span class={lookOf(state)}>{words.states[state]}</span>
        <span class="muted small">
          {personId === null ? `${words.customer} · ` : null}
          {channel === "telegram" ? "Telegram · " : null}
          <time datetime={new Date(at).toISOString()}>{dateAndTime(language, at)}</time>
        </span>
      </p>
      {reason === null ? null : <p class="hint">{reason}</p>}
      {hasFailed(state) ? (
        <PostForm action={`${page}/messages/${id}/again`}>
          <button type="submit" class="small" aria-label={words.againOf(words.events[event])}>
            {words.again}
          </button>
        </PostForm>
      ) : null}
    </>
  );
}

function reasonOf(words: ReturnType<typeof toldWords>, { state, fault, channel }: OutboxMessage): string | null {
  const { unknown, faults } = channel === "telegram" ? words.telegram : words;
  if (state === "unknown") return unknown;
  if (state === "bounced") return words.bounced;
  return fault === null ? null : faults[fault];
}

function lookOf(state: MessageState): string {
  if (hasFailed(state)) return "badge bad";
  return state === "sent" ? "badge good" : "badge";
}

function hasFailed(state: MessageState): boolean {
  return FAILED_STATES.some((failed) => failed === state);
}
