// QR code of an address as SVG, black on white, for pages and as a file.

import { encode } from "uqr";

/** White margin in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Level M: readable with an eighth of the code covered. */
const ERROR_CORRECTION = "M";

interface QrCodeProps {
  readonly address: string;
  readonly label: string;
  /** A sign in the middle, small enough that the code is read without the modules below it. */
  readonly sign?: string;
}

export function QrCode({ address, label, sign }: QrCodeProps) {
  const { size, path } = drawn(address);
  const [middle, radius] = [size / 2, size / 16];
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={path} />
      {sign === undefined ? null : (
        <>
          <circle cx={middle} cy={middle} r={radius} fill="#fff" />
          <text
            x={middle}
            y={middle}
            font-size={radius * 1.5}
            text-anchor="middle"
            dominant-baseline="central"
            fill="#000"
          >
            {sign}
          </text>
        </>
      )}
    </svg>
  );
}

/** A standalone SVG file, for print programs. */
export function qrCodeFile(address: string): string {
  const { size, path } = drawn(address);
  const box = `width="${size * 10}" height="${size * 10}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>\n`;
}

/** Dark modules as unit squares of one path. */
function drawn(address: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(address, { ecc: ERROR_CORRECTION, border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
