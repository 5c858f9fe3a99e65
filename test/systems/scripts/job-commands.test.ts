// npm run studio -- jobs: the waiting and running slices, from the running service.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../scripts/operator/run-command.ts";
import { describeError, UserError } from "../../../scripts/user-error.ts";
import type { UnfinishedWork, WorkOfStudio } from "../../../src/domain/slicing.ts";
import { operatorOn } from "./opened-operator.ts";

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

/** The command asks no database: this one throws at every question. */
const withoutService = operatorOn(
  new Proxy({} as Parameters<typeof operatorOn>[0], {
    get: () => () => {
      throw new Error("the database was not expected to be asked");
    },
  }),
);

const studio = async (...words: string[]) => runCommand(words, () => withoutService);

describe("jobs", () => {
  const MINUTE = 60_000;

  /** The operator's commands beside a service that answers so. */
  async function beside(status: number, work?: Partial<UnfinishedWork>) {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response
        .writeHead(status)
        .end(JSON.stringify({ engine: { status: "on_demand", engineName: "any/1" }, total: 0, slices: [], ...work }));
    });
    servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const service = { baseUrl: `http://127.0.0.1:${port}/api/v1`, token: "any" };
    const operator = { ...withoutService, findService: async () => service };
    return { asked, studio: (...words: string[]) => runCommand(words, () => operator) };
  }

  const slice = (minutes: number, fields: Partial<WorkOfStudio> = {}): WorkOfStudio => ({
    sliceKey: "ab".repeat(32),
    studioId: 1,
    studio: "kobza-druk",
    jobIds: ["11111111-1111-8111-8111-111111111111"],
    queuedAt: Date.now() - minutes * MINUTE,
    status: "queued",
    slicingSince: null,
    refusedSince: null,
    silentSince: null,
    lostRuns: 0,
    isLong: false,
    gaveWay: false,
    ...fields,
  });

  const listOf = (slices: readonly WorkOfStudio[], total = slices.length) => ({ slices, total });

  it("says that nothing waits, by asking the running service with the operator's token", async () => {
    const { asked, studio } = await beside(200);
    expect(await studio("jobs")).toBe("Nothing waits, and nothing is sliced.");
    expect(asked).toEqual(["GET /operator/unfinished-slices Bearer any"]);
  });

  it("lists what waits and what is sliced, with studio, job, age and state", async () => {
    const running = slice(4, { status: "slicing", slicingSince: Date.now() - 2 * MINUTE, lostRuns: 1, jobIds: [] });
    const { studio } = await beside(200, listOf([running, slice(3)], 7));
    const lines = (await studio("jobs")).split("\n");
    expect(lines[0]).toMatch(/^STUDIO +JOB +AGE +STATE$/);
    expect(lines[1]).toMatch(/^kobza-druk +- +4 min +is sliced for 2 min, lost once$/);
    expect(lines[2]).toMatch(/^kobza-druk +11111111-1111-8111-8111-111111111111 +3 min +waits$/);
    expect(lines[3]).toBe("… and 5 slices more, all younger.");
  });

  it("--stuck lists only what takes longer than 15 minutes, says of each what to do, and fails", async () => {
    const stuck = [
      slice(90, { refusedSince: Date.now() - 80 * MINUTE }),
      slice(60, { status: "slicing", slicingSince: Date.now() - 16 * MINUTE }),
      slice(20),
      slice(1, { status: "unknown" }),
    ];
    const young = [slice(60, { status: "slicing", slicingSince: Date.now() - MINUTE, studio: "young" }), slice(14)];
    const { studio } = await beside(200, listOf([...stuck, ...young]));
    const error = await studio("jobs", "--stuck").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const [first, , ...lines] = describeError(error).split("\n");
    expect(first).toBe("4 slices wait or run for longer than 15 minutes:");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/1 h 30 min +waits, refused for 1 h 20 min +the engine is not the one that SLICE_ENGINE/);
    expect(lines[1]).toMatch(/is sliced for 16 min +nothing: it ends by itself.*slicer's log: abababababab/);
    expect(lines[2]).toMatch(/20 min +waits +more slices than places: raise max_instances/);
    expect(lines[3]).toMatch(/its object does not answer +ask again in a minute/);
  });

  it("--stuck succeeds where nothing is", async () => {
    const { studio } = await beside(200, listOf([slice(14)]));
    expect(await studio("jobs", "--stuck")).toBe("Nothing waits or runs for longer than 15 minutes: 1 slice in all.");
  });

  it("says of all that waits that a container is of another image, where that is so", async () => {
    const engine = {
      status: "other_image",
      image: "engine/2 layers/1 protocol/3",
      answeredAs: "engine/1",
      since: Date.now() - 20 * MINUTE,
    } as const;
    const { studio } = await beside(200, { engine, ...listOf([slice(25, { refusedSince: Date.now() - MINUTE })]) });
    await expect(studio("jobs", "--stuck")).rejects.toThrow(/a container of another image: docs\/operating\.md/);
    expect(await studio("jobs")).toContain(
      "A container answers as engine/1, and should be engine/2 layers/1 protocol/3, for 20 min.",
    );
  });

  it("says of all that waits that no engine answers, where that is so", async () => {
    const engine = { status: "unreachable", since: Date.now() - 30 * MINUTE } as const;
    const { studio } = await beside(200, { engine, ...listOf([slice(25)]) });
    await expect(studio("jobs", "--stuck")).rejects.toThrow(/no engine answers: start one/);
    expect(await studio("jobs")).toContain("No engine answers, for 30 min: what waits fails");
  });

  it("says in one sentence why the service cannot be asked", async () => {
    await expect(studio("jobs")).rejects.toThrow(/^No running service was found, and only that knows what waits\./);
    const refusing = await beside(404);
    await expect(refusing.studio("jobs")).rejects.toThrow(/refuses this OPERATOR_TOKEN, or is of a version/);
    const failing = await beside(500);
    await expect(failing.studio("jobs")).rejects.toThrow(/could not say what waits.*\/health\.$/);
    const gone = await beside(200);
    for (const server of servers) server.close();
    await expect(gone.studio("jobs")).rejects.toThrow(
      /does not answer, and only that knows what waits: see .*\/health\.$/,
    );
  });

  it("takes no other word", async () => {
    await expect(studio("jobs", "kobza-druk")).rejects.toThrow(UserError);
  });
});
