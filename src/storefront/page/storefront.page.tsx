// The order page before a file is chosen: it can be read without a script.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { MAX_ATTACHMENTS } from "../../domain/price-request.ts";
import { ACCEPTED_WITH_ARCHIVES, modelFormatsInWords } from "../../models/formats-in-words.ts";
import { leastOrderOf } from "../../orders/top-up.ts";
import { date, money } from "../../pages/format.ts";
import { Frame } from "../kit/frame/frame.tsx";
import { ProductCards } from "../shelf/product-card.tsx";
import { SHELF_STYLE, type Shelf } from "../shelf/shelf.ts";
import { shelfWords } from "../shelf/shelf.words.ts";
import { configurationOf, type ShownPage } from "./configuration.ts";
import { OfferPreview } from "./offer-preview.tsx";
import { pageWords } from "./page.words.ts";

export function StorefrontPage(shown: ShownPage) {
  const { view, studio, settings, catalog, shelf } = shown;
  const words = pageWords(view.language);
  const isPrinting = catalog.technologies.length > 0;
  const hasProducts = shelf !== undefined && shelf.products.length > 0;
  const isOffering = isPrinting || hasProducts;
  const configuration = configurationOf(shown);
  const title = titleOf(shown);
  return (
    <Frame
      view={view}
      studio={{ ...settings, title: studio.title }}
      title={title}
      {...(shown.filling === null && { description: words.description(studio.title) })}
      {...(isOffering && { configuration })}
      styles={hasProducts || shown.filling !== null ? [SHELF_STYLE] : []}
    >
      <header class="opening">
        <h1>{title}</h1>
        <FillingLead {...shown} />
        {settings.welcome === null ? null : <p class="plain-text">{settings.welcome}</p>}
      </header>
      {isOffering ? (
        <>
          {isPrinting ? (
            <Configurator {...shown} maxItems={configuration.maxItems} />
          ) : (
            <section id="configurator">
              <div id="basket" />
            </section>
          )}
          <NoScript {...shown} />
          {hasProducts ? <ShelfPreview view={view} studio={studio} shelf={shelf} /> : null}
          {isPrinting ? (
            <>
              <OfferPreview language={view.language} catalog={catalog} />
              <Steps {...shown} />
            </>
          ) : null}
        </>
      ) : (
        <section class="message">
          <h2>{words.empty}</h2>
          <p>{words.emptyText}</p>
        </section>
      )}
    </Frame>
  );
}

/** The shelf's first products. The script puts one into the basket in place of its link. */
function ShelfPreview({ view, studio, shelf }: Pick<ShownPage, "view" | "studio"> & { readonly shelf: Shelf }) {
  const words = shelfWords(view.language);
  return (
    <section class="shelf-preview" aria-labelledby="shelf-title">
      <h2 id="shelf-title">{words.title}</h2>
      <ProductCards view={view} products={shelf.products} currency={currencyOf(studio.currencyId).code} headings={3} />
      {shelf.hasMore ? (
        <p>
          <a class="button" href={`${view.base}/products${view.query}`}>
            {words.all}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function titleOf({ view: { language }, filling }: ShownPage): string {
  const words = pageWords(language);
  if (filling === null) return words.title;
  return filling.from.kind === "quote" ? words.keptTitle : words.againTitle;
}

/** The filled basket binds neither side: the prices below it are today's. */
function FillingLead({ view: { language }, filling }: ShownPage) {
  if (filling === null) return null;
  const { from, totalMinor, currencyId, createdAt } = filling;
  const total = money(language, minorUnits(totalMinor), currencyOf(currencyId));
  const day = date(language, createdAt);
  const words = pageWords(language);
  return (
    <>
      <p class="kept-lead">{from.kind === "quote" ? words.keptLead : words.againLead(from.orderNumber)}</p>
      <p>
        {from.kind === "quote"
          ? words.keptQuote(total, day, date(language, from.expiresAt))
          : words.againPrice(total, day)}
      </p>
    </>
  );
}

/**
 * The drop zone is the browser's own file field: it works by keyboard, and keeps files chosen before the script arrives.
 * The script fills `#basket`, and leaves the rest as it is.
 */
function Configurator({
  view,
  studio,
  settings,
  maxFileMegabytes,
  maxItems,
}: ShownPage & { readonly maxItems: number }) {
  const words = pageWords(view.language);
  const formats = modelFormatsInWords()[view.language];
  // A file of any format goes with a price request.
  const accepted = settings.takesPriceRequests ? {} : { accept: ACCEPTED_WITH_ARCHIVES };
  return (
    <section id="configurator" aria-labelledby="configurator-title">
      <h2 id="configurator-title">{words.begin}</h2>
      <label id="drop-zone" class="drop-zone">
        <input id="model-files" type="file" multiple {...accepted} aria-describedby="file-limits" />
        <svg class="drop-sign" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 15.5V4.5m0 0L7.5 9M12 4.5 16.5 9M4.5 15.5v3a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3" />
        </svg>
        <span class="drop-choose">{words.choose}</span>
        <span class="drop-or">{words.drop}</span>
      </label>
      <ul id="file-limits" class="file-limits">
        <li>{words.formats(formats, maxFileMegabytes, maxItems)}</li>
        {settings.takesPriceRequests ? <li>{words.otherFiles(maxFileMegabytes, MAX_ATTACHMENTS)}</li> : null}
        <OrderLimits language={view.language} studio={studio} settings={settings} />
        {settings.advancePercent === null ? null : <li>{words.advance(settings.advancePercent)}</li>}
        <li>{words.keptText}</li>
      </ul>
      <div id="basket" />
    </section>
  );
}

function OrderLimits({
  language,
  studio,
  settings,
}: Pick<ShownPage, "studio" | "settings"> & { readonly language: ShownPage["view"]["language"] }) {
  const words = pageWords(language);
  const inWords = (minor: number) => money(language, minorUnits(minor), currencyOf(studio.currencyId));
  const { maximumOrderMinor } = settings;
  const leastOrder = leastOrderOf(studio, settings);
  if (leastOrder > 0 && maximumOrderMinor !== null) {
    return <li>{words.both(inWords(leastOrder), inWords(maximumOrderMinor))}</li>;
  }
  if (leastOrder > 0) return <li>{words.minimum(inWords(leastOrder))}</li>;
  if (maximumOrderMinor !== null) return <li>{words.maximum(inWords(maximumOrderMinor))}</li>;
  return null;
}

function NoScript({ view, settings }: ShownPage) {
  const words = pageWords(view.language);
  return (
    <noscript>
      <section class="no-script">
        <h2>{words.noScriptTitle}</h2>
        <p>{words.noScript}</p>
        {settings.requisites === null ? null : (
          <>
            <h3>{words.contacts}</h3>
            <p class="plain-text">{settings.requisites}</p>
          </>
        )}
      </section>
    </noscript>
  );
}

function Steps({ view }: ShownPage) {
  const { how, steps } = pageWords(view.language);
  const formats = modelFormatsInWords()[view.language];
  return (
    <section class="steps" aria-labelledby="steps-title">
      <h2 id="steps-title">{how}</h2>
      <ol>
        <li class="card">
          <h3>{steps.send}</h3>
          <p>{steps.sendText(formats)}</p>
        </li>
        <li class="card">
          <h3>{steps.choose}</h3>
          <p>{steps.chooseText}</p>
        </li>
        <li class="card">
          <h3>{steps.order}</h3>
          <p>{steps.orderText}</p>
        </li>
      </ol>
    </section>
  );
}
