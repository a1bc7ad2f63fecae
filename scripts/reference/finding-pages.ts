import { areas } from '../../src/app/registry.ts';
import { howTos, type HowTo } from '../../src/checks/providers/how-to.ts';
import { fixKinds, type FixKind } from '../../src/core/findings/fix-kinds.ts';
import type { AdviceRule } from '../../src/core/findings/rules.ts';
import { page, table } from './markdown.ts';

/** What is done at the DNS host, for the kinds of fix that concern it. */
const atDnsHost: Readonly<Partial<Record<FixKind, string>>> = {
  dnsRecord: 'This is a record of the zone. Find out who hosts the zone (the report names the DNS host), and add or change the record there. Where the finding has a record to paste, it is made for your domain.',
  dnsHost: 'This is a matter of the nameservers. Your DNS host can fix it; if the host leaves it to you, the setting is here:',
  registrar: 'This is done at the registrar, where the domain was bought; often the DNS host is the registrar too:',
  mailHost: 'This is done at the mail server, no matter who hosts the DNS. When the mail server changes its name or address, change the records of the zone with it:',
  webHost: 'This is done at the web server, no matter who hosts the DNS. When the website moves, change the records of the zone with it:',
};

/** The page of every finding, by its path. */
export function findingPages(): Record<string, () => string> {
  return Object.fromEntries(areas.flatMap(({ findings }) => (findings?.rules ?? []).map(rule => [`docs/findings/${rule.id}.md`, () => findingPage(rule, findings!.afterwards)])));
}

function findingPage({ id, record, severity, title, passTitle, why, fix, references }: AdviceRule, afterwards: string): string {
  const well = passTitle === undefined ? 'It has no passing result.' : `If it passes: "${passTitle}".`;
  return page(
    `# \`${id}\`: ${title}`,
    '',
    `Record: \`${record}\`. Severity: ${severity}; the severity of a single finding may differ. ${well}`,
    '',
    '## Why it matters', '', why, '',
    '## How to fix it', '', fix.text, '',
    ...positionOf(id, fix.kind),
    afterwards, '',
    '## References', '', references.map(({ title, url }) => `- [${title}](${url})`).join('\n'), '',
    'All findings: [catalogue](../reference/findings.md).',
  );
}

function positionOf(id: string, kind: FixKind): string[] {
  const what = atDnsHost[kind];
  if (what === undefined) return [fixKinds[kind], ''];
  return [what, '', table(['DNS host', 'Where'], howTos.map(howTo => [`[${howTo.host.name}](${howTo.host.portalUrl})`, stepsAt(howTo, id, kind)])), ''];
}

function stepsAt(howTo: HowTo, id: string, kind: FixKind): string {
  if (id.startsWith('sec.')) return howTo.dnssec;
  if (kind === 'registrar' || id.startsWith('ns.')) return howTo.nameservers;
  return `${howTo.record} ${howTo.name}`;
}
