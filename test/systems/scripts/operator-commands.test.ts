// The operator's commands, as `npm run studio` runs them, on a service with the demo's studios.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_ENGINE, OPERATOR_TOKEN, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { runCommand } from "../../../scripts/operator/run-command.ts";
import { describeError, UserError } from "../../../scripts/user-error.ts";
import { people, printingQualities } from "../../../src/db/schema.ts";
import { type OpenedOperator, openOperator } from "./opened-operator.ts";

const MSLA = 4;

let opened: OpenedOperator;

beforeAll(async () => {
  opened = await openOperator();
});

afterAll(async () => {
  await opened.close();
});

const studio = (...words: string[]) => opened.studio(...words);

describe("a command of the operator", () => {
  it("shows the process parameters with the source of each, and marks the assumptions", async () => {
    const output = await studio("parameters");
    expect(output).toMatch(/^exposureSeconds +2 +0\.1 to 300 s +.*PrusaResearchSLA\.ini/m);
    expect(output).toMatch(/^recoatSeconds +10 +0 to 600 s +.*ASSUMED/m);
    expect(output.match(/^(sla|dlp|msla|sls)\. Defaults: /gm)).toHaveLength(4);
  });

  it.each(["two\nlines", "\u202eturned"])("refuses the name %j in words", async (name) => {
    const refusal = /must be one line of 1 to 100 characters that can be seen/;
    await expect(studio("create", "--slug", "odd-name", "--title", name, "--plan", "pro")).rejects.toThrow(refusal);
  });

  it("sets process parameters of a studio and of one quality, one by one, and resets them", async () => {
    const [quality] = await opened.local
      .select({ id: printingQualities.id })
      .from(printingQualities)
      .where(eq(printingQualities.technologyId, MSLA));
    const id = String(quality?.id);

    const set = await studio("parameters", "kobza-druk", "msla", "exposureSeconds=2.4", "fadedLayers=5");
    expect(set).toContain("kobza-druk prints msla with exposureSeconds 2.4, fadedLayers 5");
    const back = await studio("parameters", "kobza-druk", "msla", "fadedLayers=default");
    expect(back).toContain("kobza-druk prints msla with exposureSeconds 2.4 from");
    const ofQuality = await studio("parameters", "kobza-druk", "--quality", id, "exposureSeconds=1.8");
    expect(ofQuality).toContain("prints with exposureSeconds 1.8 from the next request on");

    const shown = await studio("parameters", "kobza-druk");
    expect(shown).toMatch(/^exposureSeconds +2 +2\.4 +0\.1 to 300 s/m);
    expect(shown).toMatch(new RegExp(`^Quality ${id}, ".*": exposureSeconds 1.8$`, "m"));
    const shownQuality = await studio("parameters", "kobza-druk", "--quality", id);
    expect(shownQuality).toMatch(/^exposureSeconds +2 +2\.4 +1\.8 +0\.1 to 300 s/m);
    await expect(studio("parameters", "dnipro-prototyp", "--quality", id)).rejects.toThrow(
      `dnipro-prototyp has no printing quality ${id}.`,
    );
  });

  it("tells the address of a new studio's order page", async () => {
    const created = await studio("create", "--slug", "sells-at-once", "--title", "S", "--plan", "free");
    expect(created).toContain("Its order page is /sells-at-once,");
  });

  it("makes keys, changes plans, revokes once, and makes links of owners", async () => {
    expect(await studio("create", "--slug", "oblast", "--title", "Область", "--plan", "pro")).toContain("oblast");
    const [, keyId = ""] = /^Key (\d+)/.exec(await studio("keys", "create", "oblast", "--name", "Сайт")) ?? [];
    const limits = ["--kind", "test", "--permission", "read", "--expires", "2099-06-30"];
    const [, narrowId = ""] =
      /^Key (\d+)/.exec(await studio("keys", "create", "oblast", "--name", "Звіти", ...limits)) ?? [];
    expect(await studio("keys", "replace", "oblast", narrowId, "--overlap", "hour")).toContain('"Звіти 2"');
    expect(await studio("keys", "list", "oblast")).toMatch(/ test +read .* - +Звіти 2$/m);
    expect(await studio("plan", "oblast", "enterprise")).toContain("oblast now has the plan enterprise. The running");
    expect(await studio("keys", "revoke", "oblast", keyId)).toContain("holds from the next request on");
    await expect(studio("keys", "revoke", "oblast", keyId)).rejects.toThrow("is revoked already");
    const ofOwner = await studio("owner", "oblast", "--email", " Owner@Oblast.example ");
    expect(ofOwner).toContain("owner@oblast.example opens this link once, within 7 days.");
  });

  it("creates a studio in the region that is named, and shows it in the list", async () => {
    const created = await studio("create", "--slug", "oceania", "--title", "O", "--plan", "pro", "--region", "oc");
    expect(created).toContain("in the region oc");
    expect(await studio("list")).toMatch(/oceania +pro +oc /);
    expect(await studio("list")).toMatch(/kobza-druk +\w+ +eeur /);
  });

  it("makes a link for a new password, which names the service", async () => {
    const email = "oksana@example.com";
    const person = { email, name: "Оксана", language: "uk", theme: "system" } as const;
    await opened.local.insert(people).values({ ...person, passwordHash: "-", createdAt: Date.now() });
    const link = await studio("password", email);
    expect(link).toContain(`${email} sets a new password with this link, once`);
    expect(link).toMatch(new RegExp(`^  ${new URL("/panel/links/", opened.service.baseUrl)}[\\w-]{43}$`, "m"));
  });

  it.each([
    [
      ["parameters", "kobza-druk", "msla", "exposureSeconds=301"],
      "exposureSeconds is 301, and must be from 0.1 to 300 s",
    ],
    [["parameters", "kobza-druk", "msla", "liftMm=five"], "liftMm must be a number from 0 to 50 mm"],
    [["parameters", "kobza-druk", "msla", "fadedLayers=1.5"], "fadedLayers is 1.5, and must be a whole number"],
    [["parameters", "kobza-druk", "sls", "exposureSeconds=2"], 'There is no parameter "exposureSeconds" of sls'],
    [["parameters", "kobza-druk", "fdm", "recoatSeconds=2"], 'There are no process parameters of "fdm"'],
    [["parameters", "nobody", "sls", "recoatSeconds=2"], 'There is no studio "nobody"'],
    [["parameters", "recoatSeconds=2"], "Usage: npm run studio -- parameters"],
    [["parameters", "kobza-druk", "--quality", "1", "recoatSeconds=2"], 'There are no process parameters of "fdm"'],
    [["create", "--slug", "kobza-druk", "--title", "T", "--plan", "pro"], "There is a studio with the slug"],
    [["create", "--slug", "panel", "--title", "T", "--plan", "pro"], "is an address of the service itself"],
    [
      ["create", "--slug", "Кобза", "--title", "T", "--plan", "pro"],
      "small letters (a to z), digits and single hyphens",
    ],
    [["create", "--slug", "new", "--title", "T", "--plan", "gold"], "There are: free, basic, pro, enterprise."],
    [["create", "--slug", "n", "--title", "T", "--plan", "pro", "--region", "kyiv"], "--region must be one of wnam, "],
    [["tell", "nobody"], 'There is no studio "nobody"'],
    [["keys", "create", "kobza-druk", "--name", "S", "--kind", "real"], "--kind must be one of live, test"],
    [["keys", "create", "kobza-druk", "--name", "S", "--expires", "soon"], "--expires is a key's last day"],
    [["keys", "replace", "kobza-druk", "987654"], "kobza-druk has no key 987654"],
    [["keys", "replace", "kobza-druk"], "Usage: npm run studio -- keys replace <slug> <key id>"],
    [["keys", "revoke", "kobza-druk", "987654"], "kobza-druk has no key 987654"],
    [["owner", "kobza-druk", "--email", "x"], 'An e-mail address is such as name@example.com, not "x".'],
    [["password", "nobody@example.com"], "No person has the e-mail nobody@example.com."],
    [["password"], "Usage: npm run studio -- password <e-mail>"],
    [["delete", "kobza-druk"], 'There is no command "delete"'],
    [["create", "--colour", "red"], "Unknown option '--colour'"],
  ])("refuses %j with one line that names the fault", async (words, line) => {
    const error: unknown = await studio(...words).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const said = describeError(error).trimEnd().split("\n");
    expect(said).toEqual([expect.stringContaining(line)]);
  });
});

describe("create, of a wrong option,", () => {
  const amount = "must be an amount from 0 to 1000000 with at most two decimals, such as 60 or 12.50";
  const percentage = "must be a percentage from 0 to 1000 with at most two decimals, such as 60 or 12.50";

  it.each<[string[], string]>([
    [["--hourly-rate", "-5"], `--hourly-rate ${amount}, not "-5".`],
    [["--hourly-rate=-5"], `--hourly-rate ${amount}, not "-5".`],
    [["--hourly-rate", "-.5"], `--hourly-rate ${amount}, not "-.5".`],
    [["--setup-cost", "-1,50"], `--setup-cost ${amount}, not "-1,50".`],
    [["--minimum-price", "-₴5"], `--minimum-price ${amount}, not "-₴5".`],
    [["--markup", "-5"], `--markup ${percentage}, not "-5".`],
    [["--setup-cost", ""], `--setup-cost ${amount}, not "".`],
    [["--setup-cost", "12.505"], `--setup-cost ${amount}, not "12.505".`],
    [["--minimum-price", "1000000.01"], `--minimum-price ${amount}, not "1000000.01".`],
    [["--minimum-price", "99999999999"], `--minimum-price ${amount}, not "99999999999".`],
    [["--markup", "abc"], `--markup ${percentage}, not "abc".`],
    [["--markup", "1e2"], `--markup ${percentage}, not "1e2".`],
    [["--markup", "1000.01"], `--markup ${percentage}, not "1000.01".`],
    [["--currency", "XXX"], '--currency must be one of UAH, EUR, USD, PLN, GBP, not "XXX".'],
    [["--email", "not one"], 'An e-mail address is such as name@example.com, not "not one".'],
    [["--locale", "!!"], '--locale must be a language tag such as uk or en-GB, not "!!".'],
  ])("refuses %j", async (args, message) => {
    const create = studio("create", "--slug", "new", "--title", "New", "--plan", "pro", ...args);
    await expect(create).rejects.toThrow(new UserError(message));
  });
});

describe("a command to a service that cannot be asked", () => {
  /** A service that answers so to every request. */
  async function answering(status: number, body = ""): Promise<Server> {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }

  const list = (server: Server, token = "a token") => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    return runCommand(["list"], async () => ({ baseUrl: `http://127.0.0.1:${address.port}/api/v1`, token }));
  };

  it("says that none runs, or that this machine has no token", async () => {
    await expect(runCommand(["list"], async () => undefined)).rejects.toThrow(
      /^No running service was found, and only that can answer\./,
    );
  });

  it("says that the service refuses the token", async () => {
    const wrong = { ...opened.service, token: "another token" };
    await expect(runCommand(["list"], async () => wrong)).rejects.toThrow(/refuses this OPERATOR_TOKEN, /);
  });

  it.each([
    [500, "{}"],
    [502, "<h1>Bad gateway</h1>"],
    [503, '{"said": 5}'],
  ])("says that the service runs but fails, answered %i with %s", async (status, body) => {
    const failing = await answering(status, body);
    await expect(list(failing)).rejects.toThrow(new RegExp(`could not answer \\(${status}\\).*/health\\.$`));
    failing.close();
  });

  it("says that the service does not answer", async () => {
    const gone = await answering(200);
    const asked = list(gone);
    gone.close();
    gone.closeAllConnections();
    await expect(asked).rejects.toThrow(/does not answer, and only that can: see .*\/health\.$/);
  });
});

describe("on a service that was just deployed", () => {
  it("makes the first studio, its owner's link and a key that works", async () => {
    const system = await startMiniflareSystem({ engine: NO_ENGINE });
    const service = { baseUrl: new URL("/api/v1", system.url).href, token: OPERATOR_TOKEN };
    const first = (...words: string[]) => runCommand(words, async () => service);
    try {
      expect(await first("list")).toBe("There are no studios yet.");
      const created = await first("create", "--slug", "first", "--title", "Перша", "--plan", "pro");
      const [link = "none"] = /http:\/\/\S+\/panel\/links\/[\w-]{43}/.exec(created) ?? [];
      expect((await fetch(link)).status, created).toBe(200);
      const [key = "none"] = /pk_live_\w+/.exec(await first("keys", "create", "first", "--name", "Site")) ?? [];
      const me = await fetch(`${service.baseUrl}/me`, { headers: { Authorization: `Bearer ${key}` } });
      expect(await me.json()).toMatchObject({ data: { slug: "first", plan: "pro" } });
    } finally {
      await system.stop();
    }
  });
});
