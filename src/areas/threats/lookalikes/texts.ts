import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { StepName, StepOutcome } from './evidence/manifest.ts';
import { explanationOf, titleOf, type LookalikeEventKind } from './state/words.ts';

const steps: Readonly<Record<StepName, string>> = {
  dns: 'DNS records', registration: 'Registration', network: 'Network of its address', tls: 'Certificates', web: 'Website', screenshot: 'Screenshot',
  ownPage: 'Your own website', ownScreenshot: 'Screenshot of your own website', similarity: 'Comparison with your website',
};
const outcomes: Readonly<Record<StepOutcome['state'], string>> = { seen: 'seen', absent: 'there is none', unknown: 'not known' };

/** What comes with every package of evidence, as a file of its own. */
const README = `This package holds evidence of a name that may pass for another.

manifest.json, manifest.sig   what was seen and when, and its signature (Ed25519)
items/                        what was seen, byte for byte
chain/                        the manifests of earlier captures of the same name
report.html, report.pdf       the same for people
contacts.json                 whom to tell, as the registries say
x-arf.json                    a report for abuse desks (xarf.org), where there is something to report

Do not open the files in items/ in a browser: the pages are those of somebody who may want to harm you.
Check the package without a network:  dss evidence verify <this file>
`;

/** What notifications of lookalikes say, and the report on evidence. In sentences, {0} and {1} are what the report puts there. */
export const lookalikesTexts = defineTexts('threats/lookalikes', ({ number, plural }) => ({
  happened: (kind: LookalikeEventKind, name: string) => titleOf(kind, name),
  explained: (kind: LookalikeEventKind, name: string) => `${titleOf(kind, name)}. ${explanationOf(kind)}`,
  titled: (domain: string, happened: string) => `Lookalike of ${domain}: ${happened}`,
  scores: (risk: number, threat: number) => `Risk ${number(risk)}, threat ${number(threat)} of 100.`,
  evidence: {
    readme: README,
    title: (candidate: string) => `Evidence: ${candidate}`,
    intro: '{0} may pass for {1}. It was captured from {2} to {3}.',
    seenByVisitors: 'What visitors saw',
    ownWebsite: (domain: string) => `The website of ${domain}`,
    unknown: 'not known',
    facts: {
      heads: ['Fact', 'Value'], page: 'Page', address: 'Address', registered: 'Registered', asksFor: 'Asks for', nothing: 'nothing secret that was seen',
      pages: 'Distance of the pages (TLSH)', pagesBy: (distance: number) => `${number(distance)} (30 and less: a near copy)`,
      screenshots: 'Distance of the screenshots', screenshotsBy: (distance: number) => `${number(distance)} of 64 (8 and less: the same page)`,
    },
    contacts: {
      heading: 'Whom to tell', heads: ['Who', 'Name', 'Address'], none: 'The registries name no address for abuse.', of: { registrar: 'Registrar', network: 'Network' },
    },
    checked: { heading: 'What was checked', heads: ['Step', 'Outcome', 'Why'], steps, outcomes },
    items: { heading: 'Items', heads: ['File', 'From', 'SHA-256'] },
    verify: {
      heading: 'How to check it',
      says: (captures: number) => `{0} checks this package without a network: each item against its hash, the chain of ${plural(captures, { one: 'capture', other: 'captures' })}, and the signature of the key {1}. This page is made from the items and is not signed itself.`,
    },
  },
}));
export type LookalikesTexts = SpokenOf<typeof lookalikesTexts>;
/** What the report on evidence says. */
export type EvidenceTexts = LookalikesTexts['evidence'];
