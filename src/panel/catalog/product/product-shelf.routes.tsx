// Stock, colours, prints and computed price of a product: its page, and the forms on it.

import { Hono } from "hono";
import { changeProduct } from "../../../catalog/product/product.store.ts";
import { addColor, changeColor, setColorArchived } from "../../../catalog/product/product-colors.store.ts";
import { addPrint, MAX_PRODUCT_PRINTS, removePrint } from "../../../catalog/product/product-prints.store.ts";
import {
  colorFormSchema,
  priceSourceSchema,
  printFormSchema,
  stockFormSchema,
} from "../../../catalog/product/product-shelf.request.ts";
import { moveStock, readShelfOfProduct, type ShelfOfProduct } from "../../../catalog/product/product-stock.store.ts";
import { isDomainError, NotFound } from "../../../domain/errors.ts";
import { pathId } from "../../../http/request/path-id.ts";
import { priceOfPrints } from "../../../items/products/price-products.ts";
import { foundModels } from "../../../orders/counter/counter.store.ts";
import { type FormState, readForm, refused } from "../../../pages/form-values.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { entryPath } from "../catalog-frame.tsx";
import { entryId } from "../entry.routes.ts";
import type { PriceOfPrints, ShelfForms } from "./product-shelf.tsx";
import { productShelfWords } from "./product-shelf.words.ts";
import { ColorPage, NewPrintPage } from "./product-shelf-forms.page.tsx";
import { ProductDetailsPage, type ProductDetailsProps } from "./products.page.tsx";

const FOUND_MODELS = 30;
/** A price that is known already comes at once; slicing goes on without the page. */
const PAGE_WAIT_MILLISECONDS = 0;
/** The form waits for the slices, as a new order does. */
const FORM_WAIT_MILLISECONDS = 3_000;

export const productShelfRoutes = new Hono<PanelEnv>()
  .post("/:id/stock", async (context) => {
    const { session, tenant, view } = context.var;
    const productId = entryId(context);
    const words = productShelfWords(view.language);
    const form = await readForm(context, stockFormSchema);
    if (!form.ok) return showProduct(context, { shelfForms: { stock: form.state } });
    const { colorId, direction, note } = form.fields;
    const pieces = direction === "add" ? form.fields.pieces : -form.fields.pieces;
    const move = { productId, colorId, pieces, note, personId: session.person.id };
    const outcome = await moveStock(tenant.db, move);
    if (outcome !== "moved") {
      const faults = outcome === "too_few" ? { pieces: [words.tooFew] } : { colorId: [words.needsColor] };
      return showProduct(context, { shelfForms: { stock: refused(form.typed, faults) } });
    }
    const path = entryPath(context.var.studio, "product", productId);
    const undone = { direction: direction === "add" ? "take" : "add", pieces: String(form.fields.pieces) };
    return redirectWithNotice(context, path, {
      text: words.moved(pieces),
      undo: {
        action: `${path}/stock`,
        fields: { ...undone, ...(colorId === null ? {} : { colorId: String(colorId) }) },
      },
    });
  })
  .get("/:id/colors/new", ownersOnly, (context) => showColor(context, undefined))
  .post("/:id/colors/new", ownersOnly, async (context) => {
    const { tenant, view } = context.var;
    const words = productShelfWords(view.language);
    const form = await readForm(context, colorFormSchema);
    if (!form.ok) return showColor(context, undefined, form.state);
    const color = await addColor(tenant.db, entryId(context), form.fields);
    if (color === "taken") return showColor(context, undefined, refused(form.typed, { name: [words.taken] }));
    return backWith(context, words.colorAdded(color.name));
  })
  .get("/:id/colors/:color", ownersOnly, (context) => showColor(context, pathId(context.req.param("color"))))
  .post("/:id/colors/:color", ownersOnly, async (context) => {
    const { tenant, view } = context.var;
    const words = productShelfWords(view.language);
    const named = { productId: entryId(context), colorId: pathId(context.req.param("color")) };
    const form = await readForm(context, colorFormSchema);
    if (!form.ok) return showColor(context, named.colorId, form.state);
    const color = await changeColor(tenant.db, named, form.fields);
    if (color === "taken") return showColor(context, named.colorId, refused(form.typed, { name: [words.taken] }));
    return backWith(context, words.colorSaved(color.name));
  })
  .post("/:id/colors/:color/remove", ownersOnly, async (context) => {
    const { studio, tenant, view } = context.var;
    const named = { productId: entryId(context), colorId: pathId(context.req.param("color")) };
    const { name } = await setColorArchived(tenant.db, named, true);
    const path = entryPath(studio, "product", named.productId);
    return redirectWithNotice(context, path, {
      text: productShelfWords(view.language).colorRemoved(name),
      undo: { action: `${path}/colors/${named.colorId}/restore`, fields: {} },
    });
  })
  .post("/:id/colors/:color/restore", ownersOnly, async (context) => {
    const { tenant, view } = context.var;
    const named = { productId: entryId(context), colorId: pathId(context.req.param("color")) };
    const { name } = await setColorArchived(tenant.db, named, false);
    return backWith(context, productShelfWords(view.language).colorRestored(name));
  })
  .get("/:id/prints/new", ownersOnly, (context) => showNewPrint(context))
  .post("/:id/prints/new", ownersOnly, async (context) => {
    const { tenant, view } = context.var;
    const words = productShelfWords(view.language);
    const form = await readForm(context, printFormSchema);
    if (!form.ok) return showNewPrint(context, form.state);
    const print = await addPrint(tenant.db, entryId(context), form.fields);
    if (print === "too_many") {
      return showNewPrint(context, refused(form.typed, { modelId: [words.tooManyPrints(MAX_PRODUCT_PRINTS)] }));
    }
    return backWith(context, words.printAdded(print.originalFileName));
  })
  .post("/:id/prints/:print/remove", ownersOnly, async (context) => {
    const { studio, tenant, view } = context.var;
    const productId = entryId(context);
    const print = await removePrint(tenant.db, { productId, printId: pathId(context.req.param("print")) });
    const path = entryPath(studio, "product", productId);
    return redirectWithNotice(context, path, {
      text: productShelfWords(view.language).printRemoved(print.originalFileName),
      undo: {
        action: `${path}/prints/new`,
        fields: {
          modelId: String(print.modelId),
          materialId: String(print.materialId),
          printingQualityId: String(print.printingQualityId),
          copies: String(print.copies),
          ...(print.finishingIds.length === 0 ? {} : { "finishingIds[]": print.finishingIds.map(String) }),
        },
      },
    });
  })
  .post("/:id/price", ownersOnly, async (context) => {
    const { tenant, view } = context.var;
    const id = entryId(context);
    const words = productShelfWords(view.language);
    const form = await readForm(context, priceSourceSchema);
    if (!form.ok) return showProduct(context, { shelfForms: { price: form.state } });
    const shelf = await readShelfOfProduct(tenant.db, id);
    const { product } = shelf;
    if (form.fields.isPriceComputed !== true) {
      await changeProduct(tenant.db, product, { isPriceComputed: false });
      return backWith(context, words.priceChanged);
    }
    const computed = await shownPrice(context, shelf, FORM_WAIT_MILLISECONDS);
    if (computed.state !== "known") {
      const reasons =
        computed.state === "refused"
          ? computed.reasons
          : [words[computed.state === "slicing" ? "slicing" : "notPriced"]];
      return showProduct(context, { shelfForms: { price: refused(form.typed, { form: reasons }) } });
    }
    await changeProduct(tenant.db, product, { isPriceComputed: true, priceMinor: computed.price });
    return backWith(context, words.priceChanged);
  });

type Forms = Pick<ProductDetailsProps, "form" | "photoForm" | "addressForm"> & { readonly shelfForms?: ShelfForms };

/** The product's page; with a refused form, it answers 400. */
export async function showProduct(
  context: PanelContext,
  { shelfForms, ...forms }: Forms = {},
  status: 200 | 400 | 409 = Object.keys(forms).length === 0 && shelfForms === undefined ? 200 : 400,
): Promise<Response> {
  const { tenant } = context.var;
  const id = entryId(context);
  const shelf = await readShelfOfProduct(tenant.db, id);
  const price = await shownPrice(context, shelf, PAGE_WAIT_MILLISECONDS);
  const page = (
    <ProductDetailsPage
      product={shelf.product}
      {...forms}
      shelf={{ shelf, priceOfPrints: price, ...(shelfForms && { forms: shelfForms }) }}
    />
  );
  return render(context, page, status);
}

/** A colour's form; with a refused one, it answers 400. @throws NotFound */
async function showColor(context: PanelContext, colorId: number | undefined, form?: FormState): Promise<Response> {
  const shelf = await readShelfOfProduct(context.var.tenant.db, entryId(context));
  const color = shelf.colors.find(({ id }) => id === colorId);
  if (color === undefined && colorId !== undefined) throw new NotFound();
  return render(context, <ColorPage shelf={shelf} color={color} form={form} />, form === undefined ? 200 : 400);
}

async function showNewPrint(context: PanelContext, form?: FormState): Promise<Response> {
  const { tenant } = context.var;
  const soughtModel = context.req.query("model") ?? "";
  const [shelf, models] = await Promise.all([
    readShelfOfProduct(tenant.db, entryId(context)),
    foundModels(tenant.db, soughtModel, FOUND_MODELS),
  ]);
  const page = <NewPrintPage {...{ shelf, soughtModel }} foundModels={models} {...(form && { form })} />;
  return render(context, page, form === undefined ? 200 : 400);
}

async function shownPrice(
  { var: { tenant, view } }: PanelContext,
  { product, prints }: ShelfOfProduct,
  wait: number,
): Promise<PriceOfPrints> {
  if (prints.length === 0) return { state: "refused", reasons: [productShelfWords(view.language).nothingToPrice] };
  try {
    const price = await priceOfPrints(tenant, product.id, wait);
    return price === undefined ? { state: "slicing" } : { state: "known", price };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (error.faults === null) return { state: "none" };
    return {
      state: "refused",
      reasons: Object.values(error.faults)
        .flat()
        .map((fault) => `${fault[view.language]}.`),
    };
  }
}

function backWith(context: PanelContext, text: string): Promise<Response> {
  return redirectWithNotice(context, entryPath(context.var.studio, "product", entryId(context)), { text });
}
