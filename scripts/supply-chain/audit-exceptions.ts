// Advisories of high or critical severity that a deployment may carry, each with its reason and its last day.

export interface AuditException {
  /** The advisory's id, such as GHSA-xxxx-xxxx-xxxx. */
  readonly advisory: string;
  readonly package: string;
  /** The reason that the service cannot be attacked by it. */
  readonly reason: string;
  /** YYYY-MM-DD, the last day on which it is excused: a person looks at it again after that. */
  readonly until: string;
}

export const AUDIT_EXCEPTIONS: readonly AuditException[] = [];
