// A material's name with its colour, and a swatch of the colour.

/** The name, followed by the colour if the material has one. */
export function materialName(name: string, color: string | null | undefined): string {
  return color === null || color === undefined || color === "" ? name : `${name}, ${color}`;
}

/** A dot of the colour. Hidden from screen readers: the name beside it states the colour. */
export function Swatch({ colorHex }: { readonly colorHex: string | null | undefined }) {
  if (colorHex === null || colorHex === undefined) return null;
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={colorHex} />
    </svg>
  );
}
