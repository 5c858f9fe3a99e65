// Load generator: sends a number of requests over a number of keep-alive connections.

import { Agent, request } from "node:http";

export interface LoadRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface LoadResult {
  readonly seconds: number;
  /** For each request: from sending it to the last byte of its answer. */
  readonly milliseconds: readonly number[];
}

/**
 * Sends `count` requests over `concurrency` connections, each of which sends its next request after the answer.
 *
 * @throws Error for an answer other than 200 or 201: failures must not count as fast requests
 */
export async function sendLoad(
  nextRequest: () => LoadRequest,
  count: number,
  concurrency: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const milliseconds: number[] = [];
  let left = count;
  const sendInTurn = async () => {
    while (left > 0) {
      left--;
      const from = performance.now();
      await sendOne(agent, nextRequest());
      milliseconds.push(performance.now() - from);
    }
  };
  const from = performance.now();
  try {
    await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  } finally {
    agent.destroy();
  }
  return { seconds: (performance.now() - from) / 1000, milliseconds };
}

function sendOne(agent: Agent, { url, method, headers, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...headers, ...lengthOf(body) } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode === 200 || answer.statusCode === 201) resolve();
        else reject(new Error(`${method} ${url.pathname} answered ${answer.statusCode}: ${Buffer.concat(pieces)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function lengthOf(body: Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { "Content-Length": String(body.length) };
}
