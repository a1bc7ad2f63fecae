import type { Moment } from '../../../core/language.ts';
import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What the report on a domain says of its hosts. */
export const exposureTexts = defineTexts('threats/exposure', ({ number, plural, isoMinute }) => ({
  heading: 'Exposed services',
  scanned: (at: Moment, hosts: number, ports: number) => `Last scan of hosts: ${isoMinute(at)}. ${plural(hosts, { one: 'host', other: 'hosts' })}, ${plural(ports, { one: 'open port', other: 'open ports' })}.`,
  notTested: (count: number) => `${plural(count, { one: 'step was', other: 'steps were' })} not tested, or not in full. That says nothing of safety.`,
  changed: (fresh: number, changed: number, resolved: number) => `Against the scan before: ${number(fresh)} new, ${number(changed)} changed, ${number(resolved)} resolved.`,
  accepted: (count: number) => `${plural(count, { one: 'finding is', other: 'findings are' })} accepted and not listed.`,
  findings: {
    caption: 'What to fix, most severe first', heads: ['Where', 'Severity', 'What was found', 'What to do'], none: 'Nothing was found at these hosts.',
    inconclusive: (title: string) => `${title} (inconclusive)`, more: (count: number) => `And ${plural(count, { one: 'more finding', other: 'more findings' })}.`,
  },
  ports: {
    caption: 'Open ports', heads: ['Where', 'Names', 'Service', 'Version'], none: 'No open port was found.', unknown: 'not recognized', ofEdge: (edge: string) => `machine of ${edge}`,
    more: (count: number) => `And ${plural(count, { one: 'more open port', other: 'more open ports' })}.`,
  },
}));

export type ExposureTexts = SpokenOf<typeof exposureTexts>;
