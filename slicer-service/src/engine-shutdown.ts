// Time limits of an engine's shutdown, known to the engine and to the object of its container.

/** Cloudflare documents 15 minutes between SIGTERM and SIGKILL. The object keeps the same limit for its own SIGTERM. */
export const MAX_SHUTDOWN_SECONDS = 15 * 60;
/** Time in which slices that ended during the shutdown can be read. */
export const MAX_DRAIN_SECONDS = 30;
/** For everything but slicing: killing a slice at its timeout, removing files, ending the process. */
const EXIT_SECONDS = 30;
/** A slice that runs at the SIGTERM can take its whole time, be read, and still end before the SIGKILL. */
export const MAX_SLICE_SECONDS = MAX_SHUTDOWN_SECONDS - MAX_DRAIN_SECONDS - EXIT_SECONDS;
