// Files that hold no settings, or mean harm, are refused with a sentence that names them.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { archive } from "../../../../harness/models/handmade-zip.ts";
import { parameterFault } from "../../../../slicer-service/src/contract/process-parameters.ts";
import { readSlicerSettings } from "../../../../src/machine-profiles/import/read-slicer-settings.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../../../../src/machine-profiles/machine-parameters.ts";
import { ini, jsonFile, ORCA_PROCESS, PRUSA_CONFIGURATION, reading, refusal, textFile, zipFile } from "./imported.ts";

describe("a file that cannot be read", () => {
  it.each([
    ["binary G-code", { name: "part.bgcode", bytes: new TextEncoder().encode("GCDE\u0001\u0000") }, "Export Config"],
    [
      "G-code of another slicer",
      textFile("cura.gcode", ";Generated with Cura\nG1 X1 Y1 E1\n"),
      "without its slicer's settings",
    ],
    ["a model alone", zipFile("model.3mf", { "3D/3dmodel.model": "<model/>" }), "as a project"],
    ["a text", textFile("readme.txt", "Dear printer, please be quick."), ".ini or .json"],
    ["nothing", textFile("empty.ini", ""), ".ini or .json"],
    ["bytes", { name: "photo.ini", bytes: new Uint8Array([0xff, 0xd8, 0, 1, 2, 3]) }, ".ini or .json"],
    ["JSON of something else", jsonFile("package.json", { name: "thing", version: "1" }), ".ini or .json"],
    ["broken JSON", textFile("preset.json", '{ "type": "machine", '), "no valid JSON"],
    ["a resin printer", textFile("resin.ini", "printer_technology = SLA\nlayer_height = 0.05\n"), "resin printer"],
    ["a bundle of resin presets", textFile("resin.ini", "[sla_print:fine]\nlayer_height = 0.05\n"), ".ini or .json"],
  ])("such as %s is refused by its name", (_, file, advice) => {
    const sentence = refusal([file]);
    expect(sentence).toContain(file.name);
    expect(sentence).toContain(advice);
  });

  it("is refused if there are none, too many, or of two slicers", () => {
    expect(refusal([])).toContain("at least one file");
    expect(refusal(Array.from({ length: 201 }, (_, index) => textFile(`${index}.ini`, "")))).toContain("at most 200");
    const whole = textFile("a.ini", ini(PRUSA_CONFIGURATION));
    expect(refusal([whole, textFile("b.ini", "[print:B]\nlayer_height = 0.2\n")])).toContain("without the other files");
    const presets = [textFile("a.ini", "[printer:A]\nnozzle_diameter = 0.4\n"), jsonFile("b.json", ORCA_PROCESS)];
    expect(refusal(presets)).toContain("two slicers");
  });

  it("is refused if the choice is in none of the files", () => {
    const file = textFile("a.ini", ini(PRUSA_CONFIGURATION));
    expect(refusal([file], { printer: "Other" })).toContain("no printer preset named Other");
  });
});

describe("an archive", () => {
  it("whose settings unpack to more than is read is refused", () => {
    const bomb = zipSync({ "Metadata/project_settings.config": new Uint8Array(9_000_000) });
    expect(bomb.length).toBeLessThan(50_000);
    expect(refusal([{ name: "bomb.3mf", bytes: bomb }])).toContain("cannot be unpacked");
  });

  it("that states less than it holds is inflated no further than it states", () => {
    const config = { name: "Metadata/project_settings.config", text: "\0".repeat(100_000_000) };
    const bytes = archive([{ ...config, statedSize: 100 }]);
    const refusing = processorTimeOf(() =>
      expect(refusal([{ name: "liar.3mf", bytes }])).toContain("liar.3mf cannot be unpacked"),
    );
    const aFifth = deflateRawSync(new Uint8Array(20_000_000));
    expect(refusing).toBeLessThan(processorTimeOf(() => inflateRawSync(aFifth)));
  });

  it("that is damaged is refused", () => {
    const whole = zipFile("part.3mf", { "Metadata/Slic3r_PE.config": ini(PRUSA_CONFIGURATION) });
    expect(refusal([{ name: "part.3mf", bytes: whole.bytes.subarray(0, 200) }])).toContain("cannot be unpacked");
  });
});

describe("presets that inherit", () => {
  it("twice from each other's parents are read once each, and the last parent decides", () => {
    const steps = Array.from({ length: 60 }, (_, at) => `[print:${at}]\ninherits = ${at + 1}; *other${at}*\n`);
    const others = steps.map((_, at) => `[print:*other${at}*]\ninherits = ${at + 1}\nperimeters = ${at + 1}\n`);
    const last = "[print:60]\nlayer_height = 0.2\nperimeters = 61\n";
    const found = reading([textFile("twice.ini", [...steps, ...others, last].join(""))], { print: "0" });
    expect(found.quality.layerHeightMm).toBe(0.2);
    expect(found.quality.wallCount).toBe(1);
  });

  it("in numbers that no vendor has are refused", () => {
    const text = Array.from({ length: 20_001 }, (_, at) => `[printer:${at}]\ninherits = ${at + 1}\n`).join("");
    expect(refusal([textFile("many.ini", text)])).toContain("more than 20000 presets");
  });
});

describe("names that mean something to JavaScript", () => {
  it("are options like others", () => {
    const text =
      '{"type":"process","name":"constructor","inherits":"__proto__","__proto__":"1","toString":"2","wall_loops":"3"}';
    const found = reading([textFile("odd.json", text)]);
    expect(found.quality.wallCount).toBe(3);
    expect(found.report.lacking).toEqual(["__proto__"]);
  });
});

describe("any values at all", () => {
  const values = fc.oneof(
    fc.constantFrom("0", "-1", "1e999", "nil", "NaN", "50%", "-20%", "1e-30", "100000000", "", "0x0,1x1", '"', "1;2,3"),
    fc.string(),
  );

  it("end in a report, every number taken within its bounds", () => {
    const names = Object.keys(PRUSA_CONFIGURATION);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), values), (odd) => {
        const found = readSlicerSettings([textFile("odd.ini", ini({ ...PRUSA_CONFIGURATION, ...odd }))]);
        if (found.outcome !== "read") return;
        const numbers = Object.entries({ ...found.machine.parameters, ...found.material?.parameters });
        for (const [name, value] of numbers) {
          const bounds = MACHINE_PARAMETERS.get(name) ?? MATERIAL_PARAMETERS.get(name);
          expect(bounds, name).toBeDefined();
          expect(value >= (bounds?.min ?? 0) && value <= (bounds?.max ?? 0), `${name} ${value}`).toBe(true);
        }
        const { wallCount, topLayers, layerHeightMm } = found.quality;
        for (const [name, value] of Object.entries({ wallCount, topLayers, layerHeightMm })) {
          if (value !== null) expect(parameterFault("fdm", name, value)).toBeUndefined();
        }
      }),
    );
  });
});

/** Microseconds, of this process. */
function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
