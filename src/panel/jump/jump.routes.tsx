// Jump: finds an order, a customer or a page by a few letters, for the dialog of Ctrl K.

import { Hono } from "hono";
import { findAtOnce } from "../../orders/search/found-at-once.store.ts";
import { MAX_SEARCH_CHARACTERS } from "../../orders/search/order-search.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { JumpPage } from "./jump.page.tsx";

/** One letter would find nearly every name; a number may be short. */
const MIN_LETTERS = 2;

export const jumpRoutes = new Hono<PanelEnv>().get("/", async (context) => {
  const { tenant } = context.var;
  const text = (context.req.query("search") ?? "").trim().slice(0, MAX_SEARCH_CHARACTERS);
  const isSought = text.length >= MIN_LETTERS || /\d/.test(text);
  const found = isSought ? await findAtOnce(tenant.db, text) : { orders: [], customers: [] };
  return render(context, <JumpPage text={text} found={found} />);
});
