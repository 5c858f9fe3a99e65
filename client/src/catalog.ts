// The studio's catalog and settings, all read-only.

import type { CallOptions, Connection } from "./connection.ts";
import type { StudioCall } from "./studio-call.ts";
import type { DeliverySettings, Finishing, Material, PrintingQuality, Product, Technology } from "./types.ts";

export class Technologies {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All printing technologies of the platform. */
  list(options?: CallOptions): StudioCall<readonly Technology[]> {
    return this.#connection.ask("GET /technologies", {}, options);
  }
}

export class Materials {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All materials of the studio, active or not, by id. */
  list(options?: CallOptions): StudioCall<readonly Material[]> {
    return this.#connection.ask("GET /materials", {}, options);
  }

  /** @throws NotFoundError if the studio has no such material */
  get(id: number, options?: CallOptions): StudioCall<Material> {
    return this.#connection.ask("GET /materials/{id}", { path: { id } }, options);
  }
}

export class PrintingQualities {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All print-quality profiles of the studio, active or not, by id. */
  list(options?: CallOptions): StudioCall<readonly PrintingQuality[]> {
    return this.#connection.ask("GET /printing-qualities", {}, options);
  }

  /** @throws NotFoundError if the studio has no such quality */
  get(id: number, options?: CallOptions): StudioCall<PrintingQuality> {
    return this.#connection.ask("GET /printing-qualities/{id}", { path: { id } }, options);
  }
}

export class Finishings {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All post-processing services of the studio, by id. */
  list(options?: CallOptions): StudioCall<readonly Finishing[]> {
    return this.#connection.ask("GET /finishings", {}, options);
  }

  /** @throws NotFoundError if the studio has no such finishing */
  get(id: number, options?: CallOptions): StudioCall<Finishing> {
    return this.#connection.ask("GET /finishings/{id}", { path: { id } }, options);
  }
}

export class Products {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All products of the studio, by id. */
  list(options?: CallOptions): StudioCall<readonly Product[]> {
    return this.#connection.ask("GET /products", {}, options);
  }

  /** @throws NotFoundError if the studio has no such product */
  get(id: number, options?: CallOptions): StudioCall<Product> {
    return this.#connection.ask("GET /products/{id}", { path: { id } }, options);
  }
}

export class DeliveryMethods {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The delivery methods, with the ids for an order's `deliveryMethodId`. */
  settings(options?: CallOptions): StudioCall<DeliverySettings> {
    return this.#connection.ask("GET /delivery/settings", {}, options);
  }
}
