// Letter: the one template of all e-mails, as plain text and as HTML.
//
// Readers of mail keep little of HTML: tables for columns, styles in the elements, no picture and no script. Dark colours stand in a
// style sheet, for readers that take one; the others darken the light colours themselves. Outlook for Windows knows neither a largest
// width, nor the padding of a link, nor line breaks of a text: it gets a table, a cell, and elements for them.

import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Language } from "../domain/person.ts";

/** The content of a letter, worded. Every text is plain. */
export interface Letter {
  readonly language: Language;
  /** The studio's name, above everything else. */
  readonly studio?: string;
  readonly subject: string;
  readonly heading: string;
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  /** The studio's own sentence. */
  readonly sentence: string | null;
  readonly facts: readonly Fact[];
  readonly link: { readonly label: string; readonly address: string } | null;
  readonly lines: readonly LetterLine[];
  readonly sums: readonly LetterSum[];
  readonly payment?: LetterPayment | undefined;
  readonly requisites: { readonly title: string; readonly text: string } | null;
  readonly footer: readonly string[];
}

/** A fact with an address is a link in HTML, and has it below itself in plain text. */
type Fact = readonly [label: string, value: string, address?: string | undefined];

interface LetterLine {
  readonly name: string;
  readonly details: string;
  readonly amount: string;
}

interface LetterSum {
  readonly label: string;
  readonly amount: string;
  readonly isLast: boolean;
}

interface LetterPayment {
  readonly title: string;
  readonly sums: readonly LetterSum[];
  /** Each to be copied. */
  readonly facts: readonly Fact[];
  readonly hint: string | null;
}

export function letterText(letter: Letter): string {
  const { heading, greeting, paragraphs, sentence, lines, sums, facts, link, payment, requisites, footer } = letter;
  const parts = [
    heading,
    greeting ?? "",
    ...paragraphs,
    sentence ?? "",
    factsText(facts),
    link === null ? "" : `${link.label}:\n${link.address}`,
    lines.map(({ name, details, amount }) => `- ${name}, ${details}: ${amount}`).join("\n"),
    sumsText(sums),
    ...(payment === undefined
      ? []
      : [`${payment.title}\n${sumsText(payment.sums)}`, factsText(payment.facts), payment.hint ?? ""]),
    requisites === null ? "" : `${requisites.title}:\n${requisites.text}`,
    footer.length === 0 ? "" : `--\n${footer.join("\n")}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const factsText = (facts: readonly Fact[]) =>
  facts.map(([label, value, address]) => [`${label}: ${value}`, address ?? []].flat().join("\n")).join("\n");
const sumsText = (sums: readonly LetterSum[]) => sums.map(({ label, amount }) => `${label}: ${amount}`).join("\n");

export async function letterHtml(letter: Letter): Promise<string> {
  return `<!doctype html>${await (<LetterPage letter={letter} />)}`;
}

/** Over the styles of the elements, which have no other way to be overridden. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#16181b!important}.card{background:#22262b!important}
.text{color:#eceff2!important}.soft{color:#aab2bb!important}.line{border-color:#3a4048!important}
.own{background:#2b3037!important}.button{background:#8ab4ff!important;color:#10151c!important}}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;";
const TEXT = `${FONT}color:#1d2126;font-size:16px;line-height:1.5;`;
const SOFT = `${FONT}color:#5a636d;font-size:14px;line-height:1.45;`;
const LINE = "border-top:1px solid #dfe3e8;";
const WIDTH = 560;
const TABLE = { role: "presentation", cellpadding: "0", cellspacing: "0", border: 0 } as const;

/** A list of mails shows this much beside the subject. */
const MAX_PREHEADER_CHARACTERS = 140;
/** Invisible, and as long: the list shows nothing of the letter's own beginning after the preheader. */
const PREHEADER_END = "\u200c\u00a0".repeat(MAX_PREHEADER_CHARACTERS);

/** The letter's news in one line: its heading is the subject already. */
function preheaderOf({ paragraphs, facts, sums }: Letter): string {
  const last = sums.filter(({ isLast }) => isLast).map(({ label, amount }) => `${label}: ${amount}`);
  const text = [...paragraphs, ...facts.map(([label, value]) => `${label}: ${value}`), ...last].join(" ");
  return `${text.slice(0, MAX_PREHEADER_CHARACTERS)}${PREHEADER_END}`;
}

function LetterPage({ letter }: { readonly letter: Letter }) {
  const { language, studio, subject, footer } = letter;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <style>{DARK}</style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f1f3f5;">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">{preheaderOf(letter)}</div>
        <table {...TABLE} class="page" width="100%" style="background:#f1f3f5;">
          <tr>
            <td align="center" style="padding:24px 12px;">
              {raw(`<!--[if mso]><table role="presentation" width="${WIDTH}"><tr><td><![endif]-->`)}
              <table {...TABLE} width="100%" style={`max-width:${WIDTH}px;text-align:left;`}>
                {studio === undefined ? null : (
                  <tr>
                    <td class="text" style={`${TEXT}font-weight:700;padding:0 0 14px;`}>
                      {studio}
                    </td>
                  </tr>
                )}
                <tr>
                  <td class="card" style="padding:28px 24px 20px;background:#ffffff;border-radius:10px;">
                    <Content letter={letter} />
                  </td>
                </tr>
                <tr>
                  <td class="soft" style={`${SOFT}padding:16px 0 0;`}>
                    {footer.join(" ")}
                  </td>
                </tr>
              </table>
              {raw("<!--[if mso]></td></tr></table><![endif]-->")}
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

function Content({ letter }: { readonly letter: Letter }) {
  const { heading, greeting, paragraphs, sentence, lines, sums, facts, link, payment, requisites } = letter;
  return (
    <>
      <h1 class="text" style={`${TEXT}font-size:22px;line-height:1.3;margin:0 0 14px;`}>
        {heading}
      </h1>
      {[greeting, ...paragraphs].map((paragraph) =>
        paragraph === undefined ? null : (
          <p class="text" style={`${TEXT}margin:0 0 14px;`}>
            <Lines text={paragraph} />
          </p>
        ),
      )}
      {sentence === null ? null : (
        <p class="text own" style={`${TEXT}margin:0 0 14px;padding:12px 14px;background:#f1f5fb;border-radius:8px;`}>
          <Lines text={sentence} />
        </p>
      )}
      <Facts facts={facts} />
      {link === null ? null : <Button {...link} />}
      {lines.length + sums.length === 0 ? null : <Sums lines={lines} sums={sums} />}
      {payment === undefined ? null : (
        <>
          <Title>{payment.title}</Title>
          {payment.sums.length === 0 ? null : <Sums lines={[]} sums={payment.sums} />}
          <Facts facts={payment.facts} />
          {payment.hint === null ? null : (
            <p class="soft" style={`${SOFT}margin:0 0 14px;`}>
              {payment.hint}
            </p>
          )}
        </>
      )}
      {requisites === null ? null : (
        <>
          <Title>{requisites.title}</Title>
          <p class="text" style={`${TEXT}margin:0 0 14px;`}>
            <Lines text={requisites.text} />
          </p>
        </>
      )}
    </>
  );
}

function Title({ children }: { readonly children: Child }) {
  return (
    <h2 class="text" style={`${TEXT}font-size:17px;margin:22px 0 8px;`}>
      {children}
    </h2>
  );
}

function Lines({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("\n").map((line, index) => (
        <>
          {index === 0 ? null : <br />}
          {line}
        </>
      ))}
    </>
  );
}

function Facts({ facts }: Pick<Letter, "facts">) {
  return (
    <>
      {facts.map(([label, value, address]) => (
        <p class="text" style={`${TEXT}margin:0 0 8px;`}>
          <span class="soft" style={SOFT}>
            {label}:
          </span>{" "}
          {address === undefined ? (
            <Lines text={value} />
          ) : (
            <a class="text" href={address} style={TEXT}>
              {value}
            </a>
          )}
        </p>
      ))}
    </>
  );
}

/** A cell of its own, since Outlook gives a link no padding. */
function Button({ label, address }: NonNullable<Letter["link"]>) {
  return (
    <table {...TABLE} style="margin:20px 0 22px;">
      <tr>
        <td class="button" style="border-radius:8px;background:#1f5fd0;mso-padding-alt:12px 22px;text-align:center;">
          <a
            class="button"
            href={address}
            style={`${FONT}display:inline-block;padding:12px 22px;mso-padding-alt:0;border-radius:8px;background:#1f5fd0;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;`}
          >
            {label}
          </a>
        </td>
      </tr>
    </table>
  );
}

function Sums({ lines, sums }: Pick<Letter, "lines" | "sums">) {
  const amountStyle = `${TEXT}${LINE}padding:10px 0;text-align:right;white-space:nowrap;vertical-align:top;`;
  return (
    <table {...TABLE} width="100%" style="margin:0 0 16px;">
      {lines.map(({ name, details, amount }) => (
        <tr>
          <td class="text line" style={`${TEXT}${LINE}padding:10px 12px 10px 0;word-break:break-word;`}>
            {name}
            <br />
            <span class="soft" style={SOFT}>
              {details}
            </span>
          </td>
          <td class="text line" style={amountStyle}>
            {amount}
          </td>
        </tr>
      ))}
      {sums.map(({ label, amount, isLast }) => {
        const weight = isLast ? "font-weight:700;" : "";
        return (
          <tr>
            <td class="text line" style={`${TEXT}${LINE}${weight}padding:10px 12px 10px 0;`}>
              {label}
            </td>
            <td class="text line" style={`${amountStyle}${weight}`}>
              {amount}
            </td>
          </tr>
        );
      })}
    </table>
  );
}
