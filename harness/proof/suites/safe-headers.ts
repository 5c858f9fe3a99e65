// Headers and cookies that OWASP's Secure Headers Project asks of each kind of answer, and Google's evaluation of each policy.

import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";

/** An answer as a door sent it, over HTTPS. */
export interface DoorAnswer {
  readonly door: string;
  readonly headers: Headers;
  /** Whether another site's page may load it, as it does the API and the widget. */
  readonly isForEverySite?: boolean;
  /** Whether the studio lets other sites show it in a frame. */
  readonly mayBeFramed?: boolean;
}

/** csp_evaluator's severities: the smaller, the worse (its finding.d.ts). */
const MEDIUM = 30;

/** Findings by severity up to "medium"; those below are advice for other kinds of sites, listed with their reasons. */
export const ADVICE_NOT_TAKEN: Readonly<Record<string, string>> = {
  "script-src 'self'":
    "it could serve a stranger's script, but for this origin: its files are the service's own, and model files and photos have policies of their own",
  "require-trusted-types-for": "three.js and Turnstile would have to be rewritten for it",
  "report-to": "the service keeps no reports of browsers",
};

/** The faults of an answer, each a sentence. */
export function headerFaults({ door, headers, isForEverySite = false, mayBeFramed = false }: DoorAnswer): string[] {
  const value = (name: string) => headers.get(name) ?? "";
  const isPage = value("Content-Type").startsWith("text/html");
  const policy = value("Content-Security-Policy");
  const faults: [boolean, string][] = [
    [!/max-age=(\d{8,})/.test(value("Strict-Transport-Security")), "Strict-Transport-Security of a year is missing"],
    [value("X-Content-Type-Options") !== "nosniff", "X-Content-Type-Options is not nosniff"],
    [value("Content-Type") === "" && value("Content-Length") > "0", "Content-Type is missing"],
    [["Server", "X-Powered-By", "X-AspNet-Version"].some((name) => headers.has(name)), "it names its software"],
    [value("Access-Control-Allow-Credentials") !== "", "it allows another site to act for a person"],
    [value("Access-Control-Allow-Origin") === "*" && !isForEverySite, "it allows every site to read it"],
    [value("Cache-Control") === "", "Cache-Control is missing"],
    [isPage && policy === "", "Content-Security-Policy is missing"],
    [isPage && !policy.includes("frame-ancestors"), "frame-ancestors is missing"],
    [isPage && !mayBeFramed && value("X-Frame-Options") !== "DENY", "X-Frame-Options is not DENY"],
    [isPage && !/^(no-referrer|same-origin)$/.test(value("Referrer-Policy")), "Referrer-Policy lets addresses out"],
    [isPage && value("Cross-Origin-Opener-Policy") !== "same-origin", "Cross-Origin-Opener-Policy is missing"],
    [isPage && !value("Permissions-Policy").includes("camera=()"), "Permissions-Policy is missing"],
  ];
  return [
    ...faults.flatMap(([isFault, sentence]) => (isFault ? [sentence] : [])),
    ...headers.getSetCookie().flatMap(faultsOfCookie),
    ...(policy === "" ? [] : faultsOfPolicy(policy)),
  ].map((sentence) => `${door}: ${sentence}`);
}

/** OWASP's rules of a session's cookie: its name binds it to this host and to HTTPS. */
function faultsOfCookie(cookie: string): string[] {
  const [name = ""] = cookie.split("=");
  const has = (attribute: string) => new RegExp(`; *${attribute}(;|$)`, "i").test(cookie);
  const missing = ["Secure", "HttpOnly", "SameSite=(?:Lax|Strict)", "Path=/"].filter((attribute) => !has(attribute));
  const faults = missing.map((attribute) => `the cookie ${name} lacks ${attribute}`);
  if (!name.startsWith("__Host-")) faults.push(`the cookie ${name} is not bound to its host`);
  if (/; *domain=/i.test(cookie)) faults.push(`the cookie ${name} is of several hosts`);
  return faults;
}

function faultsOfPolicy(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => Number(severity) <= MEDIUM)
    .map(({ directive, value, description }) => `csp_evaluator, ${directive} ${value ?? ""}: ${description}`);
}
