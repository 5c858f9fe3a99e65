// Placeholder of an empty list: the reason, and a link to the next step.

import type { Child } from "hono/jsx";

interface EmptyProps {
  readonly title?: string | undefined;
  readonly text: Child;
  readonly link?: { readonly href: string; readonly text: string } | undefined;
}

export function EmptyState({ title, text, link }: EmptyProps) {
  return (
    <div class="empty">
      {title === undefined ? null : (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      <p>{text}</p>
      {link === undefined ? null : (
        <p>
          <a class="button" href={link.href}>
            {link.text}
          </a>
        </p>
      )}
    </div>
  );
}
