// The floors of src, highest first, and the check of imports against them.

/** Rooms on one floor do not know each other; a room imports from lower floors only. */
export const FLOORS: readonly (readonly string[])[] = [
  ["index.ts"],
  ["app.ts"],
  ["panel", "storefront", "reference", "operator"],
  ["pages"],
  ["technologies", "catalog", "printers", "quotes", "orders", "price-requests", "studios", "people", "health"],
  ["items", "slicing", "models", "machine-profiles"],
  ["idempotency"],
  ["gate"],
  ["http"],
  ["tenant"],
  ["db", "platform", "env.ts"],
  ["pricing"],
  ["domain"],
];

/** An import of one file of `src` by another, by their paths below `src`. */
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

/** The imports that go up, sideways, or to a room without a floor, each as a sentence. */
export function brokenImports(imports: readonly Import[]): string[] {
  return imports.filter((candidate) => !isAllowed(candidate)).map(({ from, to }) => `${from} must not import ${to}`);
}

function isAllowed(candidate: Import): boolean {
  const [from, to] = [roomOf(candidate.from), roomOf(candidate.to)];
  if (from === to) return true;
  return floorOf(from) < floorOf(to) || isDurableObjectBinding(candidate);
}

/** A folder of `src`, or a file that lies in `src` itself. */
export function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** @throws Error for a room that stands on no floor: a new room gets its place here first */
function floorOf(room: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  if (floor === -1) throw new Error(`${room} has no floor: add it to FLOORS`);
  return floor;
}
