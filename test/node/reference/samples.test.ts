// Samples, search index, collections for Bruno and Postman, made from an OpenAPI document.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../scripts/contract/open-api-document.ts";
import { BRUNO_FOLDER, brunoFiles } from "../../../scripts/contract/write-bruno.ts";
import { postmanCollection } from "../../../scripts/contract/write-postman.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { samplesOf } from "../../../scripts/reference/code-samples.ts";
import { makeDownloads } from "../../../scripts/reference/downloads.ts";
import { highlighted } from "../../../scripts/reference/highlight.ts";
import { MarkdownPages, servedMarkdown } from "../../../scripts/reference/markdown.ts";
import { commonErrors, ownErrors, referenceOperations } from "../../../scripts/reference/operations.ts";
import { Schemas } from "../../../scripts/reference/schemas.ts";

const failure = (...codes: string[]) => ({
  description: "Refused",
  content: { "application/json": { schema: { type: "object", properties: { errorCode: { enum: codes } } } } },
});

const example = (errorCode: string) => ({ value: { data: null, errorCode } });

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Parts" },
  servers: [{ url: "/api/v1" }],
  components: {
    schemas: { Part: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } },
    responses: { Unauthorized: failure("errors.unauthorized") },
  },
  paths: {
    "/parts": {
      get: {
        operationId: "listParts",
        responses: { 200: { description: "All" }, 401: { $ref: "#/components/responses/Unauthorized" } },
      },
      post: {
        operationId: "createPart",
        parameters: [{ name: "idempotency-key", in: "header", schema: { type: "string" } }],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  "models[]": { type: "array", items: { type: "string", format: "binary" } },
                  note: { type: "string" },
                },
              },
              example: { "models[]": ["part.stl", "lid.3mf"], note: "it's $5" },
            },
          },
        },
        responses: {
          201: { description: "Made" },
          401: {
            ...failure("errors.unauthorized", "errors.keyOld"),
            content: {
              "application/json": {
                ...failure("errors.unauthorized", "errors.keyOld").content["application/json"],
                examples: { unknown: example("errors.unauthorized"), old: example("errors.keyOld") },
              },
            },
          },
          409: failure("errors.busy"),
        },
      },
    },
    "/parts/{id}": {
      get: {
        operationId: "getPart",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
        responses: { 200: { description: "One" }, 401: failure("errors.unauthorized") },
      },
    },
  },
};

const document = openApiDocument(DOCUMENT);
const operations = referenceOperations(document);
const schemas = new Schemas(document);

function operation(id: string) {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

describe("a request sample", () => {
  it("sends every file of a list, and quotes characters that a shell would read", () => {
    const [curl] = samplesOf(operation("createPart"), schemas);
    expect(curl?.text).toBe(
      [
        "curl --fail-with-body https://api.example.com/api/v1/parts \\",
        '  -H "Authorization: Bearer YOUR_KEY" \\',
        "  -H 'Idempotency-Key: order-1001' \\",
        "  -F 'models[]=@part.stl' \\",
        "  -F 'models[]=@lid.3mf' \\",
        "  -F 'note=it'\\''s $5'",
      ].join("\n"),
    );
  });

  it("of the service names only models that the service gives for download", async () => {
    const served = openApiDocument(JSON.parse(readFileSync(join(PROJECT_FOLDER, "docs/openapi.json"), "utf8")));
    const ofService = new Schemas(served);
    const texts = referenceOperations(served).flatMap((each) => samplesOf(each, ofService).map(({ text }) => text));
    const files = new Set(texts.flatMap((text) => text.match(/[\w-]+\.(?:stl|3mf|step|obj|ply)\b/g) ?? []));
    expect(files.size).toBeGreaterThan(0);
    const downloads = await makeDownloads(served, join(PROJECT_FOLDER, "public/docs/downloads"));
    const names = downloads.map(({ name }) => name);
    expect([...files].filter((file) => !names.includes(file))).toEqual([]);
  });

  it("fills the path with the document's example, in every language", () => {
    for (const { text } of samplesOf(operation("getPart"), schemas)) expect(text).toContain("/parts/7");
  });

  it("is a whole program in JavaScript", () => {
    const js = samplesOf(operation("createPart"), schemas).find(({ language }) => language === "js");
    expect(js?.text).toContain('form.append("models[]", await openAsBlob("lid.3mf"), "lid.3mf");');
  });

  it("names several files by their items in PHP, whose arrays have each key once", () => {
    const php = samplesOf(operation("createPart"), schemas).find(({ language }) => language === "php");
    expect(php?.text).toBe(
      [
        "<?php",
        '$request = curl_init("https://api.example.com/api/v1/parts");',
        "curl_setopt_array($request, [",
        "    CURLOPT_RETURNTRANSFER => true,",
        "    CURLOPT_HTTPHEADER => [",
        '        "Authorization: Bearer YOUR_KEY",',
        '        "Idempotency-Key: order-1001",',
        "    ],",
        "    CURLOPT_POSTFIELDS => [",
        '        "item_0" => new CURLFile("part.stl"),',
        '        "item_1" => new CURLFile("lid.3mf"),',
        "        \"note\" => 'it\\'s $5',",
        "    ],",
        "]);",
        "$answer = curl_exec($request);",
        'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $answer, "\\n";',
      ].join("\n"),
    );
  });
});

describe("errors", () => {
  const common = commonErrors(operations);

  it("are common if every operation has their status, with the codes that all have", () => {
    expect(common.map(({ status, errorCodes }) => ({ status, errorCodes }))).toEqual([
      { status: 401, errorCodes: ["errors.unauthorized"] },
    ]);
  });

  it("are an operation's own if the others lack the status or the code", () => {
    const own = ownErrors(operation("createPart"), common);
    expect(own.map(({ status, errorCodes }) => ({ status, errorCodes }))).toEqual([
      { status: 401, errorCodes: ["errors.keyOld"] },
      { status: 409, errorCodes: ["errors.busy"] },
    ]);
    expect(ownErrors(operation("listParts"), common)).toEqual([]);
  });

  it("of an operation's own show an example of their own code", () => {
    const [old] = ownErrors(operation("createPart"), common);
    expect(old?.example?.value).toMatchObject({ errorCode: "errors.keyOld" });
  });
});

describe("Markdown", () => {
  const pages = new MarkdownPages(operations);

  it("makes tabs of fences in several languages that follow each other", () => {
    const html = pages.page("```sh\ncurl a\n```\n\n```js run\nfetch(a)\n```\n\nText.\n\n```sh\ncurl b\n```\n");
    expect(html.match(/class="samples"/g)).toHaveLength(2);
    expect(html).toContain('<button type="button" data-language="js" aria-pressed="false">JavaScript</button>');
  });

  it("links an operation that is named as code", () => {
    expect(pages.sentence("see `GET /parts/{id}`")).toContain('<a href="/api/v1/docs/reference#getPart">');
    expect(pages.sentence("see `GET /other`")).not.toContain("<a ");
  });

  it("links the reference and the contract if their addresses are named as code", () => {
    expect(pages.sentence("see `/api/v1/openapi.json`")).toContain('<a href="/api/v1/openapi.json">');
  });

  it("turns links to guides' files into addresses of pages", () => {
    expect(pages.sentence("[Keys](02-keys.md#making)")).toContain('href="/api/v1/docs/keys#making"');
    expect(servedMarkdown("[Keys](02-keys.md)")).toBe("[Keys](/api/v1/docs/keys.md)");
  });

  it("writes no HTML of its own into code", () => {
    expect(highlighted('curl "<b>" # <i>', "sh")).toBe(
      '<span class="t-keyword">curl</span> <span class="t-string">&quot;&lt;b&gt;&quot;</span> <span class="t-comment"># &lt;i&gt;</span>',
    );
    expect(highlighted("<b>", "unknown")).toBe("&lt;b&gt;");
  });
});

describe("the Bruno collection", () => {
  it("has a request for each operation, and hands on the ids of new records", () => {
    const files = brunoFiles(openApiDocument(DOCUMENT));
    const request = (id: string) => files.find(({ path }) => path.endsWith(` ${id}.bru`))?.text;
    expect(request("createPart")).toContain("vars:post-response {\n  partId: res.body.data.id\n}");
    expect(request("getPart")).toContain("params:path {\n  id: {{partId}}\n}");
    expect(request("getPart")).toContain("url: {{baseUrl}}/parts/:id");
    // Its first entry belongs to another: only the created record is changed and deleted.
    expect(request("listParts")).not.toContain("vars:post-response");
    expect(request("createPart")).toContain("models[]: @file(../../examples/lid.3mf)");
  });

  it("consists of blocks as Bruno reads them: a name and a brace, indented lines, a brace", () => {
    for (const { path, text } of brunoFiles(openApiDocument(DOCUMENT)).filter(({ path }) => path.endsWith(".bru"))) {
      const blocks = text
        .trimEnd()
        .split("\n\n")
        .join("\n")
        .split(/(?<=^[}\]])\n/m);
      for (const block of blocks) expect(block, path).toMatch(/^[a-z:-]+ [{[]\n(?: {2}.*\n|\n)*[}\]]$/);
    }
  });

  it("is committed as it would be written, and nothing else lies in its folder", () => {
    const served: unknown = JSON.parse(readFileSync(join(PROJECT_FOLDER, "docs/openapi.json"), "utf8"));
    const written = brunoFiles(openApiDocument(served));
    const folder = join(PROJECT_FOLDER, BRUNO_FOLDER);
    const committed = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
    expect(committed.map((name) => `${BRUNO_FOLDER}/${name}`).sort()).toEqual(written.map(({ path }) => path).sort());
    for (const { path, text } of written) {
      expect(readFileSync(join(PROJECT_FOLDER, path), "utf8"), "run `npm run contract` and commit").toBe(text);
    }
  });
});

describe("the Postman collection", () => {
  const collection = JSON.stringify(postmanCollection(document, "https://api.example.com/api/v1"));
  const { info, item, variable } = JSON.parse(collection);
  const request = (id: string) => item.find(({ name }: { readonly name: string }) => name === id);

  it("is of format 2.1, with the service's address and no key", () => {
    expect(info.schema).toBe("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
    expect(variable).toContainEqual({ key: "baseUrl", value: "https://api.example.com/api/v1" });
    expect(variable).toContainEqual({ key: "apiKey", value: "", type: "secret" });
  });

  it("has a request for each operation, and hands on the ids of new records", () => {
    expect(item.map(({ name }: { readonly name: string }) => name).sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    );
    expect(request("createPart").request.body.formdata).toContainEqual({
      key: "models[]",
      type: "file",
      src: "lid.3mf",
    });
    expect(request("createPart").event[0].script.exec).toEqual([
      'pm.collectionVariables.set("partId", pm.response.json().data.id);',
    ]);
    expect(request("getPart").request.url).toMatchObject({
      raw: "{{baseUrl}}/parts/{{partId}}",
      path: ["parts", "{{partId}}"],
    });
    expect(request("listParts").event).toBeUndefined();
  });
});
