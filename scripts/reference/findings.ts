import { checks } from '../../src/checks/index.ts';
import { page, table } from './markdown.ts';

/** What each judgement of the domain check says, why it matters and what to do. */
export function findingsPage(): string {
  const rules = Object.values(checks).flatMap(check => Object.values(check.rules));
  const index = table(['Finding', 'Severity', 'What it says'], rules.map(rule => [`[\`${rule.id}\`](#${rule.id.replaceAll('.', '')})`, rule.severity, rule.title]));
  const entries = rules.map(rule => [
    `## \`${rule.id}\``,
    `**${rule.title}.** Severity: ${rule.severity}; a single case may be graver or milder, and says so.`,
    `*Why it matters.* ${rule.why}`,
    `*What to do.* ${rule.fix.text}`,
    rule.references.map(({ title, url }) => `- [${title}](${url})`).join('\n'),
  ].join('\n\n'));
  return page('# Findings', '', `The ${rules.length} judgements of the domain check. Ids are stable.`, '', index, '', entries.join('\n\n'));
}
