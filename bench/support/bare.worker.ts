// The baseline of the request bench: a Hono Worker with a single route and nothing else.

import { Hono } from "hono";

export default new Hono().get("/", (context) => context.json({ ok: true }));
