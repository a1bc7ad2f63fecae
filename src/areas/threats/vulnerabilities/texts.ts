import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { Priority } from './matching/priority.ts';

/** When to act on a vulnerability, as the end of a sentence. */
const times: Readonly<Record<Priority, string>> = { act: 'now: it is being exploited', attend: 'soon', track: 'with the next maintenance' };

/** What notifications and alerts of known vulnerabilities say. */
export const vulnerabilitiesTexts = defineTexts('threats/vulnerabilities', ({ plural }) => ({
  found: (domain: string, count: number) => `${domain}: ${plural(count, { one: 'known vulnerability applies', other: 'known vulnerabilities apply' })}`,
  applies: (cve: string, component: string, host: string) => `${cve} in ${component} at ${host}`,
  withTitle: (text: string, title: string) => `${text}: ${title}`,
  unsupported: (product: string, version: string) => `${product} ${version} is no longer supported by its authors`,
  supportEnded: (cycle: string, endedOn: string | null, hosts: number) => `${endedOn === null ? `endoflife.date says that support of ${cycle} has ended` : `endoflife.date says that support of ${cycle} ended on ${endedOn}`}: vulnerabilities found since then are not fixed. Update ${plural(hosts, { one: 'host', other: 'hosts' })} to a supported version.`,
  more: (count: number) => `And ${plural(count, { one: 'other', other: 'others' })}.`,
  /** What to do where it is not certain that the vulnerability applies. */
  uncertain: {
    possibleBackported: 'The distribution may have fixed it without changing the version. Import the package list of the host for an exact answer.',
    unknown: 'It is not known whether it applies: something else that it needs was not seen. Compare the advisory with the host.',
  },
  update: (product: string, version: string, priority: Priority) => `Update ${product} to ${version} or later ${times[priority]}.`,
  noFix: (product: string, priority: Priority) => `No fixed version of ${product} is known. Limit who can reach it ${times[priority]}, and follow the advisory.`,
}));
export type VulnerabilitiesTexts = SpokenOf<typeof vulnerabilitiesTexts>;
