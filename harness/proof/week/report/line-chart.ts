// Line chart as SVG: legible on a phone, in the light and in the dark.

export interface Line {
  readonly name: string;
  /** A class of the style below: a, b or c. */
  readonly color: "a" | "b" | "c";
  /** One for each moment. */
  readonly values: readonly number[];
}

/** A mark on the time axis, or a span of it. */
export interface Mark {
  readonly from: number;
  readonly until: number;
  readonly kind: "deploy" | "kill" | "outage" | "clock";
}

export interface Chart {
  readonly title: string;
  /** The unit of the values, in words. */
  readonly unit: string;
  /** Milliseconds since 1970. */
  readonly moments: readonly number[];
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  /** The label of a moment on the time axis; undefined: it has none. */
  readonly label: (moment: number) => string | undefined;
}

const [WIDTH, HEIGHT] = [720, 400];
const PLOT = { left: 64, right: 700, top: 78, bottom: 340 } as const;
const STEPS = 4;

const STYLE = `
  text { font: 17px system-ui, sans-serif; fill: #333 }
  .title { font-size: 21px; font-weight: 600 }
  .grid { stroke: #ccc; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .a { stroke: #1f6feb } .b { stroke: #c2410c } .c { stroke: #15803d }
  .key-a { fill: #1f6feb } .key-b { fill: #c2410c } .key-c { fill: #15803d }
  .paper { fill: #fff }
  .outage { fill: #f59e0b; opacity: .3 } .clock { fill: #8b5cf6; opacity: .25 }
  .deploy { stroke: #6b7280; stroke-width: 1.5; stroke-dasharray: 4 3 } .kill { stroke: #dc2626; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .grid { stroke: #444 } .paper { fill: #15181c }
    .a { stroke: #6cb0ff } .b { stroke: #ff9d5c } .c { stroke: #5fd38a }
    .key-a { fill: #6cb0ff } .key-b { fill: #ff9d5c } .key-c { fill: #5fd38a }
  }`;

export function lineChart(chart: Chart): string {
  const { title, unit, moments, lines, marks, label } = chart;
  const [first = 0, last = 1] = [moments[0], moments.at(-1)];
  const top = roundTop(Math.max(1, ...lines.flatMap(({ values }) => values.filter(Number.isFinite))));
  const x = (moment: number) => PLOT.left + ((moment - first) / Math.max(1, last - first)) * (PLOT.right - PLOT.left);
  const y = (value: number) => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top);
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => (top * step) / STEPS);
  const grid = steps.map(
    (value) =>
      `<path class="grid" d="M${PLOT.left} ${y(value).toFixed(1)}H${PLOT.right}"/>` +
      `<text x="${PLOT.left - 8}" y="${(y(value) + 6).toFixed(1)}" text-anchor="end">${shortNumber(value)}</text>`,
  );
  const labels = moments.flatMap((moment) => {
    const text = label(moment);
    return text === undefined
      ? []
      : [`<text x="${x(moment).toFixed(1)}" y="${PLOT.bottom + 26}" text-anchor="middle">${text}</text>`];
  });
  const marked = marks
    .filter(({ from }) => from >= first && from <= last)
    .map((mark) => drawnMark(mark, x(mark.from), Math.min(PLOT.right, x(mark.until))));
  const drawn = lines.map(({ color, values }) => {
    const points = values.flatMap((value, place) =>
      Number.isFinite(value) ? [`${x(moments[place] ?? first).toFixed(1)} ${y(value).toFixed(1)}`] : [],
    );
    return `<path class="line ${color}" d="M${points.join("L")}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="16" y="30">${title}</text>`,
    ...key(lines, unit),
    ...marked,
    ...grid,
    ...labels,
    ...drawn,
    ...keyOfMarks(marks),
    "</svg>\n",
  ].join("\n");
}

function drawnMark({ kind }: Mark, from: number, until: number): string {
  if (kind === "deploy" || kind === "kill") {
    return `<path class="${kind}" d="M${from.toFixed(1)} ${PLOT.top}V${PLOT.bottom}"/>`;
  }
  const width = Math.max(2, until - from);
  return `<rect class="${kind}" x="${from.toFixed(1)}" y="${PLOT.top}" width="${width.toFixed(1)}" height="${PLOT.bottom - PLOT.top}"/>`;
}

/** The names of the lines, beside each other. */
function key(lines: readonly Line[], unit: string): string[] {
  let left = 16;
  const names = lines.flatMap(({ name, color }) => {
    const at = left;
    left += 44 + name.length * 9;
    return [
      `<rect class="key-${color}" x="${at}" y="46" width="14" height="14" rx="3"/>`,
      `<text x="${at + 20}" y="59">${name}</text>`,
    ];
  });
  return [...names, `<text x="${PLOT.right}" y="59" text-anchor="end">${unit}</text>`];
}

function keyOfMarks(marks: readonly Mark[]): string[] {
  const kinds = [
    ["deploy", "deployed"],
    ["kill", "killed"],
    ["outage", "outage"],
    ["clock", "clock back"],
  ] as const;
  const shown = kinds.filter(([kind]) => marks.some((mark) => mark.kind === kind));
  return shown.flatMap(([kind, name], place) => {
    const at = PLOT.left + place * 150;
    const sign =
      kind === "deploy" || kind === "kill"
        ? `<path class="${kind}" d="M${at + 7} 372V388"/>`
        : `<rect class="${kind}" x="${at}" y="373" width="14" height="14"/>`;
    return [sign, `<text x="${at + 22}" y="386">${name}</text>`];
  });
}

/** The least of 1, 2, 4, 8 and their tenfolds that is not below the value: quarters of it are short numbers. */
function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 8, 10].find((times) => times * power >= value) ?? 10) * power;
}

function shortNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
