// slicer-service/compose.yaml, read without Docker: its ports, and its agreement with image and engine.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Yaml } from "@stoplight/spectral-parsers";
import { type Arg, DockerfileParser, type Env } from "dockerfile-ast";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { z } from "zod";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const FOLDER = join(PROJECT_FOLDER, "slicer-service");

/** The used words of Compose's specification: any other word in the file is a mistake. */
const composeSchema = z.strictObject({
  name: z.string(),
  services: z.strictObject({
    engine: z.strictObject({
      image: z.string(),
      build: z.strictObject({ context: z.string(), dockerfile: z.string(), args: z.record(z.string(), z.string()) }),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string()),
      cpus: z.number(),
      mem_limit: z.string(),
      memswap_limit: z.string(),
      pids_limit: z.number(),
      read_only: z.boolean(),
      tmpfs: z.array(z.string()),
      cap_drop: z.array(z.string()),
      security_opt: z.array(z.string()),
      restart: z.enum(["no", "always", "on-failure", "unless-stopped"]),
      stop_grace_period: z.string(),
      healthcheck: z.strictObject({
        test: z.array(z.string()),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
        start_period: z.string(),
      }),
      logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
    }),
  }),
});

const TOKEN = "a token of an engine that only tests know";

let compose: z.infer<typeof composeSchema>;
let image: DockerfileParserResult;
let running: RunningEngine;

type DockerfileParserResult = ReturnType<typeof DockerfileParser.parse>;

beforeAll(async () => {
  const { data, diagnostics } = Yaml.parse(await readFile(join(FOLDER, "compose.yaml"), "utf8"));
  expect(diagnostics).toEqual([]);
  compose = composeSchema.parse(data);
  image = DockerfileParser.parse(await readFile(join(FOLDER, "Dockerfile"), "utf8"));
  running = await startTestEngine({ ENGINE_TOKEN: TOKEN.replaceAll(" ", "-") });
});

afterAll(() => running.cleanUp());

const token = TOKEN.replaceAll(" ", "-");

describe("the engine of compose.yaml", () => {
  it("is built from our Dockerfile, for the engine that the Workers ask for", async () => {
    const { context, dockerfile, args } = compose.services.engine.build;
    expect(existsSync(join(FOLDER, context, dockerfile))).toBe(true);
    expect(join(FOLDER, context, "package-lock.json")).toBe(join(PROJECT_FOLDER, "package-lock.json"));
    const declared = image.getInstructions().filter((one) => one.getKeyword() === "ARG");
    // The parser gives each keyword its own class.
    expect(declared.map((one) => (one as Arg).getProperty()?.getName())).toEqual(Object.keys(args));
    const config = await readFile(join(PROJECT_FOLDER, "wrangler.toml"), "utf8");
    expect(config).toContain(`SLICE_ENGINE = "${args.SLICE_ENGINE}"`);
  });

  it("is reached from this machine only, at the image's port, and asks for a token", () => {
    const { ports, environment } = compose.services.engine;
    expect(ports).toHaveLength(1);
    const [, inside] = /^127\.0\.0\.1:\d+:(\d+)$/.exec(ports[0] ?? "") ?? [];
    const variables = image
      .getInstructions()
      .filter((one) => one.getKeyword() === "ENV")
      .flatMap((one) => (one as Env).getProperties());
    expect(variables.find((variable) => variable.getName() === "ENGINE_PORT")?.getValue()).toBe(inside);
    expect(environment.ENGINE_TOKEN).toMatch(/^\$\{ENGINE_TOKEN:\?.+\}$/);
  });

  it("writes to memory only, gets no privileges, and is limited", () => {
    const { read_only, tmpfs, cap_drop, security_opt, mem_limit, memswap_limit, cpus } = compose.services.engine;
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(tmpfs).toEqual([expect.stringMatching(/^\/tmp:size=\dg,mode=1777$/)]);
    const [container] = unstable_readConfig({ config: join(FOLDER, "wrangler.toml") }).containers ?? [];
    expect(container?.instance_type).toMatchObject({ vcpu: cpus, memory_mib: Number.parseInt(mem_limit, 10) * 1024 });
    expect(memswap_limit).toBe(mem_limit);
  });

  it("is found well and unwell by its own health check", async () => {
    const [kind, program, ...words] = compose.services.engine.healthcheck.test;
    expect([kind, program]).toEqual(["CMD", "node"]);
    const check = async (environment: Record<string, string>) => {
      const child = spawn(process.execPath, words, { env: { ...process.env, ...environment }, stdio: "ignore" });
      const [code] = await once(child, "exit");
      return code;
    };
    const { port: ENGINE_PORT } = new URL(running.url);
    expect(await check({ ENGINE_PORT, ENGINE_TOKEN: token })).toBe(0);
    expect(await check({ ENGINE_PORT, ENGINE_TOKEN: "another" })).toBe(1);
    expect(await check({ ENGINE_PORT: "9", ENGINE_TOKEN: token })).toBe(1);
  });
});

describe("an engine with a token", () => {
  it("answers no request without it", async () => {
    const asked = [
      ["GET", "/health"],
      ["GET", `/slices/${"0".repeat(64)}`],
      ["PUT", `/slices/${"0".repeat(64)}`],
      ["DELETE", `/slices/${"0".repeat(64)}`],
    ] as const;
    for (const [method, path] of asked) {
      const init = { method, ...(method === "PUT" ? { body: "a model" } : {}) };
      expect((await fetch(running.url + path, init)).status, `${method} ${path}`).toBe(401);
      const guessed = { ...init, headers: { Authorization: "Bearer guess" } };
      expect((await fetch(running.url + path, guessed)).status).toBe(401);
    }
    const answer = await fetch(`${running.url}/health`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ engineName: running.engineName });
  });

  it("does not start with one that could be guessed", async () => {
    await expect(startTestEngine({ ENGINE_TOKEN: "short" })).rejects.toThrow(
      "ENGINE_TOKEN must be at least 32 characters without spaces",
    );
  });
});
