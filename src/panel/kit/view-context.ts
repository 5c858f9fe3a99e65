// View context: what every component of a page knows without being passed it.

import { createContext, useContext } from "hono/jsx";
import type { StudioView, View } from "./panel-context.ts";

/** `render` provides it. */
export const ViewContext = createContext<View | undefined>(undefined);

/** The view of the request whose page is rendered. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (view === undefined) throw new Error("a panel component was rendered outside of render()");
  return view;
}

/** The studio of the page; only on pages of a studio. */
export function useStudio(): StudioView {
  const { studio } = useView();
  if (studio === undefined) throw new Error("a studio's component was rendered on a page without a studio");
  return studio;
}
