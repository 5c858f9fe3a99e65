// Material on an order page: its name with its colour, and a dot of that colour.

interface NamedMaterial {
  readonly name: string;
  readonly color: string | null;
  readonly colorHex: string | null;
}

export function MaterialName({ name, color, colorHex }: NamedMaterial) {
  return (
    <>
      <ColorSwatch colorHex={colorHex} /> {color === null || color === "" ? name : `${name}, ${color}`}
    </>
  );
}

/** An attribute of SVG: the policy allows no inline style. */
export function ColorSwatch({ colorHex }: Pick<NamedMaterial, "colorHex">) {
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={colorHex ?? "none"} />
    </svg>
  );
}
