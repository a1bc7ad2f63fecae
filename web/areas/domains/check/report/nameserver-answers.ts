import type { ReportFinding, Records } from './types.ts';

/** How one nameserver answered this time. */
export interface NameserverAnswer {
  nameserver: string;
  provider: string;
  answer: 'all' | 'silent' | 'lame' | 'unknown';
}

const judging = [['ns.unreachable', 'silent'], ['ns.lame', 'lame']] as const;

/** The nameservers, and which of them did not answer every question or do not hold the zone, by the evidence of the findings. */
export function answersOf({ nameservers }: Records['nameservers'], findings: readonly ReportFinding[]): NameserverAnswer[] {
  const reported = judging.flatMap(([id, answer]) => findings.filter(finding => finding.id === id && (finding.state === 'fail' || finding.state === 'unknown'))
    .map(({ state, evidence }) => ({ answer: state === 'fail' ? answer : 'unknown' as const, evidence })));
  return nameservers.map(({ nameserver, provider }) => ({
    nameserver,
    provider,
    answer: reported.find(({ evidence }) => evidence.some(line => line.startsWith(`${nameserver} (`) || line.startsWith(`${nameserver}:`)))?.answer ?? 'all',
  }));
}
