// Judgement of npm's audit: the advisories on shipped packages, those on tools, and the exceptions that have ended.

import { z } from "zod";
import type { AuditException } from "./audit-exceptions.ts";
import type { ShippedPackage } from "./shipped-packages.ts";

const SEVERITIES = ["info", "low", "moderate", "high", "critical"] as const;
const REFUSED: readonly string[] = ["high", "critical"];

/** `npm audit --json`; a package that only depends on a faulty one has its name in place of an advisory. */
const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      nodes: z.array(z.string()),
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), title: z.string(), severity: z.enum(SEVERITIES) })]),
      ),
    }),
  ),
});

export interface FoundAdvisory {
  readonly package: string;
  readonly advisory: string;
  readonly title: string;
  readonly severity: (typeof SEVERITIES)[number];
  readonly isShipped: boolean;
}

export interface JudgedAudit {
  readonly found: readonly FoundAdvisory[];
  /** Lines that fail the check. */
  readonly refused: readonly string[];
}

/**
 * Undefined if npm's answer is no report, as when its registry has no audit.
 *
 * @throws ZodError for a report of another form: taken for none, it would be checked no more
 */
export function readAudit(answer: string, shipped: readonly ShippedPackage[]): readonly FoundAdvisory[] | undefined {
  const told = jsonOf(answer);
  if (typeof told !== "object" || told === null || !("vulnerabilities" in told)) return undefined;
  const report = reportSchema.parse(told);
  const folders = new Set(shipped.map(({ folder }) => folder));
  return Object.values(report.vulnerabilities).flatMap(({ name, nodes, via }) => {
    const isShipped = nodes.some((node) => folders.has(node));
    const advisories = via.filter((cause) => typeof cause !== "string");
    return advisories.map(({ url, title, severity }) => ({
      ...{ package: name, advisory: url.slice(url.lastIndexOf("/") + 1), title, severity, isShipped },
    }));
  });
}

/** @param today YYYY-MM-DD */
export function judgeAudit(
  found: readonly FoundAdvisory[],
  exceptions: readonly AuditException[],
  today: string,
): JudgedAudit {
  const excused = exceptions.filter(({ until }) => today <= until);
  const isExcused = (one: FoundAdvisory) =>
    excused.some((exception) => exception.advisory === one.advisory && exception.package === one.package);
  const unexcused = found.filter((one) => one.isShipped && REFUSED.includes(one.severity) && !isExcused(one));
  const ended = exceptions.filter((exception) => !excused.includes(exception));
  return {
    found,
    refused: [
      ...unexcused.map((one) => `${one.package}: ${one.severity}, ${one.title} (${one.advisory})`),
      ...ended.map((one) => `${one.package}: the exception of ${one.advisory} ended on ${one.until}`),
    ],
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
