// A material as pages name it: its name with its colour, and a dot of that colour.

/** The name, followed by the colour where the material has one. */
export function materialName(name: string, color: string | null | undefined): string {
  return color === null || color === undefined || color === "" ? name : `${name}, ${color}`;
}

/** A colour, as a dot beside the name that says it in words. */
export function Swatch({ colorHex }: { readonly colorHex: string | null | undefined }) {
  if (colorHex === null || colorHex === undefined) return null;
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={colorHex} />
    </svg>
  );
}
