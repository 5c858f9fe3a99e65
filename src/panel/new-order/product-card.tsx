// A product of a new order: its colour and its pieces; and the list to choose one from.

import type { Counter } from "../../orders/counter/counter.store.ts";
import type { FormState } from "../../pages/form-values.ts";
import { Input, Select } from "../kit/form.tsx";
import { useView } from "../kit/view-context.ts";
import { type DraftProduct, productField } from "./draft-products.ts";
import { newOrderWords } from "./new-order.words.ts";

type OfferedProduct = Counter["products"][number];

interface ProductCardProps {
  readonly counter: Counter;
  readonly form: FormState;
  readonly chosen: DraftProduct;
  /** From 0. */
  readonly place: number;
}

export function ProductCard({ counter, form, chosen, place }: ProductCardProps) {
  const words = newOrderWords(useView().language);
  const offered = counter.products.find(({ product }) => String(product.id) === chosen.productId);
  const title = offered?.product.title ?? words.productGone;
  const faults = form.faults[productField(place, "productId")];
  return (
    <section class="card stack" aria-labelledby={`product-${place}`}>
      <header class="row item-head">
        <h3 id={`product-${place}`}>{title}</h3>
        <button type="submit" name="do" value={`unshelve:${place}`} class="small quiet">
          {words.remove}
          <span class="visually-hidden"> {title}</span>
        </button>
      </header>
      <input type="hidden" name={productField(place, "productId")} value={chosen.productId} />
      {faults === undefined ? null : (
        <p class="fault" id={`fault-${productField(place, "productId")}`}>
          {faults.join(" ")}
        </p>
      )}
      <div class="fields compact">
        {offered === undefined || offered.colors.length === 0 ? null : (
          <Select
            form={form}
            name={productField(place, "colorId")}
            label={words.color}
            hint={words.colorHint}
            choices={offered.colors.map(({ id, name, stock }) => ({
              value: String(id),
              label: `${name} (${stock})`,
            }))}
            empty={words.choose}
          />
        )}
        <Input
          form={form}
          name={productField(place, "quantity")}
          label={words.pieces}
          inputmode="numeric"
          autocomplete="off"
        />
      </div>
      {offered === undefined ? null : <p class="hint">{stockHint(words, offered)}</p>}
    </section>
  );
}

function stockHint(words: ReturnType<typeof newOrderWords>, { product, colors, isPrinted }: OfferedProduct): string {
  const stock = colors.length === 0 ? product.stock : colors.reduce((sum, color) => sum + color.stock, 0);
  return `${words.onShelf(stock)} ${isPrinted ? words.restIsPrinted : words.notPrinted}`;
}

/** Nothing if the studio has no products. */
export function ShelfChoice({ counter: { products } }: Pick<ProductCardProps, "counter">) {
  const words = newOrderWords(useView().language);
  if (products.length === 0) return null;
  return (
    <details>
      <summary>{words.products}</summary>
      <ul class="lines">
        {products.map(({ product }) => (
          <li class="row between">
            <span>{product.title}</span>
            <button type="submit" name="do" value={`product:${product.id}`} class="small">
              {words.add}
              <span class="visually-hidden"> {product.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
