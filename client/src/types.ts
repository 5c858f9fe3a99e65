// Types of the contract, written by `npm run contract` from the OpenAPI document: change its schemas, not this file.

export interface AcceptedJob {
  readonly jobId: string;
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly statusUrl: string;
}

/** For the item's whole quantity, but for perUnitPrice. The first six amounts add up to the item's price to the cent. */
export interface CostBreakdown {
  readonly materialCost: Money;
  readonly timeCost: Money;
  readonly postProcessingCost: Money;
  readonly markupAmount: Money;
  readonly setupCost: Money;
  readonly minimumPriceAdjustment: Money;
  readonly perUnitPrice: Money;
  readonly markupPercentage: string;
  readonly finishings: readonly {
    readonly finishingId: number;
    readonly name: string;
    readonly price: Money;
  }[];
  readonly totalWeightGrams: number;
  readonly printDurationMinutes: number;
}

export interface Currency {
  readonly id: number;
  readonly code: string;
  readonly symbol: string;
}

export interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly locale: string;
  readonly totalOrders: number | null;
  /** Cancelled orders do not count */
  readonly totalSpent: string | null;
}

export type Delivery = {
  readonly method: string;
  readonly cityName: string | null;
  readonly cityRef: string | null;
  readonly warehouseName: string | null;
  readonly warehouseRef: string | null;
  readonly streetName: string | null;
  readonly streetRef: string | null;
  readonly buildingNumber: string | null;
  readonly apartmentNumber: string | null;
  readonly npServiceType: "WarehouseWarehouse" | "WarehouseDoors" | null;
  readonly trackingNumber: string | null;
  readonly deliveryStatus: string | null;
  readonly scheduledDeliveryDate: string | null;
  readonly actualDeliveryDate: string | null;
} | null;

export interface Finishing {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly price: Money;
  /** Of material and time */
  readonly pricePercentage: string | null;
  readonly technology: Technology;
  readonly studioId: number;
}

export interface Material {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
  readonly colorHex: string | null;
  readonly technology: Technology;
  readonly costPerKg: Money;
  /** g/cm³ */
  readonly density: string;
  readonly status: "active" | "inactive";
  /** g */
  readonly stockQuantity: string | null;
  /** g */
  readonly lowStockThreshold: string | null;
  readonly isLowStock: boolean;
  readonly studioId: number;
}

export interface Me {
  readonly studioId: number;
  readonly studioTitle: string;
  readonly slug: string;
  readonly apiKeyName: string;
  readonly plan: "free" | "basic" | "pro" | "enterprise";
  readonly currency: Currency;
  readonly pricing: {
    readonly markupPercentage: string;
    readonly minimumPrice: Money;
    readonly hourlyRate: Money;
    readonly setupCost: Money;
  };
  readonly rateLimit: {
    readonly limit: number;
    readonly remaining: number;
  };
}

export type ModelMetrics = {
  readonly volumeCm3: number;
  /** mm */
  readonly dimensions: {
    readonly x: number;
    readonly y: number;
    readonly z: number;
  };
} | null;

export interface Money {
  /** Two fraction digits */
  readonly amount: string;
  readonly currency: Currency;
}

export interface NewPrinter {
  readonly name: string;
  readonly technologyId: number;
  readonly status?: "active" | "maintenance" | "offline" | null | undefined;
  readonly model?: string | null | undefined;
  readonly buildVolume?: string | null | undefined;
  readonly maintenanceNote?: string | null | undefined;
  readonly nextMaintenanceAt?: string | null | undefined;
}

export interface Order {
  readonly id: number;
  readonly customer: Customer;
  readonly status:
    | "pending"
    | "confirmed"
    | "printing"
    | "post_processing"
    | "ready"
    | "shipped"
    | "completed"
    | "cancelled";
  readonly totalPrice: Money;
  readonly items: readonly OrderItem[];
  readonly studioSlug: string;
  readonly source: string;
  readonly delivery: Delivery;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrderItem {
  readonly id: number;
  readonly filePath: string | null;
  readonly originalFileName: string | null;
  /** Works for an hour, without a key */
  readonly downloadUrl: string | null;
  readonly quantity: number;
  readonly price: Money;
  readonly materialId: number | null;
  readonly finishingIds: readonly number[];
  readonly printingQualityId: number | null;
  /** Minutes, for the whole quantity */
  readonly printingTime: number;
  /** g, for the whole quantity */
  readonly weight: string;
  readonly productId: number | null;
  readonly productTitle: string | null;
  readonly costBreakdown: CostBreakdown;
}

export interface Printer {
  readonly id: number;
  readonly name: string;
  readonly studioId: number;
  readonly technology: Technology;
  readonly model: string | null;
  readonly buildVolume: string | null;
  readonly status: "active" | "maintenance" | "offline";
  readonly maintenanceNote: string | null;
  readonly nextMaintenanceAt: string | null;
  /** What is printing on it now */
  readonly assignedItems: readonly PrinterQueueItem[];
}

/** Only what is sent changes; null clears what may be null */
export interface PrinterChanges {
  readonly name?: string | undefined;
  readonly technologyId?: number | undefined;
  readonly status?: "active" | "maintenance" | "offline" | undefined;
  readonly model?: string | null | undefined;
  readonly buildVolume?: string | null | undefined;
  readonly maintenanceNote?: string | null | undefined;
  readonly nextMaintenanceAt?: string | null | undefined;
}

export interface PrinterQueueItem {
  readonly orderItemId: number;
  readonly orderId: number;
  readonly orderStatus:
    | "pending"
    | "confirmed"
    | "printing"
    | "post_processing"
    | "ready"
    | "shipped"
    | "completed"
    | "cancelled";
  readonly customerName: string;
  readonly itemLabel: string;
  readonly quantity: number;
  readonly downloadUrl: string | null;
  readonly materialColor: string | null;
}

export interface PrintingQuality {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly technology: Technology;
  /** mm */
  readonly layerHeight: string;
  /** mm */
  readonly nozzleDiameter: string | null;
  readonly infillPercent: number | null;
  readonly wallCount: number | null;
  readonly topLayers: number | null;
  readonly bottomLayers: number | null;
  readonly supports: boolean;
  readonly speedMode: "draft" | "standard" | "fine";
  readonly isDefault: boolean;
  readonly isActive: boolean;
  readonly studioId: number;
}

export interface Product {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly photos: readonly string[];
  readonly price: Money;
  /** Days */
  readonly leadTime: number | null;
  readonly isActive: boolean;
  readonly studioId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Quote {
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly quantity: number;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  /** Minutes, for the whole quantity */
  readonly printingTime: number;
  /** g, for the whole quantity */
  readonly weight: string;
  readonly modelMetrics: ModelMetrics;
  /** null where no printer of the technology states a build volume */
  readonly fitsBuildVolume: boolean | null;
  readonly breakdown: CostBreakdown;
}

/** queuedAhead and the figures at the top level are those of the only file, where there is one */
export interface SlicingJob {
  readonly jobId: string;
  readonly status: "pending" | "processing" | "done" | "failed";
  /** 0 to 100 */
  readonly progress: number;
  /** How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known */
  readonly queuedAhead: number | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly errorMessage: string | null;
  /** What sliced it, with its version; another one may find other figures. null until it is done */
  readonly engine: string | null;
  readonly printingTimeMinutes: number | null;
  readonly materialUsed: number | null;
  readonly materialUnit: "cm3" | null;
  readonly modelMetrics: ModelMetrics;
  readonly items: readonly SlicingJobItem[];
}

export interface SlicingJobItem {
  readonly index: number;
  readonly originalFileName: string;
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly progress: number;
  /** How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known */
  readonly queuedAhead: number | null;
  /** What sliced it, with its version; another one may find other figures. null until it is done */
  readonly engine: string | null;
  readonly printingTimeMinutes: number | null;
  readonly materialUsed: number | null;
  readonly materialUnit: "cm3" | null;
  readonly modelMetrics: ModelMetrics;
  readonly errorMessage: string | null;
}

export interface Technology {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Always 0, in the list and where a technology is embedded */
  readonly materialCount: number;
}

/** What each operation takes and answers, by its method and path. */
export interface Operations {
  /** All printing technologies of the platform */
  "GET /technologies": {
    readonly answers: { readonly 200: readonly Technology[] };
  };
  /** The studio's materials */
  "GET /materials": {
    readonly answers: { readonly 200: readonly Material[] };
  };
  /** The studio's print-quality profiles */
  "GET /printing-qualities": {
    readonly answers: { readonly 200: readonly PrintingQuality[] };
  };
  /** The studio's post-processing services */
  "GET /finishings": {
    readonly answers: { readonly 200: readonly Finishing[] };
  };
  /** The studio's products */
  "GET /products": {
    readonly answers: { readonly 200: readonly Product[] };
  };
  /** The studio and the key of this request */
  "GET /me": {
    readonly answers: { readonly 200: Me };
  };
  /** Slices a model ahead of its quote */
  "POST /slicing-jobs": {
    readonly form: {
      /** An STL, OBJ, 3MF or PLY model, in millimetres */
      readonly model: Blob;
      readonly printingQualityId: string;
    };
    readonly answers: { readonly 200: AcceptedJob; readonly 202: AcceptedJob };
  };
  /** How far a slicing job is */
  "GET /slicing-jobs/{jobId}": {
    readonly answers: { readonly 200: SlicingJob };
  };
  /** Prices a print of a model */
  "POST /quotes": {
    readonly form: {
      /** An STL, OBJ, 3MF or PLY model, in millimetres */
      readonly model: Blob;
      readonly materialId: string;
      readonly printingQualityId: string;
      /** A JSON array of ids */
      readonly finishingIds?: string | undefined;
      /** The same, one field per id */
      readonly "finishingIds[]"?: readonly string[] | undefined;
      readonly quantity?: string | undefined;
    };
    readonly answers: { readonly 200: Quote; readonly 202: AcceptedJob };
  };
  /** Places an order */
  "POST /orders": {
    readonly form: {
      /** One file per item, in their order */
      readonly "models[]": readonly Blob[];
      /** Instead of models[]: item_0, item_1, … in any order, one per item */
      readonly item_0?: Blob | undefined;
      /** A JSON array of 1 to 20 ItemChoice, one per file and in their order */
      readonly items: string;
      /** Cyrillic letters; spaces, hyphens and apostrophes may stand between them */
      readonly customerFirstName: string;
      /** Cyrillic letters; spaces, hyphens and apostrophes may stand between them */
      readonly customerLastName: string;
      /** International format, + and the country code first */
      readonly customerPhoneNumber: string;
      readonly customerEmail: string;
      /** The studio's where not sent */
      readonly customerLocale?: string | undefined;
      /** A delivery method of the studio */
      readonly deliveryMethodId?: string | undefined;
      readonly deliveryCityName?: string | undefined;
      readonly deliveryCityRef?: string | undefined;
      readonly deliveryWarehouseName?: string | undefined;
      readonly deliveryWarehouseRef?: string | undefined;
      readonly deliveryNpServiceType?: "WarehouseWarehouse" | "WarehouseDoors" | undefined;
      readonly deliveryStreetName?: string | undefined;
      readonly deliveryStreetRef?: string | undefined;
      readonly deliveryBuildingNumber?: string | undefined;
      readonly deliveryApartmentNumber?: string | undefined;
      /** A tag for the studio's own reports; api where not sent */
      readonly source?: string | undefined;
    };
    readonly answers: { readonly 201: Order; readonly 202: AcceptedJob };
  };
  /** An order */
  "GET /orders/{id}": {
    readonly answers: { readonly 200: Order };
  };
  /** The studio's printers */
  "GET /printers": {
    readonly answers: { readonly 200: readonly Printer[] };
  };
  /** Adds a printer */
  "POST /printers": {
    readonly body: NewPrinter;
    readonly answers: { readonly 201: Printer };
  };
  /** A printer and what it is printing */
  "GET /printers/{id}": {
    readonly answers: { readonly 200: Printer };
  };
  /** Changes the fields that are sent */
  "PATCH /printers/{id}": {
    readonly body: PrinterChanges;
    readonly answers: { readonly 200: Printer };
  };
  /** Removes a printer; what was assigned to it becomes unassigned */
  "DELETE /printers/{id}": {
    readonly answers: { readonly 204: undefined };
  };
}
