// States of a message, the reasons of one that was not sent, and a studio's messages of a day.

/**
 * `waiting` for its next attempt; `sending`: an attempt has begun, and its end is not known yet: it is under way, or its answer was
 * lost, and the provider is asked again. The others are ends. `unknown`: the provider's answer was lost, and no later one told whether it
 * was sent. `withdrawn`: it was true no longer before it was sent.
 */
export const MESSAGE_STATES = ["waiting", "sending", "sent", "failed", "unknown", "bounced", "withdrawn"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The ends after which a person may have it sent again. */
export const FAILED_STATES = ["failed", "unknown", "bounced"] as const satisfies readonly MessageState[];

/**
 * Reasons of a message that was not sent. `sender`: the deployment's own address or key is refused. `recipient`: this address is.
 * `content`: the message itself is. `unreachable`: the provider did not answer, or asked for patience, for a whole day.
 */
export const MESSAGE_FAULTS = [
  "not_set_up",
  "no_address",
  "sender",
  "recipient",
  "content",
  "unreachable",
  "daily_limit",
] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

/** A studio's messages on one day, by UTC. */
export const MAX_MESSAGES_A_DAY = 500;
