import { checks } from '../../src/checks/index.ts';
import { howTos, type HowTo } from '../../src/checks/providers/how-to.ts';
import type { BoundRule, Fix } from '../../src/core/finding.ts';
import { page, table } from './markdown.ts';

/** What is done at the DNS host, for each place where a fault is mended. */
const places: Readonly<Record<Fix['kind'], string>> = {
  dnsRecord: 'This is a record of the zone. Find out who hosts the zone (the report names the DNS host), and add or change the record there. Where the finding has a record to paste, it is made for your domain.',
  dnsHost: 'This is a matter of the nameservers. Your DNS host can mend it; where the host leaves it to you, it stands here:',
  registrar: 'This is done at the registrar, where the domain was bought; often the DNS host is the registrar too:',
  mailHost: 'This is done at the mail server, whoever hosts the DNS. When the mail server changes its name or address, change the records of the zone with it:',
  webHost: 'This is done at the web server, whoever hosts the DNS. When the website moves, change the records of the zone with it:',
};

/** The page of every finding, by its path. */
export function findingPages(): Record<string, () => string> {
  const rules = Object.values(checks).flatMap(check => Object.values(check.rules));
  return Object.fromEntries(rules.map(rule => [`docs/findings/${rule.id}.md`, () => findingPage(rule)]));
}

function findingPage({ id, record, severity, title, passTitle, why, fix, references }: BoundRule): string {
  return page(
    `# \`${id}\`: ${title}`,
    '',
    `Record: \`${record}\`. Severity: ${severity}; a single case may be graver or milder, and says so. When all is well: "${passTitle}".`,
    '',
    '## Why it matters', '', why, '',
    '## How to fix it', '', fix.text, '',
    places[fix.kind], '',
    table(['DNS host', 'Where'], howTos.map(howTo => [`[${howTo.host.name}](${howTo.host.portalUrl})`, stepsAt(howTo, id, fix.kind)])), '',
    'Then check the domain again: the new check asks the nameservers directly, but others may remember the old answer for as long as its TTL says.', '',
    '## References', '', references.map(({ title, url }) => `- [${title}](${url})`).join('\n'), '',
    'All findings: [catalogue](../reference/findings.md).',
  );
}

function stepsAt(howTo: HowTo, id: string, kind: Fix['kind']): string {
  if (id.startsWith('sec.')) return howTo.dnssec;
  if (kind === 'registrar' || id.startsWith('ns.')) return howTo.nameservers;
  return `${howTo.record} ${howTo.name}`;
}
