// The secrets that sign the local system's links: those of the environment, else one that the state keeps.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalState, linkSecrets, localStateIn } from "../../../scripts/local/local-state.ts";
import { UserError } from "../../../scripts/user-error.ts";

const NEW = "a new secret of more than thirty-two characters";
const OLD = "an old secret of more than thirty-two characters";

let state: LocalState;

beforeAll(async () => {
  state = localStateIn(await mkdtemp(join(tmpdir(), "link-secrets-test-")));
});

afterAll(() => rm(state.folder, { recursive: true, force: true }));

describe("the link secrets", () => {
  it("are one that the state keeps from start to start", async () => {
    const first = await linkSecrets(state, {});
    expect(first).toEqual({ LINK_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await linkSecrets(state, { LINK_SECRET_PREVIOUS: "" })).toEqual(first);
  });

  it("are those of the environment if it has them, the previous one too", async () => {
    const { LINK_SECRET: kept } = await linkSecrets(state, {});
    expect(await linkSecrets(state, { LINK_SECRET_PREVIOUS: OLD })).toEqual({
      LINK_SECRET: kept,
      LINK_SECRET_PREVIOUS: OLD,
    });
    expect(await linkSecrets(state, { LINK_SECRET: NEW, LINK_SECRET_PREVIOUS: OLD })).toEqual({
      LINK_SECRET: NEW,
      LINK_SECRET_PREVIOUS: OLD,
    });
  });

  it("are refused if one is too short", async () => {
    await expect(linkSecrets(state, { LINK_SECRET_PREVIOUS: "short" })).rejects.toThrow(
      new UserError("LINK_SECRET_PREVIOUS must have at least 32 characters, such as of: openssl rand -hex 32"),
    );
  });
});
