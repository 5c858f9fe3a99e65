// The panel's links to guides: each section's in the reader's language.

import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../src/domain/person.ts";
import { addMember, type Browser, createPerson, type PanelStudio, panelStudio, signedIn } from "../support/panel.ts";
import { fetchApi } from "../support/studio.ts";

const SECTIONS = [
  ["order-page", "/order-page"],
  ["messages", "/messages"],
  ["parcels", "/carrier"],
  ["machine-profiles", "/catalog/machines"],
  ["products", "/catalog/products"],
  ["money", "/catalog/delivery"],
] as const;

const WORDS = { en: "Guide", uk: "Посібник" } satisfies Record<Language, string>;
const DOCS = { en: "/api/v1/docs", uk: "/api/v1/docs/uk" } satisfies Record<Language, string>;

describe.each(LANGUAGES)("the panel in %s", (language) => {
  let panel: PanelStudio;
  let owner: Browser;

  beforeAll(async () => {
    panel = await panelStudio();
    const person = await createPerson({ language });
    await addMember(panel.studio, person, "owner");
    owner = await signedIn(person);
  });

  it.each(SECTIONS)("links the guide %s from its page %s, in that language", async (guide, path) => {
    const { html } = await owner.get(`${panel.base}${path}`);
    const address = `${DOCS[language]}/${guide}`;
    expect(html).toContain(`<a href="${address}">${WORDS[language]}</a>`);
    const answer = await fetchApi(address.slice("/api/v1".length));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`<html lang="${language}">`);
  });

  it("links the overview of the documents from the keys", async () => {
    const { html } = await owner.get(`${panel.base}/keys`);
    expect(html).toContain(`<a href="${DOCS[language]}">`);
  });
});
