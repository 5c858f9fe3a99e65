// QR code of an address as SVG, black on white in every theme, for pages and as a file.

import { encode } from "uqr";

/** Modules of white around the code, as ISO/IEC 18004 wants it. */
const QUIET_ZONE = 4;

/** Read with an eighth of it worn or covered. */
const ERROR_CORRECTION = "M";

export function QrCode({ address, label }: { readonly address: string; readonly label: string }) {
  const { size, path } = drawn(address);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** A file of its own: any program that draws or prints takes it at any size. */
export function qrCodeFile(address: string): string {
  const { size, path } = drawn(address);
  const box = `width="${size * 10}" height="${size * 10}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>\n`;
}

/** Every dark module as a square, in modules. */
function drawn(address: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(address, { ecc: ERROR_CORRECTION, border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
