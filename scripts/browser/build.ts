// Builds the browsers' files into public/: wrangler runs this before it serves or deploys.

import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { buildPages } from "../reference/build-pages.ts";
import { noticesOf, packageFoldersIn } from "../supply-chain/package-notices.ts";

const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "eof",
  logLevel: "warning",
} satisfies BuildOptions;

/** The browsers' code of each door, and the folder of its files. */
export const BROWSER_FOLDERS = {
  panel: { source: "src/panel/browser", target: "public/panel/assets" },
  storefront: { source: "src/storefront/browser", target: "public/order-page/assets" },
  reference: { source: "src/reference/browser", target: "public/docs/assets" },
} as const;

/** The scripts and styles of the panel and the order page, the widget for other sites, and the documents' with their pages. */
export async function buildBrowserFiles(): Promise<void> {
  const { panel, storefront, reference } = BROWSER_FOLDERS;
  await buildFolder(panel.source, panel.target);
  await buildFolder(storefront.source, storefront.target);
  await buildWidget();
  await buildPages(await buildFolder(reference.source, reference.target));
}

/**
 * Each script of the folder itself becomes a file of its own; shared code lies in folders below.
 *
 * @returns a version name, which changes with the written content
 */
export async function buildFolder(source: string, target: string): Promise<string> {
  const { outputFiles, metafile } = await bundleFolder(source, target);
  await mkdir(join(PROJECT_FOLDER, target, "parts"), { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  // Minified scripts lose the notices that most licences ask to keep.
  await writeFile(join(PROJECT_FOLDER, target, "licences.txt"), await noticesOf(packageFoldersIn(metafile)));
  await removeOldParts(join(PROJECT_FOLDER, target, "parts"), new Set(outputFiles.map(({ path }) => path)));
  const hash = createHash("sha256");
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest("hex").slice(0, 8);
}

/** The content of `buildFolder`'s files, and esbuild's account of it. Nothing is written. */
export async function bundleFolder(source: string, target: string) {
  const folder = join(PROJECT_FOLDER, source);
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const names = entries.map(({ name }) => name);
  return build({
    ...FOR_BROWSERS,
    absWorkingDir: folder,
    entryPoints: names.filter((name) => /\.(tsx?|css|svg)$/.test(name) && !name.endsWith(".d.ts")),
    outdir: join(PROJECT_FOLDER, target),
    // A dynamic import, such as that of three.js, becomes a file of its own.
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    loader: { ".svg": "copy" },
    write: false,
    metafile: true,
  });
}

/** A part's name changes with its content: those of earlier builds would pile up. */
export async function removeOldParts(folder: string, current: ReadonlySet<string>): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  await Promise.all(paths.filter((path) => !current.has(path)).map((path) => rm(path, { force: true })));
}

/** One file at a permanent address, which sites write into their pages; and the page's script inside its frame. */
async function buildWidget(): Promise<void> {
  const widget = join(PROJECT_FOLDER, "src/storefront/browser/widget");
  await build({
    ...FOR_BROWSERS,
    entryPoints: [join(widget, "widget.ts")],
    outfile: join(PROJECT_FOLDER, "public/widget.js"),
  });
  // One file: a part shared with the page's script would cost one more round trip before either runs.
  await build({
    ...FOR_BROWSERS,
    entryPoints: [join(widget, "framed.ts")],
    outfile: join(PROJECT_FOLDER, "public/order-page/assets/framed.js"),
  });
}

if (import.meta.main) await buildBrowserFiles();
