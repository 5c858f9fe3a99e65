// Pages of products: the list, a new one, and one to change with its photos.

import type { Product } from "../../catalog/catalog-changes.store.ts";
import { MAX_PHOTOS } from "../../catalog/photo-address.ts";
import { PHOTO_FORMATS } from "../../catalog/photo-format.ts";
import { MAX_PHOTO_MEGABYTES } from "../../catalog/product-photos.request.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { EMPTY_FORM, type FormState, shownDecimal, textOf } from "../../pages/form-values.ts";
import { money } from "../../pages/format.ts";
import { catalogWords } from "../catalog/catalog.words.ts";
import {
  ArchiveForm,
  CatalogLayout,
  CatalogListPage,
  MoveButtons,
  OwnersValues,
  partPath,
} from "../catalog/catalog-frame.tsx";
import { Empty } from "../kit/empty.tsx";
import { FaultSummary, Input, PostForm, TextArea } from "../kit/form.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { MAX_FORM_MEGABYTES } from "../kit/read-forms.middleware.tsx";
import { productWords } from "./products.words.ts";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...productWords(language) };
}

export function ProductsPage({ view, studio, products }: PageProps & { readonly products: readonly Product[] }) {
  const active = products.filter(({ isActive }) => isActive);
  const archived = products.filter(({ isActive }) => !isActive);
  return (
    <CatalogListPage
      view={view}
      studio={studio}
      part="products"
      words={wordsOf(view)}
      hasEntries={active.length > 0}
      archived={archived.map(({ id, title }) => ({ id, name: title, label: title }))}
    >
      <ProductTable view={view} studio={studio} products={active} />
    </CatalogListPage>
  );
}

function ProductTable({ view, studio, products }: PageProps & { readonly products: readonly Product[] }) {
  const words = wordsOf(view);
  const currency = currencyOf(studio.record.currencyId);
  return (
    <div class="table as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.title}</th>
            <th scope="col" class="number">
              {words.price}
            </th>
            <th scope="col">{words.leadTime}</th>
            <th scope="col">
              <span class="visually-hidden">{words.order}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product, place) => (
            <tr>
              <th scope="row">
                <a class="with-thumbnail" href={partPath(studio, "products", product.id)}>
                  <Thumbnail photo={product.photos[0]} />
                  <span>{product.title}</span>
                </a>
              </th>
              <td class="number" data-label={words.price}>
                {money(view.language, minorUnits(product.priceMinor), currency)}
              </td>
              <td data-label={words.leadTime}>
                {product.leadTimeDays === null ? (
                  <span class="muted">{words.notStated}</span>
                ) : (
                  words.leadTimeShown(product.leadTimeDays)
                )}
              </td>
              <td>
                <MoveButtons
                  view={view}
                  studio={studio}
                  part="products"
                  entry={{ id: product.id, name: product.title }}
                  place={place}
                  count={products.length}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Beside the product's name, so it says nothing itself. */
function Thumbnail({ photo }: { readonly photo: string | undefined }) {
  if (photo === undefined) return <span class="thumbnail" aria-hidden="true" />;
  return <img class="thumbnail" src={photo} alt="" loading="lazy" />;
}

export function NewProductPage({ view, studio, form = EMPTY_FORM }: PageProps & { readonly form?: FormState }) {
  const words = wordsOf(view);
  return (
    <CatalogLayout view={view} studio={studio} title={words.add}>
      <PostForm view={view} class="card to-read">
        <FaultSummary view={view} form={form} />
        <ProductFields view={view} studio={studio} form={form} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export interface ProductPageProps extends PageProps {
  readonly product: Product;
  readonly form?: FormState;
  readonly photoForm?: FormState;
  readonly addressForm?: FormState;
}

export function ProductPage({
  view,
  studio,
  product,
  form = formOf(view, product),
  photoForm = EMPTY_FORM,
  addressForm = EMPTY_FORM,
}: ProductPageProps) {
  const words = wordsOf(view);
  const isOwner = studio.role === "owner";
  const path = partPath(studio, "products", product.id);
  const price = money(view.language, minorUnits(product.priceMinor), currencyOf(studio.record.currencyId));
  return (
    <CatalogLayout view={view} studio={studio} title={product.title}>
      {product.isActive ? null : <p class="warning">{words.isArchived}</p>}
      <div class="columns">
        <PostForm view={view} action={path} class="card">
          <FaultSummary view={view} form={form} />
          <ProductFields view={view} studio={studio} form={form} />
          <button type="submit" class="primary">
            {words.save}
          </button>
        </PostForm>
        <div class="stack">
          <Photos view={view} studio={studio} product={product} photoForm={photoForm} addressForm={addressForm} />
          {isOwner ? null : <OwnersValues view={view} values={[[words.price, price]]} />}
          <ArchiveForm
            view={view}
            studio={studio}
            part="products"
            entry={{ id: product.id, name: product.title }}
            isArchived={!product.isActive}
          />
        </div>
      </div>
    </CatalogLayout>
  );
}

function ProductFields({ view, studio, form }: PageProps & { readonly form: FormState }) {
  const words = wordsOf(view);
  return (
    <>
      <Input view={view} form={form} name="title" label={words.title} />
      <TextArea
        view={view}
        form={form}
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        rows={5}
        optional
      />
      <div class="fields">
        {studio.role === "owner" ? (
          <Input
            view={view}
            form={form}
            name="price"
            label={words.price}
            hint={words.priceHint}
            unit={currencyOf(studio.record.currencyId).symbol}
            inputmode="decimal"
          />
        ) : null}
        <Input
          view={view}
          form={form}
          name="leadTime"
          label={words.leadTime}
          hint={words.leadTimeHint}
          unit={words.days}
          inputmode="numeric"
          optional
        />
      </div>
    </>
  );
}

type PhotosProps = Required<Omit<ProductPageProps, "form">>;

function Photos({ view, studio, product, photoForm, addressForm }: PhotosProps) {
  const words = wordsOf(view);
  const path = `${partPath(studio, "products", product.id)}/photos`;
  const { photos } = product;
  return (
    <section class="card" aria-labelledby="photos">
      <h2 id="photos">{words.photos}</h2>
      <p class="hint">{words.photosText(photos.length, MAX_PHOTOS)}</p>
      {photos.length === 0 ? (
        <Empty text={words.noPhotos} />
      ) : (
        <ol class="photos">
          {photos.map((photo, index) => (
            <Photo view={view} product={product} path={path} photo={photo} index={index} />
          ))}
        </ol>
      )}
      {photos.length >= MAX_PHOTOS ? null : (
        <>
          <PostForm view={view} action={path} class="stack" multipart>
            <FaultSummary view={view} form={photoForm} />
            <Input
              view={view}
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
          <PostForm view={view} action={`${path}/address`} class="stack">
            <FaultSummary view={view} form={addressForm} />
            <Input
              view={view}
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
  view,
  product,
  path,
  photo,
  index,
}: {
  readonly view: View;
  readonly product: Product;
  readonly path: string;
  readonly photo: string;
  readonly index: number;
}) {
  const words = wordsOf(view);
  const place = index + 1;
  return (
    <li class="photo">
      <img src={photo} alt={words.photo(product.title, place)} loading="lazy" />
      {photo.startsWith("/") ? null : <span class="badge">{words.elsewhere}</span>}
      <PostForm view={view} action={`${path}/move`} class="row">
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

/** Asks before a photo goes: its file goes with it. */
export function RemovePhotoPage({
  view,
  studio,
  product,
  photo,
}: PageProps & { readonly product: Product; readonly photo: string }) {
  const words = wordsOf(view);
  const path = partPath(studio, "products", product.id);
  return (
    <CatalogLayout view={view} studio={studio} title={words.removeTitle(product.title)}>
      <PostForm view={view} action={`${path}/photos/remove`} class="card to-read">
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
  return {
    values: {
      title: product.title,
      description: textOf(product.description),
      price: shownDecimal(language, shortDecimal(product.priceMinor, 2)),
      leadTime: textOf(product.leadTimeDays),
    },
    faults: {},
  };
}
