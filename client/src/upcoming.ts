// Types that the contract's document does not hold yet. Each gives way to the generated one of its name.

import type {
  AcceptedJob as DocumentedAcceptedJob,
  Operations as DocumentedOperations,
  Finishing,
  Material,
  Money,
  PrintingQuality,
  Product,
} from "./types.ts";

/** What is to be waited for before a price or an order. */
export type AcceptedJob = DocumentedAcceptedJob & {
  /** The only file's model; null where there are several. */
  readonly modelId?: string | null;
};

/** A model file that the studio keeps. */
export interface Model {
  /** Opaque. Valid for 30 days after its last use, and always once it was ordered. */
  readonly modelId: string;
  readonly originalFileName: string;
  readonly format: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
}

export interface DeliveryMethod {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly isActive: boolean;
}

export interface DeliverySettings {
  readonly deliveryMethods: readonly DeliveryMethod[];
}

export interface ModelPrice {
  readonly materialId: number;
  readonly quantity: number;
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  /** All that is charged once. */
  readonly setupCost: Money;
  /** g, for the whole quantity */
  readonly weight: string;
}

/** A model's prices in one quality. */
export interface ModelPrices {
  readonly printingQualityId: number;
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly errorMessage: string | null;
  /** Minutes of one copy */
  readonly printingTime: number | null;
  readonly modelMetrics: {
    readonly volumeCm3: number;
    /** mm */
    readonly dimensions: { readonly x: number; readonly y: number; readonly z: number };
  } | null;
  readonly fitsBuildVolume: boolean | null;
  readonly prices: readonly ModelPrice[];
}

interface UpcomingOperations {
  "GET /materials/{id}": { readonly answers: { readonly 200: Material } };
  "GET /printing-qualities/{id}": { readonly answers: { readonly 200: PrintingQuality } };
  "GET /finishings/{id}": { readonly answers: { readonly 200: Finishing } };
  "GET /products/{id}": { readonly answers: { readonly 200: Product } };
  "GET /delivery/settings": { readonly answers: { readonly 200: DeliverySettings } };
  "POST /models": { readonly answers: { readonly 200: Model; readonly 201: Model } };
  "GET /models/{modelId}/prices": {
    readonly answers: { readonly 200: readonly ModelPrices[]; readonly 202: AcceptedJob };
  };
}

export type Operations = DocumentedOperations & Omit<UpcomingOperations, keyof DocumentedOperations>;
