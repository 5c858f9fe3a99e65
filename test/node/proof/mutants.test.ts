// npm run proof -- mutants, on a small example and on a part of the prices.

import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { EXPLAINED } from "../../../harness/proof/mutants/explained.ts";
import { instrument, type Mutant } from "../../../harness/proof/mutants/instrumented.ts";
import {
  describeMutant,
  hashesOfSources,
  isExplained,
  keptResult,
  livingOf,
  openLines,
  type RoomResult,
  resultRow,
  wronglyExplained,
} from "../../../harness/proof/mutants/mutant-results.ts";
import { runMutantsOfRoom, type Verdicts } from "../../../harness/proof/mutants/mutant-run.ts";
import { isRoom, ROOMS, sourcesOf } from "../../../harness/proof/mutants/rooms.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const EXAMPLE = "test/node/proof/example/stamps.ts";
const MINUTES_10 = 600_000;
const SAMPLE = 20;
const SEED = 30;
const roomNames = Object.keys(ROOMS).filter(isRoom);

describe("mutants of the example", () => {
  let mutants: readonly Mutant[];
  let verdicts: Verdicts;

  beforeAll(async () => {
    const instrumented = await instrument([EXAMPLE]);
    mutants = instrumented.mutants;
    verdicts = await runMutantsOfRoom({
      tests: [{ project: "node", tests: ["test/node/proof/example/stamps-tests.ts"] }],
      instrumented,
      chosen: new Set(mutants.map(({ id }) => id)),
      deadline: Date.now() + MINUTES_10,
    });
  });

  const verdictOn = (original: string, replacement: string) => {
    const mutant = mutants.find((one) => one.original === original && one.replacement === replacement);
    if (mutant === undefined) throw new Error(`there is no mutant ${original} → ${replacement}`);
    const { killed, timedOut, covered, atLoad } = verdicts;
    if (killed.has(mutant.id)) return "killed";
    if (timedOut.has(mutant.id)) return "killed by time";
    return covered.has(mutant.id) || atLoad.has(mutant.id) ? "survived" : "not covered";
  };

  it("are killed by a test that fails with them", () => {
    expect(verdictOn("stamps > 20", "true")).toBe("killed");
    expect(verdictOn("stamps >= needed", "stamps > needed")).toBe("killed");
  });

  it("survive if every test passes with them", () => {
    expect(verdictOn("stamps > 20", "stamps >= 20")).toBe("survived");
  });

  it("are not covered if no test runs their code", () => {
    expect(verdictOn("stamps === 0", "true")).toBe("not covered");
  });

  it("are killed by time if a loop never ends with them", () => {
    expect(verdictOn("visit++", "visit--")).toBe("killed by time");
  });

  it("are killed too in code that runs as the module loads", () => {
    expect(verdictOn("[10, 20]", "[]")).toBe("killed");
  });

  it("are told with their place, their code and their change", () => {
    const living = livingOf(mutants, verdicts).map(describeMutant);
    expect(living).toContain(`${EXAMPLE}:6 EqualityOperator: \`stamps > 20\` → \`stamps >= 20\``);
    expect(living).toContain(`${EXAMPLE}:20 ConditionalExpression: \`stamps === 0\` → \`true\` (not covered)`);
  });

  it("meet no tests that are meant for other sources", async () => {
    const met = await runMutantsOfRoom({
      tests: [{ project: "node", tests: ["test/node/proof/example/stamps-tests.ts"], sources: [] }],
      instrumented: await instrument([EXAMPLE]),
      chosen: new Set(mutants.map(({ id }) => id)),
      deadline: Date.now() + MINUTES_10,
    });
    expect([...met.killed, ...met.timedOut, ...met.covered]).toEqual([]);
  });

  it("that live are none beside those three kinds", () => {
    expect(livingOf(mutants, verdicts).every(({ line }) => line === 6 || line >= 19)).toBe(true);
    expect(verdicts.unfit).toEqual([]);
  });
});

describe("mutants of the service", () => {
  it("of the prices are killed or explained, by a sample", async () => {
    const instrumented = await instrument(sourcesOf(ROOMS.pricing));
    const { mutants } = instrumented;
    const subarrays = fc.shuffledSubarray([...mutants], { minLength: SAMPLE, maxLength: SAMPLE });
    const [sample = []] = fc.sample(subarrays, { numRuns: 1, seed: SEED });
    const verdicts = await runMutantsOfRoom({
      tests: ROOMS.pricing.tests.filter(({ project }) => project === "node"),
      instrumented,
      chosen: new Set(sample.map(({ id }) => id)),
      deadline: Date.now() + MINUTES_10,
    });
    const living = livingOf(sample, verdicts).filter((mutant) => !isExplained("pricing", mutant));
    expect(living.map(describeMutant)).toEqual([]);
  });

  it.each(roomNames.filter((room) => EXPLAINED[room] !== undefined))(
    "that are explained in %s are there",
    async (room) => {
      const { mutants } = await instrument(sourcesOf(ROOMS[room]));
      expect(wronglyExplained(room, mutants, mutants)).toEqual([]);
    },
  );

  it("of a source that has changed since a run are all tried again, and of the others those that lived", async () => {
    const { mutants } = await instrument(sourcesOf(ROOMS.pricing));
    const sources = hashesOfSources("pricing");
    const kept = keptResult("pricing", sources, mutants);
    const [changed = ""] = Object.keys(sources);
    const again = keptResult("pricing", { ...sources, [changed]: "another" }, mutants);
    const ofChanged = (all: readonly Mutant[] = []) => all.filter(({ file }) => file === changed).length;
    expect(ofChanged(again?.living)).toBe(ofChanged(mutants));
    expect(ofChanged(mutants)).toBeGreaterThan(0);
    expect(again?.living.filter(({ file }) => file !== changed)).toEqual(
      kept?.living.filter(({ file }) => file !== changed),
    );
    expect(again?.stoppedShort).toBe(true);
  });

  it.each(roomNames)("of %s have sources, and tests that are there", (room) => {
    expect(sourcesOf(ROOMS[room])).not.toEqual([]);
    const missing = ROOMS[room].tests
      .flatMap(({ tests }) => tests)
      .filter((test) => !existsSync(join(PROJECT_FOLDER, test)));
    expect(missing).toEqual([]);
    const beyond = ROOMS[room].tests
      .flatMap(({ sources }) => sources ?? [])
      .filter((source) => !sourcesOf(ROOMS[room]).includes(source));
    expect(beyond).toEqual([]);
  });
});

describe("the section of docs/proof.md", () => {
  const sources = hashesOfSources("pricing");
  const [changed = "", other = ""] = Object.keys(sources);
  const mutant = {
    id: "1",
    line: 7,
    column: 1,
    kind: "ConditionalExpression",
    original: "isPaid",
    replacement: "true",
  };
  const result: RoomResult = {
    ...{ date: "2026-11-28", commit: "947583e1", sources, minutes: 5, stoppedShort: false },
    ...{ mutants: 325, killed: 323, timedOut: 0 },
    living: [
      { ...mutant, file: changed, covered: true },
      { ...mutant, file: other, line: 9, covered: false },
    ],
  };
  const older = { ...result, sources: { ...sources, [changed]: "another" } };

  it("names the sources of a room that have changed since its run", () => {
    expect(resultRow("pricing", result).at(-1)).toBe("2026-11-28, 947583e1, 5.0 minutes");
    expect(resultRow("pricing", older).at(-1)).toBe(
      `2026-11-28, 947583e1, 5.0 minutes; changed since, to be tried again: \`${changed}\``,
    );
  });

  it("says of a run that ended early that its untried mutants count as living", () => {
    expect(resultRow("pricing", { ...result, stoppedShort: true }).at(-1)).toContain("ended early: mutants");
  });

  it("has each open mutant in a line of its source", () => {
    const lines = (ofChanged: string) => [
      `- \`${changed}\`${ofChanged}`,
      "  - 7: `isPaid` → `true`",
      `- \`${other}\``,
      "  - 9: `isPaid` → `true` (not covered)",
    ];
    expect(openLines("pricing", result)).toEqual(lines(""));
    expect(openLines("pricing", older)).toEqual(lines(", changed since: the lines may have moved"));
  });
});
