// Hops
import { measureHops } from "../harness/hops.ts";
import { startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { startEngine } from "../scripts/local/engine-process.ts";

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    for (const { door, operations } of await measureHops(system)) {
      console.log(door);
      for (const { name, near, far } of operations)
        console.log(name.padEnd(50), near.cold.time, near.warm.time, far.cold.time, far.warm.time, JSON.stringify(near.cold.hops), JSON.stringify(near.warm.hops));
    }
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}
