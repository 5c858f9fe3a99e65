// Graceful shutdown on Ctrl-C, a signal, or npm's death.

const PARENT_CHECK_MILLISECONDS = 500;

/**
 * Calls `shutDown` once, at SIGINT, SIGTERM or SIGHUP, or when npm, our parent, has died: npm passes a signal to its
 * shell only, and that shell dies without passing it on to us.
 *
 * A second signal exits at once. Child processes then end by themselves, because their pipes to this process close.
 */
export function onShutdown(shutDown: () => void): void {
  let isShuttingDown = false;
  const handleSignal = () => {
    if (isShuttingDown) process.exit(1);
    isShuttingDown = true;
    shutDown();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, handleSignal);

  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const parentCheck = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(parentCheck);
    // Not a second request to shut down: Ctrl-C reaches npm and this process alike.
    if (!isShuttingDown) handleSignal();
  }, PARENT_CHECK_MILLISECONDS);
  parentCheck.unref();
}
