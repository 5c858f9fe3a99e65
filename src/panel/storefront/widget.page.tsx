// Sections of the widget (snippet, allowed sites) and of Turnstile's keys.

import type { FormState } from "../../pages/form-values.ts";
import { MAX_ALLOWED_SITES } from "../../studios/storefront-settings.request.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import { CopiedCode } from "../kit/copied-text.tsx";
import { FaultSummary, Input, PostForm, RequiredNote, SeenValues, TextArea } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { storefrontWords } from "./storefront.words.ts";

interface SectionProps {
  readonly settings: StorefrontSettings;
  /** The order page's address. */
  readonly address: string;
  readonly form: FormState;
}

/** Optional attributes of the snippet, each with an example value. */
const OPTIONS = { "data-language": "uk", "data-theme": "dark", "data-accent": "#1a73e8" } as const;

export function WidgetSection({ settings, address, form }: SectionProps) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  const { origin } = new URL(address);
  const line = widgetLine(origin, studio.record.slug);
  const options = Object.entries(OPTIONS).map(([name, value]) => ` ${name}="${value}"`);
  return (
    <section class="card">
      <h2>{words.widget}</h2>
      <p>{words.widgetText}</p>
      <CopiedCode id="widget-line" text={line} label={words.snippet} />
      <PostForm action={`${studio.base}/order-page/sites`} class="stack">
        <FaultSummary form={form} />
        <SeenValues form={form} />
        {settings.allowedSites.length === 0 ? <p class="warning">{words.noSites}</p> : null}
        <TextArea
          form={form}
          name="allowedSites"
          label={words.sites}
          hint={words.sitesHint(MAX_ALLOWED_SITES)}
          rows={4}
          optional
        />
        <button type="submit" class="primary">
          {words.saveSites}
        </button>
      </PostForm>
      <details>
        <summary>{words.options}</summary>
        <div class="stack">
          <dl>
            <dt>
              <code>data-language</code>
            </dt>
            <dd>{words.optionLanguage}</dd>
            <dt>
              <code>data-theme</code>
            </dt>
            <dd>{words.optionTheme}</dd>
            <dt>
              <code>data-accent</code>
            </dt>
            <dd>{words.optionAccent}</dd>
          </dl>
          <CopiedCode
            id="widget-line-with-options"
            text={widgetLine(origin, studio.record.slug, options.join(""))}
            label={words.example}
          />
          <p>{words.policy}</p>
          <CopiedCode
            id="widget-policy"
            text={`script-src ${origin}/widget.js; frame-src ${origin};`}
            label="Content-Security-Policy"
          />
        </div>
      </details>
    </section>
  );
}

function widgetLine(origin: string, slug: string, options = ""): string {
  return `<script type="module" src="${origin}/widget.js" data-studio="${slug}"${options}></script>`;
}

export function TurnstileSection({ settings, address, form }: SectionProps) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  const { turnstileSiteKey } = settings;
  const isSet = turnstileSiteKey !== null;
  const fields = <TurnstileFields form={form} isReplacing={isSet} />;
  return (
    <section class="card">
      <div class="row">
        <h2>{words.turnstile}</h2>
        <span class={isSet ? "badge good" : "badge"}>{isSet ? words.turnstileOn : words.turnstileOff}</span>
      </div>
      <p class="hint">{words.turnstileText}</p>
      <dl>
        <dt>{words.host}</dt>
        <dd>
          <code>{new URL(address).hostname}</code>
        </dd>
        {isSet ? (
          <>
            <dt>{words.siteKey}</dt>
            <dd>
              <code>{turnstileSiteKey}</code>
            </dd>
            <dt>{words.secret}</dt>
            <dd>{words.secretSet}</dd>
          </>
        ) : null}
      </dl>
      {isSet ? (
        <>
          <details open={Object.keys(form.faults).length > 0}>
            <summary>{words.replaceKeys}</summary>
            {fields}
          </details>
          <div class="row">
            <a class="button" href={`${studio.base}/order-page/turnstile/remove`}>
              {words.remove}
            </a>
          </div>
        </>
      ) : (
        fields
      )}
    </section>
  );
}

function TurnstileFields({ form, isReplacing }: Pick<SectionProps, "form"> & { readonly isReplacing: boolean }) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  return (
    <PostForm action={`${studio.base}/order-page/turnstile`} class="stack">
      <FaultSummary form={form} />
      <RequiredNote />
      <Input form={form} name="turnstileSiteKey" label={words.siteKey} autocomplete="off" />
      <Input
        form={form}
        name="turnstileSecret"
        type="password"
        label={words.secret}
        hint={words.secretHint}
        autocomplete="off"
      />
      <button type="submit">{isReplacing ? words.replaceNow : words.setKeys}</button>
    </PostForm>
  );
}

/** Confirms first: the secret is never shown, so undo cannot restore it. */
export function RemoveTurnstilePage() {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  return (
    <Layout title={words.removeTitle} width="narrow">
      <PostForm action={`${studio.base}/order-page/turnstile/remove`} class="card">
        <p>{words.removeText}</p>
        <div class="row">
          <button type="submit" class="danger">
            {words.removeNow}
          </button>
          <a class="button" href={`${studio.base}/order-page`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}
