// Rotations of the operator's token, an engine's token and a studio's key.

import { eq } from "drizzle-orm";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import { apiKeys, studios } from "../../../src/db/schema.ts";
import { uniqueBox } from "../../models.ts";
import { NO_ENGINE, OPERATOR_TOKEN } from "../../systems/miniflare-system.ts";
import { form } from "../../upload-requests.ts";
import { type Check, RotatedSystem } from "./rotated-system.ts";

const [DONE, WAITS, REFUSED, SHUT] = [200, 202, 401, 404];
const NEW_TOKEN = "another operator's token that only this system knows";
const HOUR_MILLISECONDS = 3_600_000;

export async function rotateOperatorToken(): Promise<readonly Check[]> {
  const system = await RotatedSystem.start(NO_ENGINE);
  try {
    const door = (token: string) =>
      system.status("/operator/studios", { headers: { Authorization: `Bearer ${token}` } });
    const before = await door(OPERATOR_TOKEN);
    await system.restart({ variables: { OPERATOR_TOKEN: NEW_TOKEN } });
    return [
      { says: "the old token opened the door before", holds: before === DONE },
      { says: "the new token opens it", holds: (await door(NEW_TOKEN)) === DONE },
      { says: "the old token is refused", holds: (await door(OPERATOR_TOKEN)) === SHUT },
      { says: "a studio's key is accepted as before", holds: (await system.statusOfApi("/me")) === DONE },
    ];
  } finally {
    await system.stop();
  }
}

export async function rotateEngineToken(): Promise<readonly Check[]> {
  const [old, fresh] = [
    "an-engine's-token-that-only-this-system-knows",
    "another-token-of-the-same-engine-in-this-system",
  ];
  const before = await startEngine({ ENGINE_TOKEN: old });
  const system = await RotatedSystem.start(before, { slicerVariables: { ENGINE_TOKEN: old } });
  let engine = before;
  try {
    const known = await quote(system, uniqueBox(), 30);
    await before.stop();
    engine = await startEngine({ ENGINE_TOKEN: fresh, ENGINE_PORT: new URL(before.url).port });
    const model = uniqueBox();
    const between = await quote(system, model, 1);
    await system.restart({ slicerVariables: { ENGINE_TOKEN: fresh } });
    return [
      { says: "a model is sliced before", holds: known === DONE },
      { says: "a model waits while the engine has the new token and the slicer the old", holds: between === WAITS },
      { says: "it is sliced once the slicer has the new one", holds: (await quote(system, model, 30)) === DONE },
    ];
  } finally {
    await system.stop();
    await engine.stop();
  }
}

async function quote(system: RotatedSystem, model: Uint8Array<ArrayBuffer>, waitSeconds: number): Promise<number> {
  const { key, materialId, printingQualityId } = system.studio;
  const { contentType, body } = await form({ materialId, printingQualityId }, [["model", model]]);
  return system.status("/api/v1/quotes", {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": contentType, Prefer: `wait=${waitSeconds}` },
    body: new Uint8Array(body),
  });
}

export async function rotateStudioKey(): Promise<readonly Check[]> {
  const system = await RotatedSystem.start(NO_ENGINE);
  try {
    const { database } = system.now;
    const { id, key: old } = system.studio;
    const [studio] = await database.select().from(studios).where(eq(studios.id, id));
    const [first] = await database.select().from(apiKeys).where(eq(apiKeys.studioId, id));
    const before = await system.statusOfApi("/me");
    const asked = await system.fetch(`/operator/studios/${studio?.slug}/keys/${first?.id}/replacements`, {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify({ overlap: "hour" }),
    });
    const [fresh = ""] = /pk_live_[A-Za-z0-9]{64}/.exec(await asked.text()) ?? [];
    const between = [await system.statusOfApi("/me", old), await system.statusOfApi("/me", fresh)];
    const [replaced] = await database
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.hash, first?.hash ?? ""));
    const endsIn = (replaced?.expiresAt ?? 0) - Date.now();
    await system.fetch(`/operator/studios/${studio?.slug}/keys/${first?.id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    return [
      { says: "the old key is accepted before", holds: before === DONE },
      { says: "both keys are accepted within the hour", holds: between.every((status) => status === DONE) },
      { says: "the old key ends within an hour by itself", holds: endsIn > 0 && endsIn <= HOUR_MILLISECONDS },
      {
        says: "once revoked, the old key is refused by the next request",
        holds: (await system.statusOfApi("/me", old)) === REFUSED,
      },
      { says: "the new key goes on", holds: (await system.statusOfApi("/me", fresh)) === DONE },
    ];
  } finally {
    await system.stop();
  }
}
