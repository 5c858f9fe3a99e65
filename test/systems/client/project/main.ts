// The tour as a program of Node, Deno and Bun: its settings as JSON in the environment, its report on the output.

import { tour } from "./tour.ts";

console.log(JSON.stringify(await tour(JSON.parse(process.env.TOUR ?? ""))));
