// Durable Object that tells a studio's open panel pages of changes, over WebSockets that hibernate.
//
// There is one per studio. It stores nothing and tells only the kind of a change: each page then asks the panel for its own content,
// so no record of a studio passes through here.

import { DurableObject } from "cloudflare:workers";
import type { NewsKind } from "./news-kind.ts";

/** Far above the open pages of a studio. A page without a socket asks from time to time. */
const MAX_SOCKETS = 500;

/** A page opens its socket anew after this time, with its session: a person who left the studio hears nothing longer. */
const SOCKET_MILLISECONDS = 3_600_000;

/** RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;

export class StudioNews extends DurableObject<unknown> {
  constructor(state: DurableObjectState, env: unknown) {
    super(state, env);
    // Answered by the platform: a page's sign of life does not wake the object.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Opens the socket of one page. The Worker has checked its session, studio and origin. */
  override fetch(): Response {
    if (this.ctx.getWebSockets().length >= MAX_SOCKETS) return new Response(null, { status: 503 });
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    socket.serializeAttachment(Date.now());
    return new Response(null, { status: 101, webSocket: page });
  }

  /** Tells every page of a change. */
  tell(kind: NewsKind): void {
    for (const socket of this.ctx.getWebSockets()) {
      const openedAt: unknown = socket.deserializeAttachment();
      const isCurrent = typeof openedAt === "number" && Date.now() - openedAt < SOCKET_MILLISECONDS;
      if (isCurrent) socket.send(kind);
      else socket.close(GOING_AWAY);
    }
  }
}
