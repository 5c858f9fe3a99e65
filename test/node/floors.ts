// The floors of src and of its largest rooms, highest first, and the check of imports against them.

/** Rooms on one floor do not know each other; a room imports from lower floors only. A room is a folder or a file. */
export type Floors = readonly (readonly string[])[];

export const FLOORS: Floors = [
  ["index.ts"],
  ["app.ts"],
  ["panel", "storefront", "reference", "operator"],
  // The panel shows a preview of each mail.
  ["mail"],
  // Staff is told by Telegram too; its answers to people are worded.
  ["telegram"],
  ["pages"],
  [
    "technologies",
    "catalog",
    "customers",
    "printers",
    "quotes",
    "price-requests",
    "studios",
    "people",
    "health",
    "documents",
  ],
  // A payment is a change of its order, and so is a parcel.
  ["payments", "parcels"],
  // A test order is priced as orders are.
  ["sandbox"],
  // Printing an item moves its order, so printers know orders; a customer is searched for as orders are.
  ["orders"],
  // The pipeline of an item takes its model and its slice.
  ["items"],
  ["slicing", "models", "machine-profiles", "outbox", "carrier"],
  ["idempotency"],
  ["gate", "key-log"],
  ["http"],
  ["tenant"],
  ["news"],
  ["db", "platform", "env.ts"],
  ["pricing"],
  ["domain"],
];

/** The floors inside a room, by its path below `src`. */
export const INNER_FLOORS: Readonly<Record<string, Floors>> = {
  panel: [
    ["panel.ts"],
    ["account"],
    // The values of a resumed form stand under its own labels.
    ["sign-in"],
    [
      ...[
        "carrier",
        "customers",
        "jump",
        "key-log",
        "messages",
        "month",
        "news",
        "people",
        "places",
        "prices",
        "requests",
      ],
      ...["start", "storefront"],
    ],
    // The start page reminds of API keys near their end.
    ["browser", "catalog", "keys", "model-view", "sandbox"],
    // A queue shows the due days of its orders; a new order leads to its page.
    ["printing", "new-order"],
    ["orders"],
    // An order's page lists its documents.
    ["documents"],
    ["kit"],
  ],
  storefront: [
    ["storefront.ts"],
    ["browser", "delivery", "orders", "prices", "requests"],
    ["quotes"],
    ["page"],
    // The order page shows the shelf's first products.
    ["shelf"],
    ["models"],
    ["visitors"],
    ["kit"],
    ["wire.ts"],
  ],
  "storefront/browser": [
    ["storefront.tsx", "copy-address.ts", "place-search.ts", "print-button.ts"],
    ["app"],
    ["cards", "checkout"],
    ["basket"],
    ["service"],
    ["model", "widget", "words"],
  ],
  "machine-profiles": [
    [
      "change-of-parameters.ts",
      "correction.store.ts",
      "machines-in-use.store.ts",
      "preset-source.ts",
      "real-figures.request.ts",
    ],
    ["deviation.ts", "import", "presets", "real-figures.store.ts"],
    ["machine-parameters.ts"],
  ],
};

/** An import of one file by another, by their paths below `src`, or below the room whose floors are held. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/**
 * The platform's own idiom: env.ts names the Durable Object's class for its binding, and the class names Env. Types only,
 * so that nothing is loaded in a circle.
 */
function isDurableObjectBinding({ from, to, isTypeOnly }: Import): boolean {
  return from === "env.ts" && to.endsWith(".object.ts") && isTypeOnly;
}

/**
 * The imports that go up or sideways, each as a sentence.
 *
 * @throws Error for an import of a room that stands on no floor
 */
export function brokenImports(imports: readonly Import[], floors: Floors = FLOORS): string[] {
  return imports
    .filter((candidate) => !isAllowed(candidate, floors))
    .map(({ from, to }) => `${from} must not import ${to}`);
}

function isAllowed(candidate: Import, floors: Floors): boolean {
  const [from, to] = [roomOf(candidate.from), roomOf(candidate.to)];
  if (from === to) return true;
  return floorOf(from, floors) < floorOf(to, floors) || isDurableObjectBinding(candidate);
}

/** The imports between two files of a room, by their paths below it. */
export function importsInside(room: string, imports: readonly Import[]): Import[] {
  const start = `${room}/`;
  return imports
    .filter(({ from, to }) => from.startsWith(start) && to.startsWith(start))
    .map(({ from, to, isTypeOnly }) => ({ from: from.slice(start.length), to: to.slice(start.length), isTypeOnly }));
}

/** The first folder of a path, or the file itself. */
export function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** @throws Error for a room that stands on no floor: a new room gets its place here first */
function floorOf(room: string, floors: Floors): number {
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  if (floor === -1) throw new Error(`${room} has no floor: add it to FLOORS, or to its room's in INNER_FLOORS`);
  return floor;
}
