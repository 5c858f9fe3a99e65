// Check before `wrangler dev`: one that `npm run dev` did not start has no slicer, tables or secrets, and ends.

/** The variable that `npm run dev` sets for its wrangler. */
const STARTED_BY_US = "LOCAL_WORKERS";

// wrangler names the command that it builds for, and ends where its first build fails.
if (process.env.WRANGLER_COMMAND === "dev" && process.env[STARTED_BY_US] === undefined) {
  console.error(
    "`wrangler dev` by itself has no slicer, no tables and no secrets. Run `npm run dev`: the same, with all of them.",
  );
  process.exit(1);
}
