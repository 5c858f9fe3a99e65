// Session with the inspector of one Worker's isolate in workerd.

export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The inspector closed the connection"));
    });
  }

  /** @param url the isolate's inspector, ws://… */
  static async connect(url: URL): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error(`No inspector at ${url}`)), { once: true });
    });
    return new Inspector(socket);
  }

  /** Calls a method of the protocol: https://chromedevtools.github.io/devtools-protocol/v8/ */
  ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = ++this.#asked;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }

  close(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    const { id, result, error } = JSON.parse(text) as { id?: number; result?: unknown; error?: { message: string } };
    // A message without an id is an event, not an answer.
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new Error(error.message));
  }
}
