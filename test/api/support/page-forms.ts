// Forms of a page as a browser without scripts has them: fields as shown, sent as they stand or typed.

import { expect } from "vitest";
import { type Browser, PANEL_ORIGIN, type Page } from "./panel.ts";

export interface PageForm {
  readonly method: "get" | "post";
  readonly action: string;
  readonly isMultipart: boolean;
  /** The fields that a browser would send, in the order of the page. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly string[];
}

interface ReadForm extends PageForm {
  readonly fields: [string, string][];
  readonly files: string[];
}

/** @param at the page's own path, which a form without an action is sent to */
export async function formsOn({ html }: Pick<Page, "html">, at: string): Promise<PageForm[]> {
  const forms: ReadForm[] = [];
  let form: ReadForm | undefined;
  let select: { readonly name: string; isChosen: boolean } | undefined;
  let option: [string, string] | undefined;
  let textarea: [string, string] | undefined;
  let hasSubmitter = false;

  const rewriter = new HTMLRewriter()
    .on("form", {
      element(element) {
        form = {
          method: element.getAttribute("method") === "post" ? "post" : "get",
          action: attributeOf(element, "action") ?? at,
          isMultipart: element.getAttribute("enctype") === "multipart/form-data",
          fields: [],
          files: [],
        };
        hasSubmitter = false;
        forms.push(form);
      },
    })
    .on("form input", {
      element(element) {
        const name = attributeOf(element, "name");
        const type = element.getAttribute("type") ?? "text";
        if (form === undefined || name === undefined || element.hasAttribute("disabled")) return;
        if (type === "file") form.files.push(name);
        if (["file", "submit", "button", "reset", "image"].includes(type)) return;
        const isBox = type === "checkbox" || type === "radio";
        if (isBox && !element.hasAttribute("checked")) return;
        form.fields.push([name, attributeOf(element, "value") ?? (isBox ? "on" : "")]);
      },
    })
    .on("form select", {
      element(element) {
        select = { name: attributeOf(element, "name") ?? "", isChosen: false };
      },
    })
    .on("form option", {
      element(element) {
        if (form === undefined || select === undefined) return;
        option = [select.name, attributeOf(element, "value") ?? ""];
        const isSelected = element.hasAttribute("selected");
        // The first stands until another is selected.
        if (isSelected && select.isChosen) form.fields.pop();
        if (isSelected || !select.isChosen) form.fields.push(option);
        select.isChosen = true;
      },
    })
    .on("form textarea", {
      element(element) {
        textarea = [attributeOf(element, "name") ?? "", ""];
        form?.fields.push(textarea);
      },
      text({ text }) {
        if (textarea !== undefined) textarea[1] += decoded(text);
      },
    })
    .on("form button", {
      element(element) {
        const name = attributeOf(element, "name");
        const type = element.getAttribute("type") ?? "submit";
        if (form === undefined || type !== "submit" || hasSubmitter) return;
        hasSubmitter = true;
        // The form's first button is the one that Enter presses.
        if (name !== undefined) form.fields.push([name, attributeOf(element, "value") ?? ""]);
      },
    });
  await rewriter.transform(new Response(html)).text();
  return forms;
}

/** The only form of a page that is sent to such an address. */
export async function formOn(page: Page, at: string, action: string | RegExp): Promise<PageForm> {
  const forms = await formsOn(page, at);
  const found = forms.filter((form) =>
    typeof action === "string" ? form.action === action : action.test(form.action),
  );
  const [form] = found;
  expect(found.length, `forms to ${action} among ${forms.map((one) => one.action).join(", ")}`).toBe(1);
  if (form === undefined) throw new Error("there is no such form");
  return form;
}

/** Sends a form with typed fields; a field that it does not have cannot be typed into. */
export function sendForm(
  browser: Browser,
  { method, action, isMultipart, fields, files }: PageForm,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const names = fields.map(([name]) => name);
  for (const name of Object.keys(typed)) expect(names, `fields of the form to ${action}`).toContain(name);
  const sent = fields.map(([name, value]) => [name, typed[name] ?? value] as const);
  if (method === "get") return browser.get(`${action}?${new URLSearchParams(sent.map(([...field]) => field))}`);
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of sent) body.append(name, value);
  // A browser sends an empty file for a field without a chosen one.
  if (body instanceof FormData) for (const name of files) body.append(name, new File([], ""));
  return browser.postBody(action, body, { Origin: PANEL_ORIGIN });
}

function attributeOf(element: { getAttribute(name: string): string | null }, name: string): string | undefined {
  const value = element.getAttribute(name);
  return value === null ? undefined : decoded(value);
}

function decoded(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
