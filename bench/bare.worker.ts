// What the API is compared with: the least that Hono can do in a Worker.

import { Hono } from "hono";

export default new Hono().get("/", (context) => context.json({ ok: true }));
