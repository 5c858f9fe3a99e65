// Products with their photos: create, edit, order, archive.

import { Hono } from "hono";
import { z } from "zod";
import { columnsSchemaOf, staffFieldsOf } from "../../../catalog/catalog-field.ts";
import { listed, readEntry } from "../../../catalog/entries.store.ts";
import { MAX_PHOTOS } from "../../../catalog/product/photo-address.ts";
import { changeProduct, createProduct } from "../../../catalog/product/product.store.ts";
import { PRODUCT_FIELDS } from "../../../catalog/product/product-fields.request.ts";
import {
  photoAddressSchema,
  photoFilesSchema,
  type SentFile,
} from "../../../catalog/product/product-photos.request.ts";
import { addPhotoAddress, addPhotos, movePhoto, removePhoto } from "../../../catalog/product/product-photos.store.ts";
import { products } from "../../../db/schema.ts";
import { NotFound } from "../../../domain/errors.ts";
import { sentenceOf } from "../../../pages/fault.words.ts";
import { type FormState, readForm, readValues, refused } from "../../../pages/form-values.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { catalogWords } from "../catalog.words.ts";
import { entryPath } from "../catalog-frame.tsx";
import { carriedColumns, entryId, entryRoutes, keepPricesToOwner, respondSaved, takenName } from "../entry.routes.ts";
import { entryFormValues } from "../entry-fields.tsx";
import { productShelfRoutes, showProduct } from "./product-shelf.routes.tsx";
import { NewProductPage, ProductsPage, RemovePhotoPage } from "./products.page.tsx";
import { productWords } from "./products.words.ts";

// Photos have forms of their own, so saving a title leaves them as they are.
const { photos: _, ...FORM_FIELDS } = PRODUCT_FIELDS;
const ownersForm = columnsSchemaOf(FORM_FIELDS);
const staffForm = columnsSchemaOf(staffFieldsOf(FORM_FIELDS));

const photoForm = z.object({ photo: z.string() });
const movePhotoForm = z.object({ photo: z.string(), direction: z.enum(["up", "down"]) });

export const productRoutes = new Hono<PanelEnv>()
  .use(keepPricesToOwner("product"))
  .get("/", async (context) => {
    const { tenant } = context.var;
    const all = await listed(tenant.db, products);
    return render(context, <ProductsPage products={all} />);
  })
  .get("/new", ownersOnly, (context) => {
    return render(context, <NewProductPage />);
  })
  .post("/new", ownersOnly, async (context) => {
    const { view, studio, tenant } = context.var;
    const form = await readForm(context, ownersForm);
    if (!form.ok) return render(context, <NewProductPage form={form.state} />, 400);
    const product = await createProduct(tenant.db, form.fields);
    if (product === "taken") {
      const taken = takenName(context, "product", form.typed);
      return render(context, <NewProductPage form={taken} />, 400);
    }
    // Leads to the product: photos are added there.
    return redirectWithNotice(context, entryPath(studio, "product", product.id), {
      text: catalogWords(view.language).created(product.title),
    });
  })
  .get("/:id", (context) => showProduct(context))
  .post(
    "/:id",
    overNewest(async (context) => {
      const { studio, tenant, view } = context.var;
      const product = await readEntry(tenant.db, products, entryId(context));
      const stored = entryFormValues(view.language, PRODUCT_FIELDS, product);
      const form = await readSeenForm(context, studio.role === "owner" ? ownersForm : staffForm, { stored });
      if (!form.ok) return showProduct(context, { form: form.state }, form.status);
      const carried = carriedColumns(FORM_FIELDS, form.typed, form.fields, ["isOnOrderPage"]);
      // A price that the owner types is the product's own from then on.
      const isOwn = "priceMinor" in carried && carried.priceMinor !== product.priceMinor;
      const isOnStorefront = form.fields.isOnStorefront === true;
      const changes = { ...carried, isOnStorefront, ...(isOwn ? { isPriceComputed: false } : {}) };
      const { title } = await changeProduct(tenant.db, product, changes);
      return respondSaved(context, "product", title, "saved");
    }),
  )
  .route("/", entryRoutes("product"))
  .route("/", productShelfRoutes)

  .post("/:id/photos", async (context) => {
    const { view, tenant } = context.var;
    const id = entryId(context);
    const photos = await sentFiles(context);
    const parsed = readValues(view.language, {}, photoFilesSchema, { photos });
    if (!parsed.ok) return showProduct(context, { photoForm: parsed.state });
    const outcome = await addPhotos(tenant, id, parsed.fields.photos);
    if (outcome === "too_many") return showProduct(context, { photoForm: tooMany(context, "photos") });
    return backToPhotos(context, id);
  })
  .post("/:id/photos/address", async (context) => {
    const { tenant } = context.var;
    const id = entryId(context);
    const form = await readForm(context, photoAddressSchema);
    if (!form.ok) return showProduct(context, { addressForm: form.state });
    const outcome = await addPhotoAddress(tenant.db, id, form.fields.address);
    if (outcome === "too_many") {
      return showProduct(context, { addressForm: refused(form.typed, tooMany(context, "address").faults) });
    }
    if (outcome === "there_already") {
      const faults = { address: [productWords(context.var.view.language).photoIsThere] };
      return showProduct(context, { addressForm: refused(form.typed, faults) });
    }
    return backToPhotos(context, id);
  })
  .post("/:id/photos/move", async (context) => {
    const { studio, tenant, view } = context.var;
    const id = entryId(context);
    const form = await readForm(context, movePhotoForm);
    if (!form.ok) return showProduct(context, { photoForm: form.state });
    const { photo, direction } = form.fields;
    const path = entryPath(studio, "product", id);
    if (!(await movePhoto(tenant.db, id, photo, direction))) return context.redirect(`${path}#photos`, 303);
    return redirectWithNotice(context, path, {
      text: productWords(view.language).photoMoved,
      undo: { action: `${path}/photos/move`, fields: { photo, direction: direction === "up" ? "down" : "up" } },
    });
  })
  .get("/:id/photos/remove", async (context) => {
    const { tenant } = context.var;
    const product = await readEntry(tenant.db, products, entryId(context));
    const photo = context.req.query("photo") ?? "";
    if (!product.photos.includes(photo)) throw new NotFound();
    return render(context, <RemovePhotoPage product={product} photo={photo} />);
  })
  .post("/:id/photos/remove", async (context) => {
    const { studio, tenant, view } = context.var;
    const id = entryId(context);
    const form = await readForm(context, photoForm);
    if (!form.ok) return showProduct(context, { photoForm: form.state });
    await removePhoto(tenant, id, form.fields.photo);
    return redirectWithNotice(context, entryPath(studio, "product", id), { text: productWords(view.language).removed });
  });

/** `readForms` has already read the body whole, within the panel's limit. */
async function sentFiles(context: PanelContext): Promise<SentFile[]> {
  const { photos = [] } = await context.req.parseBody({ all: true });
  const files = [photos].flat().filter((value) => value instanceof File);
  return Promise.all(
    files.map(async (file) => ({ fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}

function tooMany(context: PanelContext, field: string): FormState {
  return refused({}, { [field]: [sentenceOf(context.var.view.language, "photoCount", { max: MAX_PHOTOS })] });
}

function backToPhotos(context: PanelContext, id: number): Promise<Response> {
  const { studio, view } = context.var;
  return redirectWithNotice(context, entryPath(studio, "product", id), { text: productWords(view.language).added });
}
