// The panel over https: without it, nothing is shown, set or done, but on one's own machine and network.

import { describe, expect, it } from "vitest";
import { isPrivateHost } from "../../../src/http/middleware/https-only.middleware.ts";
import { Browser, createPerson, PASSWORD } from "../support/panel.ts";

describe("the panel without https", () => {
  it.each(["/panel", "/panel/sign-in?next=%2Fpanel%2Faccount", "/panel/none", "/panel/assets"])(
    "sends a browser to the same page with it, and sets no cookie: %s",
    async (path) => {
      for (const page of [
        await new Browser().get(`http://panel.example${path}`),
        await new Browser().head(`http://panel.example${path}`),
      ]) {
        expect(page.status, page.html).toBe(308);
        expect(page.location).toBe(`https://panel.example${path}`);
        expect(page.headers.getSetCookie()).toEqual([]);
      }
    },
  );

  it("takes no form", async () => {
    const { email } = await createPerson();
    const headers = { Origin: "http://panel.example" };
    const page = await new Browser().postBare(
      "http://panel.example/panel/sign-in",
      { email, password: PASSWORD },
      headers,
    );
    expect(page.status, page.html).toBe(403);
    expect(page.headers.getSetCookie()).toEqual([]);
  });

  it.each(["localhost:9000", "127.0.0.1:8787", "[::1]:8787", "192.168.1.20"])("is shown on %s", async (host) => {
    const page = await new Browser().get(`http://${host}/panel/sign-in`);
    expect(page.status, page.html).toBe(200);
  });

  it.each([
    "localhost",
    "panel.localhost",
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.9.9",
    "192.168.0.1",
    "[fd00::1]",
  ])("knows %s as one's own", (hostname) => expect(isPrivateHost(hostname)).toBe(true));

  it.each([
    "panel.example",
    "localhost.example",
    "notlocalhost",
    "10.example",
    "127.0.0.1.example",
    "172.15.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "11.0.0.1",
    "[2001:db8::1]",
    "[fe::1]",
    "fd00.example",
  ])("knows %s as a stranger's", (hostname) => expect(isPrivateHost(hostname)).toBe(false));
});
