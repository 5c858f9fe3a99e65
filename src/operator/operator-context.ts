// Request context of the operator's door, and the readers and answers that its routes share.
//
// A route answers `{"said": …}`: the text that `npm run studio` prints. The command itself knows no words of its own.

import { zValidator } from "@hono/zod-validator";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import { openStudioGate, tellAccessChanged } from "../gate/studio-gate.ts";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { sentenceOfIssue } from "../http/request/validation.ts";
import { findStudioId, openTenant, type Tenant } from "../tenant/tenant.ts";
import { CommandRefused, unknownStudio } from "./refused.ts";

/** The slug of the studio that the path names. */
export function studioSlugOf({ req }: ApiContext): string {
  return req.param("slug") ?? "";
}

/** Opens the studio of the path. @throws CommandRefused if there is none */
export const openStudioOfSlug = createMiddleware<ApiEnv>(async (context, next) => {
  const slug = studioSlugOf(context);
  const studioId = await findStudioId(context.env, slug);
  if (studioId === undefined) throw unknownStudio(slug);
  context.set("tenant", openTenant(context.env, studioId, context.executionCtx));
  await next();
});

export async function readStudio({ db }: Tenant): Promise<Studio> {
  return requireStudio(await db.studio());
}

/** Tells the studio's gate of a change of plan or keys. @returns whether the change holds */
export async function tellStudioGate({ env, var: { tenant } }: ApiContext, { region }: Studio): Promise<boolean> {
  return tellAccessChanged(openStudioGate(env, tenant.studioId, region), tenant.runToEnd);
}

/** @param done sentence about the command's result. @throws CommandRefused if the running service was not told */
export function toldOrRefused(done: string, holds: boolean, slug: string): string {
  if (holds) return `${done} The running service has been told: this holds from the next request on.`;
  throw new CommandRefused(
    `${done} The running service could not be told, so this does not hold yet: requests are admitted as before. Tell it \
again: npm run studio -- tell ${slug}`,
  );
}

/** The JSON body by a schema. A fault is refused in one line that names the option and the right values. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return zValidator("json", schema, refuseFaults);
}

export function formBody<Schema extends z.ZodType>(schema: Schema) {
  return zValidator("form", schema, refuseFaults);
}

export function queryOf<Schema extends z.ZodType>(schema: Schema) {
  return zValidator("query", schema, refuseFaults);
}

/** @throws CommandRefused */
function refuseFaults(read: { readonly success: boolean; readonly error?: z.core.$ZodError }): void {
  if (read.success || read.error === undefined) return;
  throw new CommandRefused(read.error.issues.map(faultInWords).join("\n"));
}

function faultInWords({ code, path, message }: z.core.$ZodIssue): string {
  // A rule of `option` says a whole sentence.
  return code === "custom"
    ? message
    : `${path.map(String).join(".") || "The body"} ${sentenceOfIssue({ message }).en}.`;
}

/**
 * An option as typed, by a rule of its own.
 *
 * @param read throws CommandRefused with the sentence of its fault
 */
export function option<Value>(read: (typed: string) => Value) {
  return z.string().transform((typed, check) => {
    try {
      return read(typed);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      check.addIssue({ code: "custom", message: error.message, input: typed });
      return z.NEVER;
    }
  });
}

/** The id that was typed. @throws CommandRefused */
export function readId(rule: string, typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new CommandRefused(`${rule}, a number, not "${typed}".`);
  return Number(typed);
}
