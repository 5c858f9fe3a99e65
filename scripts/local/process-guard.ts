// Runs a program that starts others (wrangler: workerd, esbuild) so that none of them outlives whoever asked for it. The
// guard leads their process group and holds a pipe to its parent: when the pipe closes, because the parent is done or was
// killed, it asks the program to end, and at last kills the whole group.
//
//   node scripts/local/process-guard.ts <program.js> <parameters…>

import { spawn } from "node:child_process";

const MAX_END_MILLISECONDS = 5000;

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit"] });
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
  killGroup();
});
child.on("error", killGroup);

process.stdin.resume().on("close", () => {
  child.kill("SIGTERM");
  setTimeout(killGroup, MAX_END_MILLISECONDS);
});
// Whoever signals the group means the program; the guard ends after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));

/** Ends whatever is left, the guard included. */
function killGroup(): void {
  process.kill(-process.pid, "SIGKILL");
}
