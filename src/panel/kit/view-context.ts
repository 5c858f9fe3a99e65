// View context: gives every component the view without a prop.

import { createContext, useContext } from "hono/jsx";
import type { StudioView, View } from "./panel-context.ts";

/** Provided by `render`. */
export const ViewContext = createContext<View | undefined>(undefined);

/** The view of the rendered request. @throws Error outside of `render` */
export function useView(): View {
  const view = useContext(ViewContext);
  if (view === undefined) throw new Error("a panel component was rendered outside of render()");
  return view;
}

/** The page's studio. @throws Error on a page without a studio */
export function useStudio(): StudioView {
  const { studio } = useView();
  if (studio === undefined) throw new Error("a studio's component was rendered on a page without a studio");
  return studio;
}
