// A stand-in for the proxy that workerd starts beside each container, for networks without its image.
//
// It shares the container's network. workerd tells it the addresses that the container may reach, and sends it a CONNECT for each request.

import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** The port at which workerd expects the proxy. */
const PORT = 39_001;

const proxy = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
});
proxy.on("connect", ({ url = "" }, client: Duplex) => {
  const port = Number(url.slice(url.lastIndexOf(":") + 1));
  const target = connect(port, "127.0.0.1", () => {
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    target.pipe(client).pipe(target);
  });
  target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  client.on("error", () => target.destroy());
  client.on("close", () => target.destroy());
});
proxy.listen(PORT);
process.on("SIGTERM", () => process.exit(0));
