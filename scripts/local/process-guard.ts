// Process guard: runs a program that starts others (wrangler: workerd, esbuild) so that none outlives our parent.
//
//   node scripts/local/process-guard.ts <program.js> <arguments…>
//
// The guard leads the process group and reads a pipe from its parent. When the pipe closes, because the parent has
// finished or was killed, it sends the program SIGTERM, and after a grace period SIGKILL to the whole group.

import { spawn } from "node:child_process";

const MAX_SHUTDOWN_MILLISECONDS = 5000;

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit"] });
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
  killGroup();
});
child.on("error", killGroup);

process.stdin.resume().on("close", () => {
  child.kill("SIGTERM");
  setTimeout(killGroup, MAX_SHUTDOWN_MILLISECONDS);
});
// A signal to the group is meant for the program. The guard must outlive it to kill the rest.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));

/** Kills every process of the group, the guard included. */
function killGroup(): void {
  process.kill(-process.pid, "SIGKILL");
}
