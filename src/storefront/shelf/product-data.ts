// Structured data of a product for search engines: schema.org's Product with its Offer.

import type { ShelfProduct } from "../wire.ts";
import { isSoldOut } from "./shelf.ts";

interface DescribedProduct {
  readonly product: ShelfProduct;
  readonly description: string | null;
  /** Whole addresses. */
  readonly images: readonly string[];
  /** ISO 4217. */
  readonly currency: string;
  /** The studio's name: it sells, and it made the product. */
  readonly studio: string;
  /** The whole address of the product's page. */
  readonly address: string;
}

/** Source of the names: https://schema.org/Product. */
export function productData({ product, description, images, currency, studio, address }: DescribedProduct): object {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.title,
    ...(description !== null && { description }),
    ...(images.length > 0 && { image: images }),
    sku: String(product.id),
    brand: { "@type": "Brand", name: studio },
    ...(product.colors.length > 0 && { color: product.colors.map(({ name }) => name).join(", ") }),
    offers: {
      "@type": "Offer",
      url: address,
      price: product.price,
      priceCurrency: currency,
      availability: `https://schema.org/${availabilityOf(product)}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", name: studio },
    },
  };
}

function availabilityOf(product: ShelfProduct): string {
  if (isSoldOut(product)) return "OutOfStock";
  return product.readyToShip > 0 ? "InStock" : "MadeToOrder";
}
