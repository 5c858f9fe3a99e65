// Cities, branches and parcel lockers of the stand-in carrier: a small country with the real one's names.

export interface StandInBranch {
  readonly ref: string;
  readonly number: number;
  readonly name: string;
  readonly kind: "branch" | "locker";
  /** It takes no parcels now. */
  readonly isClosed?: boolean;
}

export interface StandInCity {
  readonly ref: string;
  readonly settlementRef: string;
  readonly name: string;
  /** As searchSettlements writes it. */
  readonly present: string;
  readonly branches: readonly StandInBranch[];
  readonly streets: readonly { readonly ref: string; readonly name: string }[];
}

/** A reference of the carrier's form: 36 characters. */
export function referenceOf(kind: number, number: number): string {
  return `${kind.toString(16).padStart(8, "0")}-391c-11dd-90d9-${number.toString(16).padStart(12, "0")}`;
}

const CITIES: readonly (readonly [name: string, present: string, streets: readonly string[], branches: number])[] = [
  ["Київ", "м. Київ, Київська обл.", ["Хрещатик", "Пирогівський шлях", "Саксаганського"], 40],
  ["Київське", "с. Київське, Баштанський р-н, Миколаївська обл.", ["Центральна"], 1],
  ["Київець", "с. Київець, Стрийський р-н, Львівська обл.", ["Шевченка"], 0],
  ["Львів", "м. Львів, Львівська обл.", ["Городоцька", "Личаківська"], 25],
  ["Одеса", "м. Одеса, Одеська обл.", ["Дерибасівська"], 25],
  ["Дніпро", "м. Дніпро, Дніпропетровська обл.", ["Робоча", "Набережна Перемоги"], 25],
  ["Кам’янець-Подільський", "м. Кам'янець-Подільський, Кам'янець-Подільський р-н, Хмельницька обл.", ["Соборна"], 8],
  ["Бровари", "м. Бровари, Броварський р-н, Київська обл.", ["Незалежності"], 6],
];

export const STAND_IN_CITIES: readonly StandInCity[] = CITIES.map(([name, present, streets, count], index) => ({
  ref: referenceOf(0x8d5a, index + 1),
  settlementRef: referenceOf(0xe718, index + 1),
  name,
  present,
  branches: branchesOf(index + 1, streets, count),
  streets: streets.map((street, at) => ({ ref: referenceOf(0x5000 + index, at + 1), name: street })),
}));

/** Every third one is a locker. The last is closed. */
function branchesOf(city: number, streets: readonly string[], count: number): StandInBranch[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = index % 3 === 2 ? "locker" : "branch";
    const number = kind === "locker" ? 5000 + index : index + 1;
    const street = `вул. ${streets[index % streets.length] ?? "Центральна"}, ${index + 3}`;
    const name =
      kind === "locker" ? `Поштомат "Нова Пошта" №${number}: ${street} (Маркет)` : `Відділення №${number}: ${street}`;
    return {
      ref: referenceOf(0x1ec00 + city, index + 1),
      number,
      name,
      kind,
      isClosed: count > 1 && index === count - 1,
    };
  });
}
