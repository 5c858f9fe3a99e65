// The operator's commands, as `npm run studio` runs them, on a database that stays open.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../scripts/operator/run-command.ts";
import type { Operator } from "../../../scripts/operator/studio-commands.ts";
import { describeError, UserError } from "../../../scripts/user-error.ts";
import { people, printingQualities, studios } from "../../../src/db/schema.ts";
import { studioNamedBy } from "../../../src/gate/api-key.ts";
import { LINK_SECRET, type OpenedOperator, openOperatorIn } from "./opened-operator.ts";

const MSLA = 4;

let folder: string;
let opened: OpenedOperator;
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "operator-test-"));
  opened = await openOperatorIn(folder);
});

afterAll(async () => {
  for (const server of servers) server.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const studio = async (...words: string[]) => runCommand(words, () => opened.operator);

/** A service that answers each word of a change with a status, and the operator's commands beside it. */
async function startService(answer: (before: number) => number) {
  const told: string[] = [];
  const server = createServer((request, response) => {
    response.writeHead(answer(told.length)).end();
    told.push(request.url ?? "");
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const service = { baseUrl: `http://127.0.0.1:${address.port}`, token: "any" };
  const operator = { ...opened.operator, findService: async () => service };
  return { told, studio: (...words: string[]) => runCommand(words, () => operator) };
}

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

  it("tells where a new studio's order page is", async () => {
    const created = await studio("create", "--slug", "sells-at-once", "--title", "S", "--plan", "free");
    expect(created).toContain("Its order page is /sells-at-once,");
  });

  it("makes keys, changes plans, revokes once, and makes links of owners", async () => {
    expect(await studio("create", "--slug", "oblast", "--title", "Область", "--plan", "pro")).toContain("oblast");
    const [, keyId = ""] = /^Key (\d+)/.exec(await studio("keys", "create", "oblast", "--name", "Сайт")) ?? [];
    const service = await startService(() => 204);
    expect(await service.studio("plan", "oblast", "enterprise")).toContain(
      "oblast now has the plan enterprise. The running",
    );
    expect(await service.studio("keys", "revoke", "oblast", keyId)).toContain("holds from the next request on");
    await expect(service.studio("keys", "revoke", "oblast", keyId)).rejects.toThrow("is revoked already");
    expect(service.told).toHaveLength(2);
    const ofOwner = await studio("owner", "oblast", "--email", " Owner@Oblast.example ");
    expect(ofOwner).toContain("owner@oblast.example opens this link once, within 7 days.");
  });

  it("creates a studio in the region that is named, and shows it in the list", async () => {
    const created = await studio("create", "--slug", "oceania", "--title", "O", "--plan", "pro", "--region", "oc");
    expect(created).toContain("in the region oc");
    expect(await studio("list")).toMatch(/oceania +pro +oc /);
    expect(await studio("list")).toMatch(/kobza-druk +\w+ +eeur /);
    const [, secret = ""] = /(pk_live_\w+)/.exec(await studio("keys", "create", "oceania", "--name", "Site")) ?? [];
    expect(await studioNamedBy(secret, [LINK_SECRET])).toMatchObject({ region: "oc" });
  });

  it("creates a studio in its environment's region, and in a jurisdiction in no other", async () => {
    const createIn = (place: Operator["place"], slug: string, ...more: string[]) =>
      runCommand(["create", "--slug", slug, "--title", "T", "--plan", "pro", ...more], () => ({
        ...opened.operator,
        place,
      }));
    expect(await createIn({ location: "apac" }, "near-apac")).toContain("in the region apac");
    expect(await createIn({ location: "apac" }, "far-from-apac", "--region", "me")).toContain("in the region me");
    expect(await createIn({ jurisdiction: "eu" }, "inside-eu")).toContain("in the region eeur");
    await expect(createIn({ jurisdiction: "eu" }, "outside-eu", "--region", "enam")).rejects.toThrow(
      "Leave out --region: here every studio's requests are admitted in the jurisdiction eu.",
    );
  });

  it("makes a key that names no studio where the service's secret is not known, and says so", async () => {
    const operator = { ...opened.operator, findLinkSecret: async () => undefined };
    const output = await runCommand(["keys", "create", "kobza-druk", "--name", "Site"], () => operator);
    expect(output).toMatch(/^ {2}pk_live_[A-Za-z0-9]{64}\n\nThe service's LINK_SECRET is not known here/m);
  });

  it("tells the service again where it did not hear, and fails where it never does, saying how to tell it later", async () => {
    const first503 = await startService((before) => (before === 0 ? 503 : 204));
    expect(await first503.studio("plan", "kobza-druk", "enterprise")).toContain("has been told");
    expect(first503.told).toHaveLength(2);

    const always503 = await startService(() => 503);
    await expect(always503.studio("plan", "kobza-druk", "pro")).rejects.toThrow(
      "this does not hold yet: requests are admitted as before. Tell it again: npm run studio -- tell kobza-druk",
    );
    expect(always503.told).toHaveLength(3);
    const [row] = await opened.local.select().from(studios).where(eq(studios.slug, "kobza-druk"));
    expect(row?.plan).toBe("pro");
    await expect(studio("plan", "kobza-druk", "pro")).rejects.toThrow("No running service was found to be told");

    const later = await startService(() => 204);
    expect(await later.studio("tell", "kobza-druk")).toContain("has been told");
    expect(later.told).toEqual([`/operator/studios/${row?.id}/access-changed`]);
  });

  it("makes a link for a new password, which names the service where its address is known", async () => {
    const email = "oksana@example.com";
    const person = { email, name: "Оксана", language: "uk", theme: "system" } as const;
    await opened.local.insert(people).values({ ...person, passwordHash: "-", createdAt: Date.now() });
    expect(await studio("password", email)).toContain(`${email} sets a new password with this link, once`);
    const known = { ...opened.operator, findServiceUrl: async () => "https://panel.example/api/v1" };
    const link = await runCommand(["password", email], () => known);
    expect(link).toMatch(/https:\/\/panel\.example\/panel\/links\/[\w-]{43}/);
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
    [["keys", "revoke", "kobza-druk", "987654"], "kobza-druk has no key 987654"],
    [["owner", "kobza-druk", "--email", "x"], 'An e-mail address is such as name@example.com, not "x".'],
    [["password", "nobody@example.com"], "Nobody has the e-mail nobody@example.com."],
    [["password"], "Usage: npm run studio -- password <e-mail>"],
    [["delete", "kobza-druk"], 'There is no command "delete"'],
    [["create", "--colour", "red"], "Unknown option '--colour'"],
  ])("refuses %j with one line that says what is wrong", async (words, line) => {
    const error: unknown = await studio(...words).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const said = describeError(error).trimEnd().split("\n");
    expect(said).toEqual([expect.stringContaining(line)]);
  });
});
