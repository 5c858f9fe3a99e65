// One item of a quote in words, for its card and the form: choices, price lines, warnings.

import type { QuotedItem, ShownWarning } from "../../wire.ts";
import type { PartChoice } from "./choices.ts";
import { usePage } from "./page-tools.ts";

/** The choices in one line: "PLA білий · Стандарт · 5 штук". */
export function ChosenLine({ choice }: { readonly choice: PartChoice }) {
  const { configuration, parts } = usePage();
  const { catalog } = configuration;
  const { materialId, printingQualityId, finishingIds, quantity } = choice;
  const material = catalog.materials.find(({ id }) => id === materialId);
  const quality = catalog.qualities.find(({ id }) => id === printingQualityId);
  const finishings = catalog.finishings.filter(({ id }) => finishingIds.includes(id));
  const names = [
    [material?.name, material?.color].filter((name) => typeof name === "string").join(" "),
    quality?.name,
    ...finishings.map(({ name }) => name),
    parts.counts.pieces(quantity),
  ];
  return <p class="small muted">{names.filter((name) => name !== undefined && name !== "").join(" · ")}</p>;
}

/** The lines of a quoted item: they add up to its price. */
export function QuotedLines({ item }: { readonly item: Pick<QuotedItem, "lines"> }) {
  const { parts, format } = usePage();
  return (
    <ul class="lines small">
      {item.lines.map((line, index) => (
        <li key={`${line.kind} ${index}`}>
          <span>{lineName(parts, line)}</span>
          <span>{format.money(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

function lineName(
  { price }: ReturnType<typeof usePage>["parts"],
  { kind, name, prints = 1, fromQuantity = 1 }: QuotedItem["lines"][number],
): string {
  switch (kind) {
    case "start":
      return price.startLine(prints);
    case "tier":
      return price.tierLine(fromQuantity);
    case "finishing":
    case "priority":
    case "staff":
      return name ?? "";
    case "printing":
    case "product":
    case "setup":
    case "minimum":
      return price.lines[kind];
  }
}

/** Named in words, so that neither colour nor sign alone carries the warning. */
export function WarningList({ warnings }: { readonly warnings: readonly ShownWarning[] }) {
  const { parts } = usePage();
  return (
    <>
      <p>
        <strong>{parts.warnings.title}</strong>
      </p>
      <ul class="small">
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </>
  );
}
