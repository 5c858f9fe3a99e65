// A WordPress of Debian's package: files, MariaDB and PHP's own server, in a folder for one test.

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../../scripts/local/free-port.ts";

const WORDPRESS = "/usr/share/wordpress";
const THEMES = "/var/lib/wordpress/wp-content/themes";
const HOST = "127.0.0.1";
const DATABASE = "wordpress";
/** Many times the usual start. */
const MAX_START_MILLISECONDS = 60_000;

/** The missing part, in words; undefined if a WordPress can be started here. */
export function missingForWordPress(): string | undefined {
  if (!existsSync(join(WORDPRESS, "wp-load.php"))) return "WordPress";
  const extensions = "array_diff(['curl', 'mysqli', 'mbstring', 'dom'], get_loaded_extensions()) === []";
  const php = spawnSync("php", ["-r", `exit(PHP_VERSION_ID >= 80100 && ${extensions} ? 0 : 1);`]);
  if (php.status !== 0) return "PHP 8.1 with curl, mysqli, mbstring and dom";
  if (spawnSync("mariadbd", ["--version"]).status !== 0) return "MariaDB";
  return undefined;
}

export interface WordPressSite {
  readonly url: string;
  /** WordPress' own folder. */
  readonly folder: string;
  readonly admin: { readonly name: string; readonly password: string };
  /** Runs a program in WordPress, and gives its output. */
  readonly php: (program: string) => string;
  /** Lines of PHP's and WordPress' log. */
  readonly log: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startWordPress(): Promise<WordPressSite> {
  const folder = await mkdtemp(join(tmpdir(), "wordpress-"));
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const site = join(folder, "site");
    const [socket, port] = await Promise.all([startDatabase(folder, running), findFreePort(HOST), copyFiles(site)]);
    const url = `http://${HOST}:${port}`;
    const log = join(folder, "php.log");
    await writeFile(log, "");
    await writeFile(join(site, "wp-config.php"), configuration(url, socket));
    // Debian's own sockets and limits must not decide.
    const settings = [
      ...[`error_log=${log}`, "log_errors=1", "display_errors=0", "upload_max_filesize=8M", "post_max_size=9M"],
      ...["memory_limit=256M", "opcache.enable_cli=0"],
    ].flatMap((setting) => ["-d", setting]);
    const php = (program: string) =>
      execFileSync("php", [...settings, "-r", `require 'wp-load.php'; ${program}`], { cwd: site, encoding: "utf8" });
    const server = spawn("php", [...settings, "-S", `${HOST}:${port}`, "-t", site], {
      // A group of its own: its workers end with it.
      detached: true,
      stdio: "ignore",
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: "4" },
    });
    running.push(server);
    await untilReady(server, async () => (await fetch(`${url}/wp-admin/install.php`)).ok);
    const admin = { name: "owner", password: randomBytes(12).toString("hex") };
    await install(url, admin);
    return { url, folder: site, admin, php, log: () => readFile(log, "utf8"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function copyFiles(site: string): Promise<void> {
  // Debian keeps parts of it elsewhere, by links.
  await cp(WORDPRESS, site, { recursive: true, dereference: true, filter: (path) => existsSync(path) });
  await cp(THEMES, join(site, "wp-content/themes"), { recursive: true, dereference: true });
}

/** Starts a database of its own, reached by a socket in the folder only. Returns the socket. */
async function startDatabase(folder: string, running: ChildProcess[]): Promise<string> {
  const [data, socket, log] = [join(folder, "data"), join(folder, "db.sock"), join(folder, "db.log")];
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  execFileSync(
    "mariadb-install-db",
    ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db", ...user],
    { stdio: "ignore" },
  );
  const first = join(folder, "first.sql");
  await writeFile(first, `CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4;\n`);
  const options = [`--datadir=${data}`, `--socket=${socket}`, `--log-error=${log}`, `--init-file=${first}`];
  const small = [
    "--skip-networking",
    "--skip-log-bin",
    "--innodb-buffer-pool-size=32M",
    "--innodb-flush-log-at-trx-commit=0",
  ];
  const server = spawn("mariadbd", ["--no-defaults", ...options, ...small, ...user], {
    detached: true,
    stdio: "ignore",
  });
  running.push(server);
  const isReady = `exit(@mysqli_connect(null, 'root', '', '${DATABASE}', 0, '${socket}') ? 0 : 1);`;
  await untilReady(
    server,
    async () => spawnSync("php", ["-r", `mysqli_report(MYSQLI_REPORT_OFF); ${isReady}`]).status === 0,
  );
  return socket;
}

/** The settings of this site. It asks no other host, and has no task in the background. */
function configuration(url: string, socket: string): string {
  const constants: Readonly<Record<string, string | boolean>> = {
    DB_NAME: DATABASE,
    DB_USER: "root",
    DB_PASSWORD: "",
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: "utf8mb4",
    DB_COLLATE: "",
    WP_HOME: url,
    WP_SITEURL: url,
    FS_METHOD: "direct",
    DISABLE_WP_CRON: true,
    WP_HTTP_BLOCK_EXTERNAL: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    ...Object.fromEntries(
      ["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE"].flatMap((name) => [
        [`${name}_KEY`, randomBytes(24).toString("hex")],
        [`${name}_SALT`, randomBytes(24).toString("hex")],
      ]),
    ),
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`);
  return [
    "<?php",
    ...lines,
    "$table_prefix = 'wp_';",
    "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');",
    "require_once ABSPATH . 'wp-settings.php';",
    "",
  ].join("\n");
}

/** As its owner does it in the browser's form. */
async function install(url: string, { name, password }: WordPressSite["admin"]): Promise<void> {
  const body = new URLSearchParams({
    ...{ weblog_title: "Майстерня", user_name: name, admin_password: password, admin_password2: password },
    ...{ pw_weak: "1", admin_email: "owner@example.com", language: "" },
  });
  const answer = await fetch(`${url}/wp-admin/install.php?step=2`, { method: "POST", body });
  const page = await answer.text();
  if (!page.includes("wp-login.php"))
    throw new Error(`WordPress was not installed: ${page.replaceAll(/<[^>]*>/g, " ")}`);
}

async function untilReady(server: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + MAX_START_MILLISECONDS;
  while (!(await isReady().catch(() => false))) {
    if (server.exitCode !== null || Date.now() > endsAt) throw new Error(`${server.spawnfile} did not start`);
    await pause(200);
  }
}

/** Ends the process and all that it started: they are one group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
  // Its workers end a moment later.
  while (isThere(-child.pid)) await pause(50);
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
