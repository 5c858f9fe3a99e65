// The Python client as a package: its wheel is built, installed, and used from an empty folder.
// Skipped without a Python with requests, setuptools, wheel, pip and venv, which Debian has as packages.

import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { PART } from "./run-example.ts";

const BUILD_TOOLS = "import setuptools, wheel, pip, venv, requests";
/** The first Python of these that can build: the one on the PATH may lack Debian's packages. */
const python = ["python3", "/usr/bin/python3"].find((program) => spawnSync(program, ["-c", BUILD_TOOLS]).status === 0);
if (python === undefined)
  console.log("There is no Python with requests, setuptools, wheel and pip: no wheel is built.");
const hasMypy = spawnSync("mypy", ["--version"]).status === 0;
if (!hasMypy) console.log("There is no mypy: the Python client's types are not checked.");

const PROGRAM = `
import sys
import studio_api
from studio_api import ApiError, StudioApi

api = StudioApi(on_progress=lambda percent: None)
quote = api.quote(sys.argv[1], {"materialId": 1, "printingQualityId": 2, "quantity": 2})
print(quote["totalPrice"]["currency"]["code"], quote["quantity"])
customer = {"customerFirstName": "Леся", "customerLastName": "Українка", "customerPhoneNumber": "+380501234567",
            "customerEmail": "lesia@example.com"}
items = [{"materialId": 1, "printingQualityId": 2}]
orders = [api.order([sys.argv[1]], items, customer, "wheel-1")["id"] for _ in range(2)]
print(orders[0] == orders[1])
try:
    api.quote(sys.argv[1], {"materialId": 1, "printingQualityId": 2, "quantity": 1000})
except ApiError as error:
    print(error.status, error.code, sorted(error.errors))
print(studio_api.__file__)
`;

describe.skipIf(python === undefined)("the Python package, only with Python and its build tools", () => {
  let system: TestSystem;
  let folder: string;
  let wheel: string;
  let program: string;

  const run = (command: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const { STUDIO_API_KEY: _, STUDIO_API_URL: __, PYTHONPATH: ___, ...inherited } = process.env;
    const env = { ...inherited, PYTHONDONTWRITEBYTECODE: "1", ...environment };
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      cwd: join(folder, "empty"),
      env,
      encoding: "utf8",
    });
    return { status, output: stdout, errors: stderr };
  };
  const done = (command: string, parameters: readonly string[]) => {
    const { status, output, errors } = run(command, parameters);
    expect(status, output + errors).toBe(0);
    return output;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "python-package-"));
    await mkdir(join(folder, "empty"));
    // As files, for the tools of a machine without links; a build writes beside them.
    await cp(join(PROJECT_FOLDER, "examples/python"), join(folder, "source"), { recursive: true, dereference: true });
    const offline = ["--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"];
    const build = ["--no-build-isolation", "--wheel-dir", join(folder, "wheels"), join(folder, "source")];
    done(python ?? "", ["-m", "pip", "wheel", ...offline, ...build]);
    const [name = ""] = await readdir(join(folder, "wheels"));
    wheel = join(folder, "wheels", name);
    // Its own packages are the wheel alone; requests is the machine's.
    done(python ?? "", ["-m", "venv", "--without-pip", "--system-site-packages", join(folder, "venv")]);
    program = join(folder, "venv/bin/python");
    done(program, ["-m", "pip", "install", ...offline, wheel]);
    await writeFile(join(folder, "empty/order_once.py"), PROGRAM);
    system = await startSystem();
  }, 180_000);

  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is one wheel for every machine, with the single file and the mark that it is typed", async () => {
    expect(wheel).toMatch(/studio_integration_api-\d+\.\d+\.\d+-py3-none-any\.whl$/);
    const names = done(program, ["-m", "zipfile", "-l", wheel]);
    expect([...names.matchAll(/^(studio_api\/\S+)/gm)].map(([, name]) => name).sort()).toEqual([
      "studio_api/__init__.py",
      "studio_api/py.typed",
    ]);
    done(program, ["-m", "zipfile", "-e", wheel, join(folder, "unpacked")]);
    const source = await readFile(join(PROJECT_FOLDER, "examples/python/studio_api.py"), "utf8");
    expect(await readFile(join(folder, "unpacked/studio_api/__init__.py"), "utf8")).toBe(source);
  });

  it("states its Python, its licence, and requests as all that it needs", async () => {
    const print = "from importlib.metadata import metadata; print(metadata('studio-integration-api'))";
    const metadata = done(program, ["-c", print]);
    expect(metadata).toContain("Requires-Python: >=3.9\n");
    expect(metadata).toContain("License: MIT\n");
    const needed = [...metadata.matchAll(/^Requires-Dist: (\w+)/gm)].map(([, name]) => name);
    expect(needed).toEqual(["requests"]);
    const listed = await readFile(join(PROJECT_FOLDER, "examples/python/requirements.txt"), "utf8");
    expect(listed).toMatch(/^requests>=2\.28,<3$/m);
  });

  it("quotes, orders once by one key, and names each fault, from an empty folder with the key in the environment", () => {
    const access = { STUDIO_API_URL: system.baseUrl, STUDIO_API_KEY: system.apiKey };
    const { status, output, errors } = run(program, ["order_once.py", PART], access);
    expect(errors).toBe("");
    expect(status).toBe(0);
    const [priced, isOneOrder, refused, file] = output.trim().split("\n");
    expect([priced, isOneOrder, refused]).toEqual(["UAH 2", "True", "400 errors.validationFailed ['quantity']"]);
    expect(file).toContain(join(folder, "venv"));
  });

  it.each([
    ["base_url", "STUDIO_API_URL"],
    ["api_key", "STUDIO_API_KEY"],
  ])("says that %s is missing, and its variable", (argument, variable) => {
    const others = { STUDIO_API_URL: "http://127.0.0.1:9/api/v1", STUDIO_API_KEY: "pk_live_some", [variable]: "" };
    const { errors } = run(program, ["-c", "import studio_api; studio_api.StudioApi()"], others);
    expect(errors).toContain(
      `ValueError: ${argument} is missing: give it, or set the environment variable ${variable}`,
    );
  });

  it.skipIf(!hasMypy)("is typed to mypy's strictest, and so is a program that uses the installed package", () => {
    const cache = ["--cache-dir", join(folder, "mypy")];
    const source = join(PROJECT_FOLDER, "examples/python");
    const files = [join(source, "studio_api.py"), join(source, "order.py")];
    expect(done("mypy", [...cache, "--config-file", join(source, "pyproject.toml"), ...files])).toContain("no issues");
    const typed = ["--strict", "--python-executable", program];
    expect(done("mypy", [...cache, ...typed, "order_once.py"])).toContain("no issues");
    const wrong = run("mypy", [...cache, ...typed, "-c", "import studio_api; studio_api.StudioApi(base_url=7)"]);
    expect(wrong.output).toContain('incompatible type "int"');
  });
});
