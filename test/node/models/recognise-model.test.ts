// Recognising the format of an upload by the bytes at its beginning and end.

import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { binaryStl, bytes, cube, looseTriangles, ply, stepOfShape } from "../../../harness/models.ts";
import { END_BYTES, type FileEnds, recogniseModel } from "../../../src/models/recognise/recognise-model.ts";

function ends(content: Uint8Array): FileEnds {
  return { head: content.subarray(0, END_BYTES), tail: content.subarray(-END_BYTES), sizeBytes: content.length };
}

/** A STEP file's text, changed. */
function stepWith(change: (text: string) => string): Uint8Array {
  return bytes(change(new TextDecoder().decode(stepOfShape(cube(10)))));
}

const stlOf = (triangles: number, header?: string) => binaryStl(looseTriangles(triangles), header);

describe("a model's format is recognised by its content", () => {
  it.each([
    ["a binary STL", stlOf(12), "stl"],
    ['a binary STL whose header says "solid"', stlOf(12, "solid made by a program"), "stl"],
    ["a binary STL with bytes after its triangles", new Uint8Array([...stlOf(12), 1, 2, 3, 4, 5, 6, 7]), "stl"],
    ["an ASCII STL", bytes("solid part\n facet normal 0 0 1\n"), "stl"],
    ["an ASCII STL after a byte-order mark and blank lines", bytes("\uFEFF\r\n  SOLID part\n"), "stl"],
    ["an OBJ", bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "obj"],
    ["an OBJ after many comments", bytes(`${"# made by a program\n".repeat(2000)}o part\nv\t-.5 0 0\n`), "obj"],
    ["a 3MF", bytes("PK\x03\x04 3D/3dmodel.model"), "3mf"],
    [
      "a 3MF whose model stands at the archive's end",
      bytes(`PK\x03\x04${"x".repeat(200_000)}3D/Objects/part.MODEL`),
      "3mf",
    ],
    ["an ASCII PLY", ply(cube(10)), "ply"],
    ["a binary PLY", ply(cube(10), "binary_little_endian"), "ply"],
    ["a PLY in the other byte order", ply(cube(10), "binary_big_endian"), "ply"],
    ["a PLY with the line ends of Windows", bytes("ply\r\ncomment by a program\r\nformat ascii 1.0\r\n"), "ply"],
    ["a PLY whose lines end in carriage returns", bytes("ply\rformat binary_big_endian 1.0\r"), "ply"],
    ["a binary STL whose header reads as a PLY's", stlOf(12, "ply\nformat ascii 1.0\n"), "stl"],
    ["a STEP file", stepOfShape(cube(10)), "step"],
    ["a STEP file with the line ends of Windows", stepWith((text) => text.replaceAll("\n", "\r\n")), "step"],
    ["a STEP file after a byte order mark", stepWith((text) => `\ufeff${text}`), "step"],
    ["a STEP file after comments", stepWith((text) => `/* a * part */\n\n/**/${text}`), "step"],
    ["a STEP file after a comment that names its format", stepWith((text) => `/* ISO-10303-21; */${text}`), "step"],
    ["a STEP file that comments on a corner", stepWith((text) => text.replace(";", ";\n/* solid\nv 0 0 0 */")), "step"],
    ["a binary STL whose header reads as a STEP file's", stlOf(12, "ISO-10303-21;"), "stl"],
    ["an OBJ that says it was a PLY", bytes("# ply\nformat ascii 1.0\nv 0 0 0\n"), "obj"],
  ])("%s", (_, content, format) => {
    expect(recogniseModel(ends(content), "part")).toEqual({ format });
  });

  it.each([
    ["an empty file", new Uint8Array(0), "is empty"],
    ["a list of moves that no printer knows", bytes("X10 Y10\nG1\n"), "is not an STL, OBJ, 3MF, PLY or STEP model"],
    ["an image", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0xd]), "is not an STL, OBJ, 3MF, PLY or STEP model"],
    ["a PLY of an unknown encoding", bytes("ply\nformat morse 1.0\n"), "is not an STL, OBJ, 3MF, PLY or STEP model"],
    ["prose that begins with ply", bytes("ply\nwood, 4 mm\n"), "is not an STL, OBJ, 3MF, PLY or STEP model"],
    [
      "a document",
      bytes("PK\x03\x04 word/document.xml"),
      "is a ZIP archive without a 3MF model in it: unpack it, and send each model by itself",
    ],
    [
      "an archive with a whole 3MF in it",
      zipSync({ "lamp.3mf": zipSync({ "3D/3dmodel.model": bytes("<model/>") }) }, { level: 0 }),
      "is a ZIP archive without a 3MF model in it: unpack it, and send each model by itself",
    ],
    ["an STL of no triangles", stlOf(0), "is an STL file without triangles"],
  ])("%s is refused with the reason", (_, content, fault) => {
    expect(recogniseModel(ends(content), "part")).toMatchObject({ fault: { en: fault } });
  });

  it("a binary STL that is cut short is refused with advice to save it again", () => {
    expect(recogniseModel(ends(stlOf(100).subarray(0, 4000)), "part.stl")).toEqual({
      fault: {
        en: "is cut short, or not an STL, OBJ, 3MF, PLY or STEP model: save it again, and send it anew",
        uk: "неповний або не є моделлю STL, OBJ, 3MF, PLY чи STEP: збережіть його ще раз і надішліть знову",
      },
      advises: true,
    });
  });
});

const IGES = `${"a bracket".padEnd(72)}S      1\n${"1H,,1H;,4HSLOT".padEnd(72)}G      1\n`;
const EXPORT = {
  en: "open it in its program, and export it as STL, 3MF or STEP",
  uk: "відкрийте його у своїй програмі й експортуйте як STL, 3MF чи STEP",
};

describe("a file of another format is refused by that format's name, with advice", () => {
  it.each([
    ["IGES", bytes(IGES)],
    ["Rhino", bytes("3D Geometry File Format        5\0")],
    ["Parasolid", bytes("**ABCDEFGHIJKLMNOPQRSTUVWXYZ*****\n**PARASOLID !\n")],
    ["DXF", bytes("  0\r\nSECTION\r\n  2\r\nHEADER\r\n")],
    ["DXF", bytes("999\nmade by a program\n0\nSECTION\n")],
    ["DXF", bytes("AutoCAD Binary DXF\r\n\x1a\0")],
    ["DWG", bytes("AC1032\0\0\0\0")],
    ["Blender", bytes("BLENDER-v402\0")],
    ["FBX", bytes("Kaydara FBX Binary  \0")],
    ["FBX", bytes("; FBX 7.4.0 project file\n")],
    ["glTF", bytes("glTF\x02\0\0\0")],
    ["glTF", bytes('{ "scene": 0, "asset": { "version": "2.0" } }')],
    ["AMF", bytes('<?xml version="1.0"?>\n<amf unit="millimeter">')],
    ["COLLADA", bytes('<?xml version="1.0"?>\n<COLLADA version="1.4.1">')],
  ])("%s by its content, whatever its name", (name, content) => {
    expect(recogniseModel(ends(content), "part.stl")).toEqual({
      fault: { en: `is in ${name} format: ${EXPORT.en}`, uk: `має формат ${name}: ${EXPORT.uk}` },
      advises: true,
    });
  });

  it.each([
    ["part.IGS", "IGES"],
    ["part.sldprt", "SolidWorks"],
    ["part.v2.f3d", "Fusion"],
    ["part.ipt", "Inventor"],
    ["part.3dm", "Rhino"],
    ["part.x_t", "Parasolid"],
    ["part.dxf", "DXF"],
    ["part.dwg", "DWG"],
    ["part.blend", "Blender"],
    ["part.fbx", "FBX"],
    ["part.gltf", "glTF"],
    ["part.glb", "glTF"],
    ["part.amf", "AMF"],
    ["part.scad", "OpenSCAD"],
  ])("%s by its extension, packed or not", (fileName, name) => {
    for (const content of [bytes("\0\x01\x02"), bytes("PK\x03\x04 Manifest.dat"), new Uint8Array([0x1f, 0x8b, 8])]) {
      expect(recogniseModel(ends(content), fileName)).toMatchObject({
        fault: { en: `is in ${name} format: ${EXPORT.en}`, uk: `має формат ${name}: ${EXPORT.uk}` },
      });
    }
  });

  it.each([
    ["print.gcode", bytes("\0\x01")],
    ["part.stl", bytes("; sliced by a program\n\n; layer 0\nM104 S210 ; heat\nG28\n")],
    ["part.txt", bytes("G28 ; home\nG1 X10 Y10\n")],
    ["part.bgcode", bytes("GCDE\x01\0\0\0")],
  ])("G-code as code for a printer: %s", (fileName, content) => {
    expect(recogniseModel(ends(content), fileName)).toMatchObject({
      fault: {
        en: "is in G-code format: it is sliced for a printer already, so export its model as STL, 3MF or STEP",
        uk: "має формат G-code: це вже код для принтера, тож експортуйте саму модель як STL, 3MF чи STEP",
      },
    });
  });

  it.each([
    ["RAR", bytes("Rar!\x1a\x07\x01\0"), "parts"],
    ["RAR", bytes("\0\x01"), "parts.rar"],
    ["7Z", new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), "parts"],
    ["ZIP", bytes("\0\x01"), "parts.zip"],
  ])("%s as an archive", (name, content, fileName) => {
    expect(recogniseModel(ends(content), fileName)).toMatchObject({
      fault: {
        en: `is a ${name} archive: unpack it, and send each model in it by itself`,
        uk: `є архівом ${name}: розпакуйте його й надішліть кожну модель окремо`,
      },
    });
  });

  it("and a model is taken under any of those names", () => {
    for (const fileName of ["part.igs", "part.gcode", "parts.zip"]) {
      expect(recogniseModel(ends(stlOf(12)), fileName)).toEqual({ format: "stl" });
    }
  });

  it("an empty one is told to be empty", () => {
    expect(recogniseModel(ends(bytes("")), "part.igs")).toMatchObject({ fault: { en: "is empty" } });
  });
});
