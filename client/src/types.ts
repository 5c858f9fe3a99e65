// Types of the contract, written by `npm run contract` from the OpenAPI document: change its schemas, not this file.

export interface AcceptedJob {
  /** The same files and profiles give the same job */
  readonly jobId: string;
  readonly status: "pending" | "processing" | "done" | "failed";
  /** The job. GET it until it is done; it says by Retry-After when to ask again */
  readonly statusUrl: string;
  /** That nothing is ordered or priced yet, and what to do */
  readonly message: string;
  /** Of the only file; null where there are several */
  readonly modelId: string | null;
  /** One per file, in their order */
  readonly modelIds: readonly string[];
}

/** For the item's whole quantity, but for perUnitPrice. The first six amounts, startUpCost, productPrice and adjustment add up to the item's price to the cent. Weight and duration include the starts of its prints */
export interface CostBreakdown {
  readonly materialCost: Money;
  readonly timeCost: Money;
  readonly postProcessingCost: Money;
  readonly markupAmount: Money;
  readonly setupCost: Money;
  readonly minimumPriceAdjustment: Money;
  readonly perUnitPrice: Money;
  /** Percent of material, time and post-processing */
  readonly markupPercentage: string;
  readonly finishings: readonly {
    readonly finishingId: number;
    readonly name: string;
    readonly price: Money;
  }[];
  /** g */
  readonly totalWeightGrams: number;
  /** Minutes */
  readonly printDurationMinutes: number;
  readonly startUpCost: Money;
  /** null where the starts of its prints are not priced by themselves */
  readonly startUp: PrintStartUp | null;
  /** null where what was sliced is priced as it is */
  readonly correction: EstimateCorrection | null;
  readonly hourlyRate?: MachineHour | undefined;
  readonly productPrice?: Money | undefined;
  /** In the order of their calculation; absent where there is none */
  readonly adjustments?: readonly PriceAdjustment[] | undefined;
  readonly adjustment?: Money | undefined;
}

export interface Currency {
  readonly id: number;
  /** ISO 4217 */
  readonly code: string;
  readonly symbol: string;
}

/** With the contact that the order was placed with. Names, phone number and e-mail are empty texts after the studio has erased them at the customer's wish; the e-mail also in an order that staff entered without one */
export interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  /** E.164 */
  readonly phoneNumber: string;
  /** Empty if staff placed the order for a customer without one */
  readonly email: string;
  /** The customer's language, such as uk */
  readonly locale: string;
  /** This customer's orders with the studio, null in a test order. Cancelled orders do not count */
  readonly totalOrders: number | null;
  /** A decimal, null in a test order. Cancelled orders do not count */
  readonly totalSpent: string | null;
}

export interface Delivery {
  /** The name of the studio's method, else nova_poshta or courier */
  readonly method: string;
  readonly cityName: string | null;
  /** The carrier's id of the city */
  readonly cityRef: string | null;
  readonly warehouseName: string | null;
  /** The carrier's id of the branch */
  readonly warehouseRef: string | null;
  readonly streetName: string | null;
  /** The carrier's id of the street */
  readonly streetRef: string | null;
  readonly buildingNumber: string | null;
  readonly apartmentNumber: string | null;
  readonly npServiceType: "WarehouseWarehouse" | "WarehouseDoors" | null;
  /** The carrier's number of the parcel */
  readonly trackingNumber: string | null;
  /** As the carrier says it */
  readonly deliveryStatus: string | null;
  readonly scheduledDeliveryDate: string | null;
  readonly actualDeliveryDate: string | null;
  /** As it was when the order was placed, beside the items and no part of `totalPrice`; null where the method states none */
  readonly price: Money | null;
}

export interface DeliveryMethod {
  readonly id: number;
  readonly name: string;
  /** Made of the method's first name; it stays when the name changes. Unique within the studio */
  readonly slug: string;
  /** For one order, beside its items; null where none is stated */
  readonly price: Money | null;
  /** The total of an order's items from which it costs nothing; null where it is never free */
  readonly freeFrom: Money | null;
  /** false: an order for it is refused */
  readonly isActive: boolean;
}

export interface DeliverySettings {
  readonly deliveryMethods: readonly DeliveryMethod[];
}

/** What the studio learnt from finished prints of this machine. One copy's minutes and grams are multiplied by it, and rounded */
export interface EstimateCorrection {
  /** Percent of the sliced minutes */
  readonly timePercent: string;
  /** Percent of the sliced grams */
  readonly materialPercent: string;
  /** As sliced, for the whole quantity, without the starts of its prints */
  readonly slicedMinutes: number;
  /** g, likewise */
  readonly slicedGrams: number;
}

export interface Finishing {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** For one copy; null where it is a percentage, or free */
  readonly price: Money | null;
  /** Percent of what material and time cost; null where it is an amount, or free */
  readonly pricePercentage: string | null;
  /** The technology that it is for; null where it is for all */
  readonly technology: Technology | null;
  readonly studioId: number;
}

export interface ItemChoice {
  readonly materialId: number;
  readonly printingQualityId: number;
  /** None where not sent */
  readonly finishingIds?: readonly number[] | null | undefined;
  /** Copies; 1 where not sent */
  readonly quantity?: number | null | undefined;
  /** In place of the file: the id of a model that was sent before */
  readonly modelId?: string | null | undefined;
}

/** Absent where the time is priced at the studio's hourly rate alone */
export interface MachineHour {
  readonly machineProfileId: number;
  /** The machine profile's, as at the time */
  readonly name: string;
  readonly hourlyRate: Money;
  readonly electricityPerHour: Money;
}

export interface Material {
  readonly id: number;
  readonly name: string;
  /** Its name, in the studio's words */
  readonly color: string | null;
  /** # and six hexadecimal digits */
  readonly colorHex: string | null;
  readonly technology: Technology;
  readonly costPerKg: Money;
  /** g/cm³: a decimal with two or three fraction digits */
  readonly density: string;
  /** An inactive one is refused in quotes and orders */
  readonly status: "active" | "inactive";
  /** g; null where the studio does not count it */
  readonly stockQuantity: string | null;
  /** g; null where the studio set none */
  readonly lowStockThreshold: string | null;
  /** Whether the stock is at or below its threshold */
  readonly isLowStock: boolean;
  readonly studioId: number;
}

export interface Me {
  readonly studioId: number;
  readonly studioTitle: string;
  /** The studio in the address of its order page */
  readonly slug: string;
  /** What the studio called the key of this request */
  readonly apiKeyName: string;
  /** `test`: its orders are test orders, and it changes nothing of the studio's */
  readonly apiKeyKind: "live" | "test";
  /** The operations that the key opens: `all`; `quotes`, prices and nothing of orders and printers; `read`, all that changes nothing */
  readonly apiKeyPermission: "all" | "quotes" | "read";
  /** The key is refused from then on. Null: it has no end */
  readonly apiKeyExpiresAt: string | null;
  readonly plan: "free" | "basic" | "pro" | "enterprise";
  readonly currency: Currency;
  readonly pricing: {
    /** Percent of what material, time and finishings cost */
    readonly markupPercentage: string;
    /** The least that an item costs with all its copies, in `currency`: a decimal with two fraction digits */
    readonly minimumPrice: string;
    /** For an hour of printing, in `currency`: a decimal with two fraction digits */
    readonly hourlyRate: string;
    /** Charged once an item, in `currency`: a decimal with two fraction digits */
    readonly setupCost: string;
  };
  /** Absent where the studio has none */
  readonly priorities?:
    | readonly {
        /** The `priority` of a quote, of prices and of an order */
        readonly slug: string;
        readonly name: string;
        /** Percent of the copies' price after the discount by quantity */
        readonly surchargePercentage: string;
        /** The working days until the order is ready that it promises */
        readonly workingDays: number;
      }[]
    | undefined;
  /** Discounts by quantity, the smallest quantity first; absent where the studio has none */
  readonly quantityTiers?:
    | readonly {
        /** Copies of one item */
        readonly fromQuantity: number;
        /** Percent of the copies' price */
        readonly discountPercentage: string;
      }[]
    | undefined;
  readonly rateLimit: {
    /** Requests an hour, over all keys of the studio */
    readonly limit: number;
    /** How many are left now */
    readonly remaining: number;
  };
}

export interface Model {
  /** Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered */
  readonly modelId: string;
  /** The name under which it was just sent */
  readonly originalFileName: string;
  readonly format: "stl" | "obj" | "3mf" | "ply" | "step";
  /** The length of the file */
  readonly sizeBytes: number;
  /** When this content was first sent */
  readonly createdAt: string;
}

export interface ModelMetrics {
  /** cm³ */
  readonly volumeCm3: number;
  /** mm, of the box around the model as it is printed */
  readonly dimensions: {
    readonly x: number;
    readonly y: number;
    readonly z: number;
  };
}

/** What POST /quotes would answer for this material and quantity */
export interface ModelPrice {
  readonly materialId: number;
  readonly quantity: number;
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly adjustment?: Money | undefined;
  /** g, for the whole quantity: a decimal */
  readonly weight: string;
  /** Minutes, for one copy in this material, without the start of its print: a plastic may print slower than others */
  readonly printingTime: number;
}

export interface ModelPrices {
  readonly printingQualityId: number;
  /** failed: the model cannot be sliced by this quality */
  readonly status: "done" | "failed";
  /** Why it failed, for the customer; null where it did not */
  readonly errorMessage: string | null;
  /** Why it failed, for programs; null where it did not */
  readonly errorCode: SliceFailureCode | null;
  /** Minutes, for one copy in the first material of `prices` (where there is none, in none); null where it failed */
  readonly printingTime: number | null;
  /** null where it failed */
  readonly modelMetrics: ModelMetrics | null;
  /** Whether a printer has room for it, of a project for each of its plates; null where that is not known */
  readonly fitsBuildVolume: boolean | null;
  /** Whose build volume says so: the studio's active `printers` of the technology; where none states one, the machine that the studio's own `parameters` describe; else the `default_machine` of the process, which the studio's may well be larger than. null where that is not known */
  readonly buildVolumeOf: "printers" | "parameters" | "default_machine" | null;
  /** What to know before it is printed; none where it failed */
  readonly warnings: readonly PrintWarning[];
  /** By material, then by quantity, in the order asked for; materials that were not named, by id */
  readonly prices: readonly ModelPrice[];
}

export interface Money {
  /** A decimal with two fraction digits */
  readonly amount: string;
  readonly currency: Currency;
}

export interface NewPrinter {
  readonly name: string;
  readonly technologyId: number;
  /** active where not sent */
  readonly status?: "active" | "maintenance" | "offline" | null | undefined;
  /** The make and model of the machine */
  readonly model?: string | null | undefined;
  /** Three positive numbers joined by x, then perhaps a unit; mm */
  readonly buildVolume?: string | null | undefined;
  readonly maintenanceNote?: string | null | undefined;
  /** A date that exists, YYYY-MM-DD */
  readonly nextMaintenanceAt?: string | null | undefined;
}

export interface Order {
  readonly id: number;
  /** The studio's own number of the order, for people: from 1, without gaps, as on its pages, sheets and mails. Addresses and programs use id. A test order has its id for a number */
  readonly number: number;
  /** Whether a test key placed it: it is then no order of the studio's, moves through the statuses by itself, and is deleted after a week */
  readonly test: boolean;
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
  /** The studio in the address of its order page */
  readonly studioSlug: string;
  /** The `source` that was sent with it, else api */
  readonly source: string;
  /** As it was named when the order was placed; absent where none was sent */
  readonly priority?:
    | {
        readonly slug: string;
        readonly name: string;
      }
    | undefined;
  /** null where nothing of it was sent */
  readonly delivery: Delivery | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrderItem {
  readonly id: number;
  /** The name under which the studio's file is kept */
  readonly filePath: string | null;
  readonly originalFileName: string | null;
  /** Works for an hour, without a key */
  readonly downloadUrl: string | null;
  /** Copies */
  readonly quantity: number;
  readonly price: Money;
  readonly materialId: number | null;
  readonly finishingIds: readonly number[];
  readonly printingQualityId: number | null;
  /** Minutes, for the whole quantity */
  readonly printingTime: number;
  /** g, for the whole quantity: a decimal */
  readonly weight: string;
  /** Where the item is a product of the catalog */
  readonly productId: number | null;
  readonly productTitle: string | null;
  readonly costBreakdown: CostBreakdown | null;
  /** Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered */
  readonly modelId: string | null;
  /** As its quote said when it was ordered; null where no build volume was known, and for items that were ordered before this was kept */
  readonly fitsBuildVolume: boolean | null;
  /** What its quote warned of when it was ordered; none for items that were ordered before this was kept */
  readonly warnings: readonly PrintWarning[];
}

/** A change of the price: of the copies without set-up; of kind `staff`: of the whole item */
export interface PriceAdjustment {
  /** A discount by quantity, a priority's surcharge, or a price that staff named in an order */
  readonly kind: "tier" | "priority" | "staff";
  /** The priority's name, the reason that staff gave, or the tier in figures: `10+ · −5 %` */
  readonly name: string;
  readonly amount: Money;
}

/** What beginning and ending a print takes, however many copies it has */
export interface PrintStartUp {
  /** Prints that the quantity takes */
  readonly prints: number;
  /** Copies that one print has at most; null: all of them. Of several plates, the least */
  readonly copiesPerPrint: number | null;
  /** Heating up, levelling and cooling down */
  readonly minutesPerPrint: number;
  /** g, for priming and purging */
  readonly gramsPerPrint: number;
}

/** Advice about the part, before it is printed. Nothing is refused for it */
export interface PrintWarning {
  /**
   * For programs; codes may be added.
   *
   * - `needs_supports`: the quality has no supports, and much of the surface would be printed over nothing
   * - `will_not_stand`: the part is tall for its foot, or hardly touches the bed: it may come off while it is printed
   * - `lowered`: the part touches the bed with a point or an edge only, and was printed lower by a fraction of a millimetre
   * - `walls_lost`: walls thinner than the printer's thinnest line are not printed
   * - `holes_closed`: the surface had holes, which were closed; price and time are of the closed part
   * - `surface_mended`: torn or turned triangles were put right; no measure has changed
   * - `scaled`: the file is drawn in another unit than millimetres, and was scaled as it says itself
   * - `modifiers_ignored`: the project's modifiers (other infill or walls in places) are not followed
   * - `negative_parts_cut`: the project's negative parts were cut out of its others
   * - `objects_left_out`: objects that the project marks as not printed were left out
   * - `several_colours`: the file names several filaments or colours for its parts, and the price is for one material
   * - `surfaces_left_out`: surfaces of a STEP file that enclose nothing were left out, and its solids are priced
   * - `settings_not_followed`: the slicer has no setting for some numbers of the machine profile, and does otherwise
   * - `fits_no_printer`: it is larger than every build volume that is known: fitsBuildVolume is false
   */
  readonly code:
    | "needs_supports"
    | "will_not_stand"
    | "lowered"
    | "walls_lost"
    | "holes_closed"
    | "surface_mended"
    | "scaled"
    | "modifiers_ignored"
    | "negative_parts_cut"
    | "objects_left_out"
    | "several_colours"
    | "surfaces_left_out"
    | "settings_not_followed"
    | "fits_no_printer";
  /** What is so and what to do, in the request's language: for people */
  readonly message: string;
}

export interface Printer {
  readonly id: number;
  readonly name: string;
  readonly studioId: number;
  readonly technology: Technology;
  /** The make and model of the machine */
  readonly model: string | null;
  /** Three lengths joined by x, as it was sent; mm */
  readonly buildVolume: string | null;
  readonly status: "active" | "maintenance" | "offline";
  readonly maintenanceNote: string | null;
  /** YYYY-MM-DD */
  readonly nextMaintenanceAt: string | null;
  /** What is printing on it now */
  readonly assignedItems: readonly PrinterQueueItem[];
}

/** Only what is sent changes; null clears what may be null */
export interface PrinterChanges {
  readonly name?: string | undefined;
  readonly technologyId?: number | undefined;
  readonly status?: "active" | "maintenance" | "offline" | undefined;
  /** The make and model of the machine */
  readonly model?: string | null | undefined;
  /** Three positive numbers joined by x, then perhaps a unit; mm */
  readonly buildVolume?: string | null | undefined;
  readonly maintenanceNote?: string | null | undefined;
  /** A date that exists, YYYY-MM-DD */
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
  /** First and last name */
  readonly customerName: string;
  /** The product's title, or the name of the model's file */
  readonly itemLabel: string;
  /** The item's copies in all */
  readonly quantity: number;
  /** Those of them on this printer */
  readonly copies: number;
  /** The model's file. Works for an hour, without a key */
  readonly downloadUrl: string | null;
  readonly materialColor: string | null;
}

export interface PrintingQuality {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly technology: Technology;
  /** mm: a decimal with two or three fraction digits */
  readonly layerHeight: string;
  /** mm; null but for filament, and where the quality takes its printer's own */
  readonly nozzleDiameter: string | null;
  /** null but for filament */
  readonly infillPercent: number | null;
  /** null but for filament */
  readonly wallCount: number | null;
  /** null but for filament */
  readonly topLayers: number | null;
  /** null but for filament */
  readonly bottomLayers: number | null;
  /** null but for filament */
  readonly infillPattern: "grid" | "lines" | "cubic" | "gyroid" | null;
  /** Whether overhangs are supported */
  readonly supports: boolean;
  readonly speedMode: "draft" | "standard" | "fine";
  /** The one to offer first for its technology */
  readonly isDefault: boolean;
  /** An inactive one is refused in quotes and orders */
  readonly isActive: boolean;
  readonly studioId: number;
}

export interface Product {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  /** Addresses of pictures */
  readonly photos: readonly string[];
  readonly price: Money;
  /** Days until it is ready; null where the studio does not say */
  readonly leadTime: number | null;
  /** Whether it is on offer */
  readonly isActive: boolean;
  readonly studioId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Quote {
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly adjustment?: Money | undefined;
  /** The slug that was sent; absent where none was */
  readonly priority?: string | undefined;
  /** Copies */
  readonly quantity: number;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  /** Minutes, for the whole quantity */
  readonly printingTime: number;
  /** g, for the whole quantity: a decimal */
  readonly weight: string;
  readonly modelMetrics: ModelMetrics;
  /** Whether a printer has room for it, of a project for each of its plates; null where that is not known */
  readonly fitsBuildVolume: boolean | null;
  /** Whose build volume says so: the studio's active `printers` of the technology; where none states one, the machine that the studio's own `parameters` describe; else the `default_machine` of the process, which the studio's may well be larger than. null where that is not known */
  readonly buildVolumeOf: "printers" | "parameters" | "default_machine" | null;
  /** What to know before it is printed */
  readonly warnings: readonly PrintWarning[];
  /** Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered */
  readonly modelId: string;
  readonly breakdown: CostBreakdown;
}

/**
 * Why slicing failed; codes may be added. The model is at fault, and fails again:
 *
 * - `empty_model`: the file holds no shape
 * - `no_solid`: the STEP file holds surfaces only, and no solid
 * - `parts_elsewhere`: the STEP file is an assembly of parts in other files
 * - `unreadable_model`: the file is damaged, or of another format than its name says
 * - `invalid_coordinates`: points of the model lie nowhere (not a number, or infinite)
 * - `open_mesh`: the surface has holes that cannot be closed without guessing at more than 2 % of the part
 * - `model_too_small`: too small to print: often drawn in inches or metres
 * - `model_too_large`: larger than any part that can be printed in one piece, or than the powder printer's chamber
 * - `model_too_complex`: too detailed to be calculated within the limits of time and memory
 * - `nothing_to_print`: the print is empty, or a place in it is: walls are thinner than one line, or it is lower than one layer
 * - `slicer_failed`: the slicer gave up on this model without a reason that is known; beside the printing quality: it refuses the quality's own settings, whatever the model
 *
 * The service is, and the same request may succeed later:
 *
 * - `engine_unavailable`: the slicer cannot be reached, was interrupted, or is broken: the model is not to blame
 * - `model_file_missing`: the file, or its result, is no longer kept
 */
export type SliceFailureCode =
  | "empty_model"
  | "no_solid"
  | "parts_elsewhere"
  | "unreadable_model"
  | "invalid_coordinates"
  | "open_mesh"
  | "model_too_small"
  | "model_too_large"
  | "model_too_complex"
  | "nothing_to_print"
  | "slicer_failed"
  | "engine_unavailable"
  | "model_file_missing";

/** What stands at the top level and in an item is, at the top level, that of the only file; null where there are several. Jobs that were kept before modelId, printingQualityId and technology have null there */
export interface SlicingJob {
  readonly jobId: string;
  readonly originalFileName: string | null;
  /** Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered */
  readonly modelId: string | null;
  readonly printingQualityId: number | null;
  readonly technology: Technology | null;
  /** done when every item is; failed as soon as one is and none still runs */
  readonly status: "pending" | "processing" | "done" | "failed";
  /** 0 to 100 */
  readonly progress: number;
  /** How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known */
  readonly queuedAhead: number | null;
  readonly createdAt: string;
  /** null while it runs */
  readonly finishedAt: string | null;
  /** Why it failed, for the customer; null where it did not */
  readonly errorMessage: string | null;
  /** Why it failed, for programs, of the first item that did; null where none did */
  readonly errorCode: SliceFailureCode | null;
  /** What to know before it is printed; none while it is not sliced, and at the top level of several files */
  readonly warnings: readonly PrintWarning[];
  /** What sliced it, with its version; another one may find other figures. null until it is done */
  readonly engine: string | null;
  /** Of one copy, as sliced: without a correction of the machine. null until it is done */
  readonly printingTimeMinutes: number | null;
  /** By one copy, in materialUnit. null until it is done */
  readonly materialUsed: number | null;
  /** null until it is done */
  readonly materialUnit: "cm3" | null;
  /** null until it is done */
  readonly modelMetrics: ModelMetrics | null;
  readonly items: readonly SlicingJobItem[];
}

export interface SlicingJobItem {
  /** The place of its file in the request, from 0 */
  readonly index: number;
  readonly originalFileName: string;
  /** Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered */
  readonly modelId: string | null;
  readonly printingQualityId: number | null;
  readonly technology: Technology | null;
  readonly status: "pending" | "processing" | "done" | "failed";
  /** 0 to 100 */
  readonly progress: number;
  /** How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known */
  readonly queuedAhead: number | null;
  /** What sliced it, with its version; another one may find other figures. null until it is done */
  readonly engine: string | null;
  /** Of one copy, as sliced: without a correction of the machine. null until it is done */
  readonly printingTimeMinutes: number | null;
  /** By one copy, in materialUnit. null until it is done */
  readonly materialUsed: number | null;
  /** null until it is done */
  readonly materialUnit: "cm3" | null;
  /** null until it is done */
  readonly modelMetrics: ModelMetrics | null;
  /** Why it failed, for the customer; null where it did not */
  readonly errorMessage: string | null;
  /** Why it failed, for programs; null where it did not */
  readonly errorCode: SliceFailureCode | null;
  /** What to know before it is printed; none while it is not sliced, and at the top level of several files */
  readonly warnings: readonly PrintWarning[];
}

export interface Technology {
  readonly id: number;
  readonly name: string;
  /** A short name */
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
  /** A material */
  "GET /materials/{id}": {
    readonly answers: { readonly 200: Material };
  };
  /** The studio's print-quality profiles */
  "GET /printing-qualities": {
    readonly answers: { readonly 200: readonly PrintingQuality[] };
  };
  /** A print-quality profile */
  "GET /printing-qualities/{id}": {
    readonly answers: { readonly 200: PrintingQuality };
  };
  /** The studio's post-processing services */
  "GET /finishings": {
    readonly answers: { readonly 200: readonly Finishing[] };
  };
  /** A post-processing service */
  "GET /finishings/{id}": {
    readonly answers: { readonly 200: Finishing };
  };
  /** The studio's products */
  "GET /products": {
    readonly answers: { readonly 200: readonly Product[] };
  };
  /** A product */
  "GET /products/{id}": {
    readonly answers: { readonly 200: Product };
  };
  /** The studio's delivery methods */
  "GET /delivery/settings": {
    readonly answers: { readonly 200: DeliverySettings };
  };
  /** The studio and the key of this request */
  "GET /me": {
    readonly answers: { readonly 200: Me };
  };
  /** Keeps a model, so that it is sent once */
  "POST /models": {
    readonly form: {
      /** An STL, OBJ, 3MF, PLY or STEP model, in millimetres */
      readonly model: Blob;
    };
    readonly answers: { readonly 200: Model; readonly 201: Model };
  };
  /** Prices of a model in many materials, qualities and quantities */
  "GET /models/{modelId}/prices": {
    readonly query: {
      /** Ids of the qualities, separated by commas */
      readonly printingQualityIds: readonly number[];
      /** Ids, separated by commas; each is priced with the qualities of its technology. Not sent: every active material of each quality's technology */
      readonly materialIds?: readonly number[] | undefined;
      /** Ids, separated by commas: what every copy is given. Each must be for the technology of every quality */
      readonly finishingIds?: readonly number[] | undefined;
      /** Numbers of copies, separated by commas; 1 where not sent */
      readonly quantity?: readonly number[] | undefined;
      /** A slug of GET /me's `priorities`; none where not sent */
      readonly priority?: string | undefined;
    };
    readonly answers: { readonly 200: readonly ModelPrices[]; readonly 202: AcceptedJob };
  };
  /** Slices a model ahead of its quote */
  "POST /slicing-jobs": {
    readonly form: {
      /** An STL, OBJ, 3MF, PLY or STEP model, in millimetres. Either it or modelId is required */
      readonly model?: Blob | undefined;
      readonly printingQualityId: number;
      readonly materialId?: number | undefined;
      /** In place of the file: the id of a model that was sent before */
      readonly modelId?: string | undefined;
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
      /** An STL, OBJ, 3MF, PLY or STEP model, in millimetres. Either it or modelId is required */
      readonly model?: Blob | undefined;
      readonly materialId: number;
      readonly printingQualityId: number;
      /** A JSON array of ids. None where not sent */
      readonly finishingIds?: string | undefined;
      /** The same, one field per id. finishingIds repeated, or finishingIds[0] and so on, is taken too */
      readonly "finishingIds[]"?: readonly number[] | undefined;
      /** Copies; 1 where not sent */
      readonly quantity?: number | undefined;
      /** A slug of GET /me's `priorities`; none where not sent */
      readonly priority?: string | undefined;
      /** In place of the file: the id of a model that was sent before */
      readonly modelId?: string | undefined;
    };
    readonly answers: { readonly 200: Quote; readonly 202: AcceptedJob };
  };
  /** Places an order */
  "POST /orders": {
    readonly form: {
      /** One file per item without a modelId, in their order */
      readonly "models[]"?: readonly Blob[] | undefined;
      /** Instead of models[]: item_0, item_1, … in any order, each named by its item's index */
      readonly item_0?: Blob | undefined;
      /** A JSON array. The files belong, in their order, to the elements without a modelId */
      readonly items: string;
      /** Cyrillic letters; spaces, hyphens and apostrophes may stand between them */
      readonly customerFirstName: string;
      /** Cyrillic letters; spaces, hyphens and apostrophes may stand between them */
      readonly customerLastName: string;
      /** International format, + and the country code first */
      readonly customerPhoneNumber: string;
      /** Where the studio answers */
      readonly customerEmail: string;
      /** The customer's language, such as uk; the studio's where not sent */
      readonly customerLocale?: string | undefined;
      /** An id of GET /delivery/settings */
      readonly deliveryMethodId?: number | undefined;
      readonly deliveryCityName?: string | undefined;
      /** The carrier's id of the city */
      readonly deliveryCityRef?: string | undefined;
      /** The carrier's branch */
      readonly deliveryWarehouseName?: string | undefined;
      /** The carrier's id of the branch */
      readonly deliveryWarehouseRef?: string | undefined;
      /** To a branch of the carrier, or to the door */
      readonly deliveryNpServiceType?: "WarehouseWarehouse" | "WarehouseDoors" | undefined;
      readonly deliveryStreetName?: string | undefined;
      /** The carrier's id of the street */
      readonly deliveryStreetRef?: string | undefined;
      readonly deliveryBuildingNumber?: string | undefined;
      readonly deliveryApartmentNumber?: string | undefined;
      /** A slug of GET /me's `priorities`; none where not sent */
      readonly priority?: string | undefined;
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
  /** Removes a printer */
  "DELETE /printers/{id}": {
    readonly answers: { readonly 204: undefined };
  };
}
