// Pages of products: list, new, edit with photos.

import type { Product } from "../../../catalog/catalog-rows.ts";
import { MAX_PHOTOS } from "../../../catalog/product/photo-address.ts";
import { PHOTO_FORMATS } from "../../../catalog/product/photo-format.ts";
import { PRODUCT_FIELDS } from "../../../catalog/product/product-fields.request.ts";
import { MAX_PHOTO_MEGABYTES } from "../../../catalog/product/product-photos.request.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { FaultSummary, Input, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import type { View } from "../../kit/panel-context.ts";
import { MAX_FORM_MEGABYTES } from "../../kit/read-forms.middleware.tsx";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, EntryTable, entryPath } from "../catalog-frame.tsx";
import { EntryFields, entryFormValues, fieldLabel, OwnersFieldValues, shownValue } from "../entry-fields.tsx";
import { ProductShelf, type ProductShelfProps } from "./product-shelf.tsx";
import { productWords } from "./products.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...productWords(language) };
}

export function ProductsPage({ products }: { readonly products: readonly Product[] }) {
  return (
    <CatalogListPage kind="product" words={wordsOf(useView())} entries={products}>
      {(onOffer) => <ProductTable products={onOffer} />}
    </CatalogListPage>
  );
}

function ProductTable({ products }: { readonly products: readonly Product[] }) {
  const { language } = useView();
  const studio = useStudio();
  const words = productWords(language);
  const { price, leadTime } = PRODUCT_FIELDS;
  const columns = [
    {
      title: fieldLabel(language, price),
      isNumber: true,
      cell: (product: Product) => shownValue(language, studio, price, product),
    },
    {
      title: fieldLabel(language, leadTime),
      cell: ({ leadTimeDays }: Product) =>
        leadTimeDays === null ? <span class="muted">{words.notStated}</span> : words.leadTimeShown(leadTimeDays),
    },
  ];
  const heading = ({ id, title, photos }: Product) => (
    <a class="with-thumbnail" href={entryPath(studio, "product", id)}>
      <Thumbnail photo={photos[0]} />
      <span>{title}</span>
    </a>
  );
  return <EntryTable kind="product" entries={products} heading={heading} columns={columns} isAlike={false} />;
}

/** The alternative text is empty: the product's name stands beside it. */
function Thumbnail({ photo }: { readonly photo: string | undefined }) {
  if (photo === undefined) return <span class="thumbnail" aria-hidden="true" />;
  return <img class="thumbnail" src={photo} alt="" loading="lazy" />;
}

export function NewProductPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const view = useView();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <RequiredNote />
        <EntryFields fields={PRODUCT_FIELDS} form={form} isNew />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export interface ProductDetailsProps {
  readonly product: Product;
  readonly form?: FormState;
  readonly photoForm?: FormState;
  readonly addressForm?: FormState;
  readonly shelf: ProductShelfProps;
}

export function ProductDetailsPage({
  product,
  shelf,
  form = formOf(useView(), product),
  photoForm = EMPTY_FORM,
  addressForm = EMPTY_FORM,
}: ProductDetailsProps) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const isOwner = studio.role === "owner";
  const path = entryPath(studio, "product", product.id);
  return (
    <CatalogLayout title={product.title}>
      {product.isActive ? null : <p class="warning">{words.isArchived}</p>}
      <div class="columns">
        <PostForm action={path} class="card">
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <EntryFields fields={PRODUCT_FIELDS} form={form} isNew={false} />
          <button type="submit" class="primary">
            {words.save}
          </button>
        </PostForm>
        <div class="stack">
          <ProductShelf {...shelf} />
          <Photos product={product} photoForm={photoForm} addressForm={addressForm} />
          {isOwner ? null : <OwnersFieldValues fields={PRODUCT_FIELDS} row={product} />}
          <ArchiveForm kind="product" entry={product} />
        </div>
      </div>
    </CatalogLayout>
  );
}

type PhotosProps = Required<Omit<ProductDetailsProps, "form" | "shelf">>;

function Photos({ product, photoForm, addressForm }: PhotosProps) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const path = `${entryPath(studio, "product", product.id)}/photos`;
  const { photos } = product;
  return (
    <section class="card" aria-labelledby="photos">
      <h2 id="photos">{words.photos}</h2>
      <p class="hint">{words.photosText(photos.length, MAX_PHOTOS)}</p>
      {photos.length === 0 ? (
        <EmptyState text={words.noPhotos} />
      ) : (
        <ol class="photos">
          {photos.map((photo, index) => (
            <Photo product={product} path={path} photo={photo} index={index} />
          ))}
        </ol>
      )}
      {photos.length >= MAX_PHOTOS ? null : (
        <>
          <PostForm action={path} class="stack" multipart>
            <FaultSummary form={photoForm} />
            <RequiredNote />
            <Input
              form={photoForm}
              name="photos"
              type="file"
              label={words.choose}
              hint={words.chooseHint(MAX_PHOTO_MEGABYTES, MAX_FORM_MEGABYTES)}
              accept={PHOTO_FORMATS.map(({ mediaType }) => mediaType).join(",")}
              multiple
            />
            <button type="submit">{words.upload}</button>
          </PostForm>
          <PostForm action={`${path}/address`} class="stack">
            <FaultSummary form={addressForm} />
            <RequiredNote />
            <Input
              form={addressForm}
              name="address"
              type="url"
              label={words.address}
              hint={words.addressHint}
              placeholder="https://"
            />
            <button type="submit">{words.addAddress}</button>
          </PostForm>
        </>
      )}
    </section>
  );
}

function Photo({
  product,
  path,
  photo,
  index,
}: {
  readonly product: Product;
  readonly path: string;
  readonly photo: string;
  readonly index: number;
}) {
  const view = useView();
  const words = wordsOf(view);
  const place = index + 1;
  return (
    <li class="photo">
      <img src={photo} alt={words.photo(product.title, place)} loading="lazy" />
      {photo.startsWith("/") ? null : <span class="badge">{words.elsewhere}</span>}
      <PostForm action={`${path}/move`} class="row">
        <input type="hidden" name="photo" value={photo} />
        <button type="submit" class="small" name="direction" value="up" disabled={index === 0}>
          <span aria-hidden="true">←</span>
          <span class="visually-hidden">{words.earlier(place)}</span>
        </button>
        <button type="submit" class="small" name="direction" value="down" disabled={place === product.photos.length}>
          <span aria-hidden="true">→</span>
          <span class="visually-hidden">{words.later(place)}</span>
        </button>
        <a class="button small" href={`${path}/remove?photo=${encodeURIComponent(photo)}`}>
          {words.remove}
          <span class="visually-hidden">: {words.photo(product.title, place)}</span>
        </a>
      </PostForm>
    </li>
  );
}

/** Asks first: removing a photo deletes its file and cannot be undone. */
export function RemovePhotoPage({ product, photo }: { readonly product: Product; readonly photo: string }) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const path = entryPath(studio, "product", product.id);
  return (
    <CatalogLayout title={words.removeTitle(product.title)}>
      <PostForm action={`${path}/photos/remove`} class="card to-read">
        <div class="photos">
          <div class="photo">
            <img src={photo} alt={words.photo(product.title, product.photos.indexOf(photo) + 1)} />
          </div>
        </div>
        <p>{photo.startsWith("/") ? words.removeText : words.removeTextElsewhere}</p>
        <input type="hidden" name="photo" value={photo} />
        <div class="row">
          <button type="submit" class="danger">
            {words.removeNow}
          </button>
          <a class="button" href={`${path}#photos`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </CatalogLayout>
  );
}

function formOf({ language }: View, product: Product): FormState {
  return shownForm(entryFormValues(language, PRODUCT_FIELDS, product));
}
