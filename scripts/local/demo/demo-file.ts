// demo.json: addresses, keys and passwords of the demo studios, for trying out the API and the panel.

import { z } from "zod";
import { PLANS } from "../../../src/domain/plan.ts";
import { readJsonFile } from "../../private-file.ts";
import type { LocalState } from "../local-state.ts";

const signInSchema = z.object({ email: z.string(), password: z.string(), slug: z.string() });

const accessSchema = z.object({ slug: z.string(), plan: z.enum(PLANS), apiKey: z.string(), revokedApiKey: z.string() });

const demoFileSchema = z.object({
  baseUrl: z.url(),
  panelUrl: z.url(),
  /** The page with the mails that the service has sent. */
  mailboxUrl: z.url(),
  studios: z.array(accessSchema),
  owners: z.array(signInSchema),
  staff: z.array(signInSchema),
});

export type DemoFile = z.infer<typeof demoFileSchema>;
export type DemoAccess = z.infer<typeof accessSchema>;
/** A person's sign-in for the panel, and their studio. */
export type DemoSignIn = z.infer<typeof signInSchema>;
export type DemoPeople = Pick<DemoFile, "owners" | "staff">;

/** The readable parts of the file that an earlier start wrote. A file older than the panel has keys only. */
export async function readDemoFile({ demoFile }: LocalState): Promise<Partial<DemoFile>> {
  const content = await readJsonFile(demoFile);
  const { studios, owners, staff, ...addresses } = demoFileSchema.shape;
  return {
    ...z.object(addresses).safeParse(content).data,
    ...z.object({ studios }).safeParse(content).data,
    ...z.object({ owners, staff }).safeParse(content).data,
  };
}
