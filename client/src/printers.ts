// The studio's printers.

import type { CallOptions, Connection, KeyedCallOptions } from "./connection.ts";
import type { StudioCall } from "./studio-call.ts";
import type { NewPrinter, Printer, PrinterChanges } from "./types.ts";

export class Printers {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All printers of the studio, the newest first. */
  list(options?: CallOptions): StudioCall<readonly Printer[]> {
    return this.#connection.ask("GET /printers", {}, options);
  }

  /** A printer with the items printing on it. @throws NotFoundError */
  get(id: number, options?: CallOptions): StudioCall<Printer> {
    return this.#connection.ask("GET /printers/{id}", { path: { id } }, options);
  }

  /**
   * Adds a printer: once, however often it has to be sent.
   *
   * @throws ValidationError; NotFoundError for an unknown technology; IdempotencyKeyReusedError
   */
  create(printer: NewPrinter, options: KeyedCallOptions = {}): StudioCall<Printer> {
    const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
    return this.#connection.ask("POST /printers", { body: printer }, keyed);
  }

  /** Changes the given fields; null clears one. @throws ValidationError; NotFoundError */
  update(id: number, changes: PrinterChanges, options?: CallOptions): StudioCall<Printer> {
    return this.#connection.ask("PATCH /printers/{id}", { path: { id }, body: changes }, options);
  }

  /** Removes a printer; its items become unassigned. @throws NotFoundError */
  delete(id: number, options?: CallOptions): StudioCall<void> {
    return this.#connection.ask("DELETE /printers/{id}", { path: { id } }, options);
  }
}
