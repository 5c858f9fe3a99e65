// Runs the command blocks of a Markdown document as they are written, by the conventions in CONTRIBUTING.md.

import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { YOUR_KEY } from "../../../scripts/reference/addresses.ts";
import { atOrigin } from "../../../src/reference/own-origin.ts";

/** Many times a document's usual run: the machine may be busy with others. */
export const MAX_RUN_MILLISECONDS = 400_000;

/** Commands that count as done: the test has installed, and started the service; CI runs the rest. */
const DONE_ALREADY = new Set(["npm ci", "npm start", "npm run dev", "npm ci && npm run demo", "npm ci && npm test"]);

/** Commands that change this machine, the project or a deployed service: never by a test. Not `.wrangler/…`, which is a folder. */
const REFUSED = /(?<![\w./-])(?:wrangler|docker)(?![\w./-])|\bnpm\s+(?:run\s+deploy|install|i|add)\b/;

const ADDRESS_IN_DOCUMENTS = "127.0.0.1:8787";

/** Guides are served: they know no checkout, and run from an empty folder with the service's address and a reader's key filled in. */
const GUIDES = "docs/guides/";

/** By the first word of a fence: how a whole program in it is run. */
const PROGRAMS: Readonly<Record<string, { readonly file: string; readonly command: string }>> = {
  js: { file: "program.js", command: "node" },
  ts: { file: "program.ts", command: "node" },
  python: { file: "program.py", command: "python3" },
  php: { file: "program.php", command: "php" },
};

/** The one program that a machine of a developer may lack. */
const hasPhp = spawnSync("php", ["--version"]).status === 0;
if (!hasPhp) console.log("There is no PHP: the documents' programs in it are not run.");

/** Other names of a shell: a block of theirs would never be run. */
const WRONG_LANGUAGES = new Set(["bash", "shell", "zsh", "console", "shell-session"]);

interface Block {
  readonly language: string;
  readonly words: readonly string[];
  /** The number of its first line of text, from 0. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

export interface DocumentRun {
  readonly succeeded: boolean;
  /** Output of the commands, and on failure the document's line that failed. */
  readonly output: string;
  readonly commandLines: number;
}

/** @throws Error naming the line of a fence that is written against the conventions */
export async function runDocument(name: string, text: string, system: TestSystem): Promise<DocumentRun> {
  // Below the project, so that packages are found, in a folder that Git ignores.
  const cache = join(PROJECT_FOLDER, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "document-"));
  try {
    const blocks = blocksOf(name, text);
    for (const block of blocks) {
      if (block.words.includes("not-run")) await checkSyntax(name, block);
    }
    const script = Array.from({ length: text.split("\n").length }, () => "");
    for (const [index, block] of blocks.entries()) {
      if (block.language === "sh" && !block.words.includes("not-run")) {
        for (const [offset, line] of block.lines.entries()) {
          const command = toCommand(line);
          const [refused] = REFUSED.exec(command.replace(/(?:^|\s)#\s.*$/, "")) ?? [];
          if (refused !== undefined) {
            throw new Error(
              `${name}:${block.firstLine + offset + 1}: mark the block not-run, a test never runs ${refused}`,
            );
          }
          script[block.firstLine + offset] = command;
        }
      }
      if (block.language in PROGRAMS && block.words.includes("run")) {
        script[block.firstLine] = await writeProgram(block, join(folder, `${index}`), system);
      }
    }
    const commandLines = script.filter((line) => /^\s*[^\s#:]/.test(line)).length;
    await writeFile(join(folder, "document.sh"), filledIn(script.join("\n"), system));
    return { ...(await runScript(name, folder, system)), commandLines };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function blocksOf(name: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly block: Block & { lines: string[] } } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, fence, info = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open && fence?.startsWith(open.fence) && info.trim() === "") {
      blocks.push(open.block);
      open = undefined;
    } else if (open !== undefined) {
      open.block.lines.push(line);
    } else if (fence !== undefined) {
      const [language = "", ...words] = info.trim().split(/\s+/);
      if (WRONG_LANGUAGES.has(language)) {
        throw new Error(`${name}:${index + 1}: write \`sh\`, not \`${language}\`, so that the block is run`);
      }
      open = { fence, block: { language, words, firstLine: index + 1, lines: [] } };
    }
  }
  if (open !== undefined) throw new Error(`${name}:${open.block.firstLine}: the fence is never closed`);
  return blocks;
}

/** A line of a block as it is run: that of a server goes on in the background, a comment may announce the next curl's status. */
function toCommand(line: string): string {
  const command = line.replace(/\s+#\s.*$/, "").trim();
  const [, status] = /^# Answers ([45]\d\d)\b/.exec(line.trim()) ?? [];
  if (status !== undefined) return `expect_status ${status}`;
  if (DONE_ALREADY.has(command)) return ":";
  if (/^npm run -w example-\S+ start$/.test(command)) return `in_background ${command}`;
  return line;
}

async function writeProgram({ language, lines }: Block, folder: string, system: TestSystem): Promise<string> {
  const { apiKey, baseUrl } = system;
  const program = PROGRAMS[language];
  if (program === undefined) throw new Error(`no program runs ${language}`);
  await mkdir(folder);
  const file = join(folder, program.file);
  await writeFile(file, filledIn(lines.join("\n"), system));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  if (language === "php" && !hasPhp) return ":";
  return `STUDIO_API_KEY=${apiKey} STUDIO_API_URL=${baseUrl} ${program.command} '${file}'`;
}

async function checkSyntax(name: string, { language, firstLine, lines }: Block): Promise<void> {
  if (language !== "sh") return;
  const checked = promisify(execFile)("bash", ["-n", "-c", lines.join("\n")]);
  await checked.catch((error: { stderr: string }) => {
    throw new Error(`${name}:${firstLine}: ${error.stderr}`);
  });
}

/** As the service and its reader fill a guide, and a developer a document of the repository. */
function filledIn(text: string, { baseUrl, apiKey }: TestSystem): string {
  const { host, origin } = new URL(baseUrl);
  return atOrigin(text, origin).replaceAll(YOUR_KEY, apiKey).replaceAll(ADDRESS_IN_DOCUMENTS, host);
}

/** The document's lines keep their numbers, so that a failure names the line. */
const PRELUDE = `
set -eEuo pipefail
fail() { echo "$DOCUMENT:$1" >&2; exit 1; }
trap 'fail "$LINENO: failed: $BASH_COMMAND"' ERR
trap 'for server in \${SERVERS:-}; do kill -- "-$server" 2>/dev/null || true; done' EXIT
expect_status() {
  [ ! -e "$RUN_FOLDER/expected" ] || fail "\${BASH_LINENO[0]}: the answer expected before this one was never asked for"
  echo "$1" > "$RUN_FOLDER/expected"
}
# Its own process group, so that its end also ends its children.
in_background() {
  local log="$RUN_FOLDER/server-$RANDOM"
  set -m; PORT=0 "$@" > "$log" 2>&1 & set +m
  local server=$!
  SERVERS="\${SERVERS:-} $server"
  for _ in $(seq 300); do
    if grep -q 'http://' "$log"; then return 0; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.2
  done
  cat "$log" >&2
  return 1
}
`;

/** Stands for curl: fails if the answer's status is an error that the document did not announce. */
const CURL = `#!/usr/bin/env bash
headers=$(mktemp)
code=0
"$REAL_CURL" --dump-header "$headers" "$@" || code=$?
status=$(awk '/^HTTP\\//{ status = $2 } END { print status }' "$headers")
rm -f "$headers"
expected=""
if [ -e "$RUN_FOLDER/expected" ]; then expected=$(cat "$RUN_FOLDER/expected"); rm "$RUN_FOLDER/expected"; fi
if [ -n "$expected" ] && [ "$status" != "$expected" ]; then echo "curl was answered with $status, not with $expected" >&2; exit 22; fi
if [ -z "$expected" ] && [ "\${status:-0}" -ge 400 ]; then echo "curl was answered with $status" >&2; exit 22; fi
if [ -z "$expected" ]; then exit $code; fi
`;

async function runScript(
  name: string,
  folder: string,
  { stateFolder }: TestSystem,
): Promise<Omit<DocumentRun, "commandLines">> {
  const realCurl = (await promisify(execFile)("bash", ["-c", "command -v curl"])).stdout.trim();
  await mkdir(join(folder, "bin"));
  const empty = join(folder, "empty");
  await mkdir(empty);
  await writeFile(join(folder, "bin", "curl"), CURL, { mode: 0o755 });
  await writeFile(join(folder, "prelude.sh"), PRELUDE);
  const end = '[ ! -e "$RUN_FOLDER/expected" ] || fail "the last answer that it announces was never asked for"';
  const { STUDIO_API_KEY: _, STUDIO_API_URL: __, PORT: ___, ...inherited } = process.env;
  const run = promisify(execFile)(
    "bash",
    ["-c", `exec 2>&1; source "$RUN_FOLDER/prelude.sh"; source "$RUN_FOLDER/document.sh"; ${end}`],
    {
      cwd: name.startsWith(GUIDES) ? empty : PROJECT_FOLDER,
      timeout: MAX_RUN_MILLISECONDS,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...inherited,
        DOCUMENT: name,
        RUN_FOLDER: folder,
        REAL_CURL: realCurl,
        STUDIO_STATE: stateFolder,
        PATH: `${join(folder, "bin")}:${join(PROJECT_FOLDER, "node_modules/.bin")}:${process.env.PATH}`,
      },
    },
  );
  return run.then(
    ({ stdout }) => ({ succeeded: true, output: stdout }),
    (error: Error & { stdout?: string }) => ({ succeeded: false, output: error.stdout ?? error.message }),
  );
}
