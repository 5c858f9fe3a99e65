// Counts of a proof of files: the ends of each family, and the numbers of whole slices and imports.

import { markdownTable } from "../../markdown-table.ts";
import type { FileEnd } from "./end-of-file.ts";

export class FileTally {
  readonly #ends = new Map<string, Map<string, number>>();
  readonly #kinds = new Map<string, { figure: number; reason: number }>();
  readonly #slices = new Map<string, number>();
  readonly #imports = new Map<string, number>();

  count(family: string, { label, kind }: FileEnd): void {
    const labels = this.#ends.get(family) ?? new Map<string, number>();
    labels.set(label, (labels.get(label) ?? 0) + 1);
    this.#ends.set(family, labels);
    const kinds = this.#kinds.get(family) ?? { figure: 0, reason: 0 };
    kinds[kind]++;
    this.#kinds.set(family, kinds);
  }

  countSlice(slicer: string, technology: string): void {
    const key = `${slicer}, ${technology}`;
    this.#slices.set(key, (this.#slices.get(key) ?? 0) + 1);
  }

  countImport(family: string): void {
    this.#imports.set(family, (this.#imports.get(family) ?? 0) + 1);
  }

  /** Files sent through the service. */
  get imports(): number {
    return [...this.#imports.values()].reduce((sum, count) => sum + count, 0);
  }

  get files(): number {
    return [...this.#kinds.values()].reduce((sum, { figure, reason }) => sum + figure + reason, 0);
  }

  get slices(): number {
    return [...this.#slices.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The number of files of the family with this kind of end. */
  ended(family: string, kind: FileEnd["kind"]): number {
    return this.#kinds.get(family)?.[kind] ?? 0;
  }

  /** Files, figures and reasons of each family, the most frequent reasons first. */
  table(): string {
    const rows = [...this.#kinds].map(([family, { figure, reason }]) => {
      const labels = [...(this.#ends.get(family) ?? [])]
        .sort((a, b) => b[1] - a[1])
        .map(([label, count]) => `${label} ${count}`);
      return [family, String(figure + reason), String(figure), String(reason), labels.join(", ")];
    });
    const columns = ["Files", "Number", "Figures", "Reasons", "Ends"];
    return markdownTable(columns, rows);
  }

  slicesInWords(): string {
    return [...this.#slices].map(([key, count]) => `${key}: ${count}`).join("; ");
  }
}
