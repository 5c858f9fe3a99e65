// Unpacks one zip archive as the order page does, and prints seconds, peak memory and outcome as JSON.
//
// A process of its own, so that its peak is of this archive.

import { openAsBlob } from "node:fs";
import { unpackAll } from "../../harness/models/hostile-archives.ts";

const archive = await openAsBlob(process.argv[2] ?? "");
const started = performance.now();
const outcome = await unpackAll(archive);
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ seconds, peakBytes: process.resourceUsage().maxRSS * 1024, outcome }));
