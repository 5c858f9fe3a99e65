// The panel without a browser: signs in, reads pages and posts their forms.

/** In the markup of a page with a form. */
export const FORM_TOKEN = /name="formToken" value="([^"]+)"/;

export interface PanelPage {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export class PanelClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** @param baseUrl any address of the service */
  constructor(baseUrl: string) {
    this.#origin = new URL(baseUrl).origin;
  }

  /** @throws Error if the panel refuses the sign-in */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    const answer = await this.post("/panel/sign-in", { email, password }, "/panel/sign-in");
    if (answer.status !== 303) throw new Error(`the panel answered ${answer.status} to ${email}`);
  }

  /** Redirects are followed. */
  async get(path: string): Promise<PanelPage> {
    const page = await this.#send(path, {});
    const location = page.headers.get("Location");
    return location === null ? page : this.get(location);
  }

  /** Posts a form with the token that `formPage` shows. A redirect is not followed. */
  async post(path: string, fields: Readonly<Record<string, string>>, formPage = "/panel/account"): Promise<PanelPage> {
    const { html } = await this.get(formPage);
    const [, formToken] = FORM_TOKEN.exec(html) ?? [];
    if (formToken === undefined) throw new Error(`${formPage} shows no form`);
    const body = new URLSearchParams({ ...fields, formToken });
    return this.#send(path, { method: "POST", body, headers: { Origin: this.#origin } });
  }

  async #send(path: string, init: RequestInit): Promise<PanelPage> {
    const headers = new Headers(init.headers);
    headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("Accept-Language", "en");
    const response = await fetch(new URL(path, this.#origin), { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { path, status: response.status, headers: response.headers, html: await response.text() };
  }

  /** The cookies by which a browser is signed in as this client is. */
  cookies(): { readonly name: string; readonly value: string; readonly url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.#origin }));
  }
}
