import { areas } from '../../src/app/registry.ts';
import { fixKinds } from '../../src/core/findings/fix-kinds.ts';
import { page, table } from './markdown.ts';

/** The catalogue of all judgements. */
export function findingsPage(): string {
  const sections = areas.flatMap(({ id, findings }) => (findings === undefined ? [] : [{ id, ...findings }])).flatMap(({ id, about, rules }) => [
    `## \`${id}\``, '', `${about} ${rules.length} findings.`, '',
    table(['Finding', 'Severity', 'What it says'], rules.map(({ id, severity, title }) => [`[\`${id}\`](../findings/${id}.md)`, severity, title])), '',
  ]);
  return page(
    '# Findings', '', 'Every judgement of every area. Ids are stable; each leads to its page: why it matters, how to fix it, references.', '',
    ...sections,
    '## Where a fix is made', '', '`fix.kind` is one of these:', '',
    table(['Kind', 'What is done there'], Object.entries(fixKinds).map(([kind, meaning]) => [`\`${kind}\``, meaning])),
  );
}
