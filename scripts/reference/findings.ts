import { checks } from '../../src/checks/index.ts';
import { page, table } from './markdown.ts';

/** The catalogue of all judgements. */
export function findingsPage(): string {
  const rules = Object.values(checks).flatMap(check => Object.values(check.rules));
  const index = table(['Finding', 'Severity', 'What it says'], rules.map(({ id, severity, title }) => [`[\`${id}\`](../findings/${id}.md)`, severity, title]));
  return page('# Findings', '', `The ${rules.length} judgements of the domain check and the checkup. Ids are stable; each leads to its page: why it matters, how to fix it, references.`, '', index);
}
