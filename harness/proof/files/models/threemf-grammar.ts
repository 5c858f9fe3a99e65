// Grammar of 3MF: archives and model parts in every writing, and files that break the format's rules.

import fc from "fast-check";
import { bytes } from "../../../models/bytes.ts";
import { PACKAGE_PARTS } from "../../../models/threemf.ts";
import { damagedShape } from "./damaged-shape.ts";
import type { DrawnShape } from "./drawn-shape.ts";
import { encoded, modelTexts, type ThreeMfWriting, threeMfWriting } from "./threemf-model.ts";
import { type ModelGrammar, ODD_NUMBERS, type WrittenModel } from "./written-model.ts";
import { writtenZip, type ZipEntry, type ZipLies, type ZipWriting, zipWriting } from "./written-zip.ts";

const RELATIONSHIP = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
const TARGETS = ["/3D/3dmodel.model", "3D/3dmodel.model", "/3D/деталь.model"] as const;

interface Package {
  readonly zip: ZipWriting;
  readonly model: ThreeMfWriting;
  readonly target: (typeof TARGETS)[number];
  /** The relation names the part as OPC has addresses written. */
  readonly isEscaped: boolean;
}

const packageOf = fc.record({
  zip: zipWriting,
  model: threeMfWriting,
  target: fc.constantFrom(...TARGETS),
  isEscaped: fc.boolean(),
});

const wordsOf = ({ zip, model }: Package) => {
  const kinds = [
    zip.isStored ? "stored" : "packed",
    ...(zip.hasDescriptor ? ["sizes after entries"] : []),
    ...(zip.isIn64Bits ? ["64 bits"] : []),
    model.unit,
    model.encoding,
    `${model.nesting} levels`,
    ...(model.isApart ? ["mesh in its own part"] : []),
  ];
  return kinds.join(", ");
};

function entriesOf(
  { model, target, isEscaped }: Package,
  texts: { readonly root: string; readonly apart: string | null },
): ZipEntry[] {
  const relations = `<Relationships><Relationship Target="${isEscaped ? encodeURI(target) : target}" Id="r" Type="${RELATIONSHIP}"/></Relationships>`;
  return [
    { name: "[Content_Types].xml", content: bytes(PACKAGE_PARTS["[Content_Types].xml"] ?? "") },
    { name: "_rels/.rels", content: bytes(relations) },
    ...(texts.apart === null ? [] : [{ name: "3D/apart.model", content: encoded(texts.apart, model.encoding) }]),
    { name: target.replace(/^\//, ""), content: encoded(texts.root, model.encoding) },
  ];
}

function threeMfFile(drawn: Pick<DrawnShape, "shape">, written: Package): Uint8Array<ArrayBuffer> {
  return writtenZip(entriesOf(written, modelTexts(drawn.shape, written.model)), written.zip);
}

type Change = readonly [words: string, change: (objects: string, items: string) => readonly [string, string]];

const TRANSFORMS = [
  "0 0 0 0 0 0 0 0 0 0 0 0",
  "1 0 0 0 1 0 0 0 0 0 0 0",
  "1 0 0 1 0 0 0 0 1 0 0 0",
  "1e300 0 0 0 1e300 0 0 0 1e300 0 0 0",
  "1e-300 0 0 0 1 0 0 0 1 0 0 0",
  "nan 0 0 0 1 0 0 0 1 0 0 0",
  "1 0 0 0 1 0 0 0 1",
  "",
  "1,0 0 0 0 1,0 0 0 0 1,0 0 0 0",
  "0.7 0.7 0 -0.7 0.7 0 0 0 1 0 0 0",
  "2 0 0 0 1 0 0.5 0 1 1e9 0 0",
] as const;

const component = (id: string, more = "") => `<component objectid="${id}"${more}/>`;
const object = (id: string, content: string, more = "") => `<object id="${id}"${more}>${content}</object>`;

/** Changes of the model's own rules. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .constantFrom(...TRANSFORMS)
    .map(
      (transform): Change => [
        `item at "${transform}"`,
        (objects, items) => [objects, items.replace(/transform=(["']).*?\1/, `transform="${transform}"`)],
      ],
    ),
  fc
    .tuple(fc.integer({ min: 2, max: 30 }), fc.constantFrom(...TRANSFORMS))
    .map(
      ([count, transform]): Change => [
        `${count} more items`,
        (objects, items) => [objects, items + `<item objectid="1" transform="${transform}"/>`.repeat(count)],
      ],
    ),
  fc
    .integer({ min: 1, max: 40 })
    .map(
      (levels): Change => [
        `components ${levels} levels deep, two of each`,
        (objects, items) => [
          objects +
            Array.from({ length: levels }, (_, level) =>
              object(
                String(100 + level),
                `<components>${component(level === 0 ? "1" : String(99 + level)).repeat(2)}</components>`,
              ),
            ).join(""),
          `${items}<item objectid="${99 + levels}"/>`,
        ],
      ],
    ),
  fc.constantFrom<Change>(
    [
      "components in a circle",
      (objects) => [
        objects +
          object("8", `<components>${component("9")}</components>`) +
          object("9", `<components>${component("8")}</components>`),
        '<item objectid="8"/>',
      ],
    ],
    [
      "an object in itself",
      (objects) => [objects + object("8", `<components>${component("8")}</components>`), '<item objectid="8"/>'],
    ],
    ["an object that is not there", (objects) => [objects, '<item objectid="77"/>']],
    [
      "an object named __proto__",
      (objects, items) => [objects + object("__proto__", ""), `${items}<item objectid="__proto__"/>`],
    ],
    ["a support beside it", (objects, items) => [objects.replace('type="model"', 'type="support"'), items]],
    ["two objects of one number", (objects, items) => [objects + object("1", ""), items]],
    ["no items", (objects) => [objects, ""]],
    ["no objects", (_, items) => ["", items]],
    ["an item that is not printed", (objects, items) => [objects, items.replace("<item", '<item printable="0"')]],
    ["a part from elsewhere", (objects, items) => [objects, `${items}<item objectid="1" p:path="/../../etc/passwd"/>`]],
    [
      "a beam lattice",
      (objects, items) => [objects.replace("</triangles>", "</triangles><beamlattice radius='1'/>"), items],
    ],
    ["entities", (objects, items) => [objects, `${items}<item objectid="&#49;" transform="&one;"/>`]],
    ["a declared type", (objects, items) => [objects, `<!DOCTYPE x [<!ENTITY a "b">]>${items}`]],
    ["a tag that never ends", (objects, items) => [objects, `${items}<item objectid="1`]],
    ["a tag in a tag", (objects, items) => [objects, `${items}<item <item objectid="1"/>`]],
    ["paint", (objects, items) => [objects.replaceAll("<triangle ", '<triangle paint_color="8FFFF" '), items]],
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...ODD_NUMBERS)).map(
    ([at, odd]): Change => [
      `${odd} as attribute ${at % 200}`,
      (objects, items) => {
        let place = 0;
        const chosen = at % Math.max(1, Math.min(200, objects.match(/="/g)?.length ?? 1));
        return [objects.replace(/="[^"]*"/g, (written) => (place++ === chosen ? `="${odd}"` : written)), items];
      },
    ],
  ),
);

const ODD_RELATIONS = [
  "<Relationships/>",
  "",
  `<Relationships><Relationship Target="/../3D/3dmodel.model" Type="${RELATIONSHIP}"/></Relationships>`,
  `<Relationships><Relationship Target="/3D/%33dmodel.model" Type="${RELATIONSHIP}"/></Relationships>`,
  `<Relationships><Relationship Target="/_rels/.rels" Type="${RELATIONSHIP}"/></Relationships>`,
  `<Relationships><Relationship Target="http://127.0.0.1/a.model" TargetMode="External" Type="${RELATIONSHIP}"/></Relationships>`,
  "\u0000\u0001 not XML",
] as const;

/** Changes of the archive: parts that lack, repeat or lie. */
function brokenArchive({ shape }: DrawnShape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  const parts = packageOf.map((written) => ({
    written,
    entries: entriesOf(written, modelTexts(shape, written.model)),
  }));
  const number = fc.constantFrom(0, 1, 5, 1000, 600_000_000, 0x7fffffff, 0xfffffffe);
  const lies: fc.Arbitrary<ZipLies> = fc.oneof(
    number.map((value) => ({ bytes: value })),
    number.map((value) => ({ packedBytes: value })),
    number.map((value) => ({ offset: value })),
    fc.constantFrom(0, 8, 12, 99).map((method) => ({ method })),
    fc.constantFrom(0, 1, 1000, 0xffff).map((count) => ({ count })),
  );
  return fc.oneof(
    fc.tuple(parts, lies).map(([{ written, entries }, lie]) => ({
      name: `directory says ${JSON.stringify(lie)}`,
      bytes: writtenZip(entries, written.zip, lie),
    })),
    fc.tuple(parts, fc.nat(3)).map(([{ written, entries }, at]) => ({
      name: `without part ${at % entries.length}`,
      bytes: writtenZip(
        entries.filter((_, index) => index !== at % entries.length),
        written.zip,
      ),
    })),
    fc.tuple(parts, fc.nat(3)).map(([{ written, entries }, at]) => ({
      name: `part ${at % entries.length} twice`,
      bytes: writtenZip([...entries, ...entries.slice(at % entries.length, (at % entries.length) + 1)], written.zip),
    })),
    fc.tuple(parts, fc.constantFrom(...ODD_RELATIONS)).map(([{ written, entries }, text]) => ({
      name: `relations ${JSON.stringify(text)}`,
      bytes: writtenZip(
        entries.map((entry) => (entry.name === "_rels/.rels" ? { ...entry, content: bytes(text) } : entry)),
        written.zip,
      ),
    })),
    fc
      .tuple(
        parts,
        fc.constantFrom(
          "../../../tmp/a.model",
          "/3D/3dmodel.model",
          "C:\\a.model",
          "3d/3DMODEL.MODEL",
          "__proto__",
          "",
        ),
      )
      .map(([{ written, entries }, name]) => ({
        name: `a further part named ${JSON.stringify(name)}`,
        bytes: writtenZip([{ name, content: bytes("<model/>") }, ...entries], written.zip),
      })),
    fc.tuple(parts, fc.integer({ min: 1, max: 30 })).map(([{ written, entries }, mebibytes]) => ({
      name: `${mebibytes} MiB of blanks in its model`,
      bytes: writtenZip(
        entries.map((entry) =>
          entry.name.endsWith("model.model")
            ? {
                ...entry,
                content: new Uint8Array(Buffer.concat([entry.content, Buffer.alloc(mebibytes * 2 ** 20, " ")])),
              }
            : entry,
        ),
        { ...written.zip, isStored: false },
      ),
    })),
  );
}

export const THREEMF_GRAMMAR: ModelGrammar = {
  format: "3mf",
  sound: (drawn) =>
    packageOf.map((written) => ({
      format: "3mf",
      name: `${drawn.name}, ${wordsOf(written)}`,
      bytes: threeMfFile(drawn, written),
      means: drawn,
    })),
  damaged: (drawn) =>
    fc
      .oneof(
        fc.tuple(damagedShape(drawn.shape), packageOf).map(([{ damage, shape }, written]) => ({
          name: `${damage}, ${wordsOf(written)}`,
          bytes: threeMfFile({ shape }, written),
        })),
        fc.tuple(packageOf, change).map(([written, [words, changed]]) => {
          const model = { ...written.model, prefix: "" };
          const texts = modelTexts(drawn.shape, model, changed);
          return {
            name: `${words}, ${wordsOf(written)}`,
            bytes: writtenZip(entriesOf({ ...written, model }, texts), written.zip),
          };
        }),
        brokenArchive(drawn),
      )
      .map((written) => ({ ...written, format: "3mf", name: `${drawn.name}, ${written.name}`, means: null })),
};
