// Wrangler's runner: one command as a process of its own, without questions unless it is shown.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../wrangler.ts";

export interface WranglerCall {
  readonly args: readonly string[];
  /** The id of the account; without it wrangler finds out. */
  readonly account?: string;
  /** Written to its standard input. */
  readonly input?: string;
  /** It has the terminal: shows its output, and may ask. The output is then not returned. */
  readonly isShown?: boolean;
}

export interface WranglerAnswer {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export type RunWrangler = (call: WranglerCall) => Promise<WranglerAnswer>;

export interface WranglerProcess {
  readonly program?: string;
  /** Its working directory: the project's folder. */
  readonly folder?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export function wranglerRunner({
  program = WRANGLER_PROGRAM,
  folder = PROJECT_FOLDER,
  environment = process.env,
}: WranglerProcess = {}): RunWrangler {
  return async ({ args, account, input, isShown = false }) => {
    // CLOUDFLARE_ENV would choose an environment inside of a configuration that is for one already.
    const { CLOUDFLARE_ENV: _, ...inherited } = environment;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: {
        ...inherited,
        ...QUIET_WRANGLER,
        ...(account === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: account }),
        ...(isShown ? {} : { FORCE_COLOR: "0" }),
      },
      stdio: isShown ? "inherit" : ["pipe", "pipe", "pipe"],
    });
    child.stdin?.on("error", () => {}).end(input ?? "");
    const read = (stream: NodeJS.ReadableStream | null) => (stream === null ? "" : text(stream));
    const [output, errors, [code]] = await Promise.all([read(child.stdout), read(child.stderr), once(child, "close")]);
    return { code: typeof code === "number" ? code : 1, output, errors };
  };
}
