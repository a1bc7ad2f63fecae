import { findingCatalogue } from '../../src/app/findings.ts';
import { fixKinds } from '../../src/core/findings/fix-kinds.ts';
import { page, table } from './markdown.ts';

/** What each area judges by, as its heading says. */
const areas: Readonly<Record<string, string>> = {
  check: 'The domain check and the checkup: each judgement passes, fails, does not apply, or could not be made because a lookup failed.',
  dmarc: 'DMARC and TLS reports: advice, given where reports show that something is wrong. What does not show is not mentioned.',
};

/** The catalogue of all judgements. */
export function findingsPage(): string {
  const sections = [...Map.groupBy(findingCatalogue, ({ area }) => area)].flatMap(([area, rules]) => [
    `## \`${area}\``, '', `${areas[area]!} ${rules.length} findings.`, '',
    table(['Finding', 'Severity', 'What it says'], rules.map(({ id, severity, title }) => [`[\`${id}\`](../findings/${id}.md)`, severity, title])), '',
  ]);
  return page(
    '# Findings', '', 'Every judgement of every area. Ids are stable; each leads to its page: why it matters, how to fix it, references.', '',
    ...sections,
    '## Where a fix is made', '', '`fix.kind` is one of these:', '',
    table(['Kind', 'What is done there'], Object.entries(fixKinds).map(([kind, meaning]) => [`\`${kind}\``, meaning])),
  );
}
