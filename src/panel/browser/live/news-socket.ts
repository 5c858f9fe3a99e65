// Socket of a studio's news, which opens itself anew.

const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A connection that a network dropped without a word is noticed after two of these. */
const SIGN_OF_LIFE_MILLISECONDS = 20_000;

export interface NewsSocket {
  isOpen(): boolean;
  stop(): void;
}

/** @param hears is called at each opening, at each sign of life of the other side, and with the kind of each change */
export function listenToNews(
  address: string,
  hears: { opened(): void; alive(): void; news(kind: string): void },
): NewsSocket {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let losses = 0;
  let isAnswered = true;
  let isStopped = false;

  function open(): void {
    clearTimeout(timer);
    if (isStopped || socket !== undefined) return;
    const opening = new WebSocket(url);
    socket = opening;
    isAnswered = true;
    opening.addEventListener("open", () => {
      losses = 0;
      hears.opened();
    });
    opening.addEventListener("message", ({ data }) => {
      isAnswered = true;
      if (data === "pong") hears.alive();
      else hears.news(String(data));
    });
    opening.addEventListener("close", () => {
      if (socket === opening) openLater();
    });
  }

  function openLater(): void {
    socket = undefined;
    const pause = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** losses++);
    // Scattered: all pages lose their sockets together when the service is deployed.
    timer = setTimeout(open, pause * (0.5 + Math.random() / 2));
  }

  function close(): void {
    clearTimeout(timer);
    const closing = socket;
    socket = undefined;
    closing?.close();
  }

  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (isAnswered) {
      isAnswered = false;
      socket.send("ping");
    } else {
      close();
      openLater();
    }
  }, SIGN_OF_LIFE_MILLISECONDS);
  addEventListener("online", open);
  // A page with an open socket cannot be kept for the browser's Back.
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) open();
  });
  open();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    stop() {
      isStopped = true;
      close();
    },
  };
}
