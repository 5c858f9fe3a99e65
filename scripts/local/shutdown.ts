// When a script has to end because somebody wants it to.

const LOOK_FOR_NPM_MILLISECONDS = 500;

/**
 * Calls `end` once: at Ctrl-C, at a signal, and when npm, which started us, is gone: npm hands a signal to its shell only,
 * and the shell dies of it without a word to us. Asked again while it is ending, the process exits at once; what it
 * started ends with the pipes to it.
 */
export function onShutdown(end: () => void): void {
  let asked = false;
  const ask = () => {
    if (asked) process.exit(1);
    asked = true;
    end();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);

  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    if (!asked) ask();
  }, LOOK_FOR_NPM_MILLISECONDS);
  look.unref();
}
