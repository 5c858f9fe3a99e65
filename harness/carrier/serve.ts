// The stand-in carrier as an HTTP server, for `npm start` and for journeys in a browser.
//
//   node harness/carrier/serve.ts                                   prints its address and a key
//   CARRIER_STAND_IN=http://127.0.0.1:8795 npm start
//   curl -X PUT -d slow http://127.0.0.1:8795/trouble               slow, down, half, lost, …; none ends it

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { CARRIER_TROUBLES, StandInNovaPoshta } from "./nova-poshta.ts";

const HOST = "127.0.0.1";
const DEFAULT_PORT = 8795;
/** The same in each run, so that a studio stays connected. */
const KEY_OF_TRIALS = "0123456789abcdef0123456789abcdef";

export interface ServedCarrier {
  readonly carrier: StandInNovaPoshta;
  /** The value of CARRIER_STAND_IN. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** @param port 0: a free one */
export async function serveCarrier(port = 0): Promise<ServedCarrier> {
  const carrier = new StandInNovaPoshta();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === "/trouble" && request.method === "PUT") {
      carrier.trouble = CARRIER_TROUBLES.find((trouble) => trouble === body.trim()) ?? null;
      response.writeHead(204).end();
      return;
    }
    // A caller that hangs up ends a slow answer.
    const hungUp = new AbortController();
    response.on("close", () => hungUp.abort());
    try {
      const answer = await carrier.answer(`http://${HOST}${request.url}`, { body, signal: hungUp.signal });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      // The answer is lost.
      response.destroy();
    }
  });
  server.listen(port, HOST);
  await once(server, "listening");
  // A listening server of TCP has such an address.
  const address = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { carrier, origin: `http://${HOST}:${address.port}`, stop };
}

if (import.meta.main) {
  const { carrier, origin } = await serveCarrier(Number(process.env.PORT ?? DEFAULT_PORT));
  carrier.addKey(KEY_OF_TRIALS);
  console.log(`The stand-in carrier is at ${origin}. Start the service with CARRIER_STAND_IN=${origin} npm start,`);
  console.log(`and connect a studio in its panel by the key ${KEY_OF_TRIALS}.`);
}
