// Forms of a page as a browser without scripts has them: fields as shown, sent as they stand or typed.

import { expect } from "vitest";
import type { FormView } from "../../../harness/pages/page-view.ts";
import { type Browser, PANEL_ORIGIN, type Page } from "./panel.ts";

/** A form with the address that it is sent to. */
export interface PageForm extends FormView {
  readonly action: string;
}

/** @param at the page's own path, which a form without an action is sent to */
export function formsOn(page: Page, at: string): PageForm[] {
  return page.forms.map((form) => ({ ...form, action: form.action ?? at }));
}

/** The only form of a page that is sent to such an address. */
export function formOn(page: Page, at: string, action: string | RegExp): PageForm {
  const forms = formsOn(page, at);
  const found = forms.filter((form) =>
    typeof action === "string" ? form.action === action : action.test(form.action),
  );
  const [form] = found;
  expect(found.length, `forms to ${action} among ${forms.map((one) => one.action).join(", ")}`).toBe(1);
  if (form === undefined) throw new Error("there is no such form");
  return form;
}

/** The form as the button with this value sends it. A browser sends the pressed one of several buttons named `do`. */
export function pressed(form: PageForm, button: string): PageForm {
  return { ...form, fields: [...form.fields.filter(([name]) => name !== "do"), ["do", button]] };
}

/**
 * Sends a form with typed fields; a field that it does not have cannot be typed into.
 *
 * @param chosen the files of its file field
 */
export function sendForm(
  browser: Browser,
  { method, action, isMultipart, fields, files }: PageForm,
  typed: Readonly<Record<string, string>> = {},
  chosen: readonly File[] = [],
): Promise<Page> {
  const names = fields.map(([name]) => name);
  for (const name of Object.keys(typed)) expect(names, `fields of the form to ${action}`).toContain(name);
  const sent = fields.map(([name, value]) => [name, typed[name] ?? value] as const);
  if (method === "get") return browser.get(`${action}?${new URLSearchParams(sent.map(([...field]) => field))}`);
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of sent) body.append(name, value);
  // A browser sends an empty file for an empty file field.
  const sentFiles = chosen.length === 0 ? [new File([], "")] : chosen;
  if (body instanceof FormData) for (const name of files) for (const file of sentFiles) body.append(name, file);
  return browser.postBody(action, body, { Origin: PANEL_ORIGIN });
}

/** Presses the undo of a page's notice, and answers the page that it leads to. */
export async function undo(browser: Browser, page: Page): Promise<Page> {
  const { action } = page.undo ?? {};
  if (page.undo === undefined || action === undefined) throw new Error(`nothing to undo on the page:\n${page.text}`);
  const answer = await sendForm(browser, { ...page.undo, action });
  expect(answer.status, answer.text).toBe(303);
  return browser.follow(answer);
}
