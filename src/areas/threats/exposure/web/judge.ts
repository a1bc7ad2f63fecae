import { exposedPathFinding } from './checks/findings.ts';
import type { JudgeWeb } from './find.ts';
import { templateRules } from './templates/rules.ts';
import type { TemplateResult } from './templates/run.ts';
import type { Finding } from '../../../../core/finding.ts';

/** What a website shows that it should not. A machine of a provider is named as that in the evidence. */
export const judgeWebsite: JudgeWeb = ({ exposedPaths, templates }, { address, port, edge }) => {
  const placed = (finding: Finding, verified: 'verified' | 'inconclusive', about: string) => ({
    finding: { ...finding, evidence: [...finding.evidence, ...(edge === null ? [] : [`This is a machine of ${edge}`])] }, address, port, stage: 'web' as const, verified, about,
  });
  return [
    ...exposedPaths.map(path => placed(exposedPathFinding(path), path.verified, path.path)),
    ...templates.map(result => placed(templateFinding(result), result.verified, `${result.id} ${result.path}`)),
  ];
};

function templateFinding({ id, title, path, severity, verified, cve, version, evidence: { size, match } }: TemplateResult): Finding {
  const evidence = [`Template ${id}: ${path}, ${size} bytes, "${match}"`, ...(version === null ? [] : [`Version ${version}`]), ...cve];
  return templateRules.matched.fail(evidence, { words: { title, path }, severity: verified === 'verified' ? severity : 'info' });
}
