// The tour as a Worker: settings are posted as JSON, the report is answered.

import { tour } from "./tour.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      return Response.json(await tour(JSON.parse(await request.text())));
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
    }
  },
};
