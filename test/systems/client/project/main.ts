// The tour as a program: settings as JSON in the environment, report on the output.

import { tour } from "./tour.ts";

console.log(JSON.stringify(await tour(JSON.parse(process.env.TOUR ?? ""))));
