import { detailOf, diagnosticFacts, policySeen, TODAY } from './facts.sample.ts';
import type { ReportRuleName } from './rules.ts';
import type { DiagnosticFacts } from './shapes.ts';

export const mailer = { id: 'mailer', name: 'Mailer', class: 'known' } as const;
const failing = { dkimAligned: false, spfAligned: false } as const;
const foreignSpf = [{ domain: 'bounce.mailer.example', scope: 'mfrom', result: 'pass' }];
const dns = diagnosticFacts().dns!;
const days = (last: readonly { messages: number; passed: number }[]): DiagnosticFacts['days'] =>
  [...diagnosticFacts().days.slice(0, -last.length), ...last.map((day, at) => ({ day: TODAY - last.length + 1 + at, ...day }))];

/** For each rule what shows it, what comes close and does not, and the record to publish. Advice has no pass: where all is well it is silent. */
export const adviceCases: Record<`reports.${ReportRuleName}`, { failing: Partial<DiagnosticFacts>; passing: Partial<DiagnosticFacts>; record?: string }> = {
  'reports.service.unaligned': {
    failing: { details: [detailOf({ ...failing, dkim: [{ domain: 'mailer.example', selector: 'k1', result: 'pass' }], spf: foreignSpf }, mailer)] },
    passing: { details: [detailOf({ spfAligned: false, spf: foreignSpf }, mailer)] },
  },
  'reports.dkim.key': {
    failing: { details: [detailOf({ dkimAligned: false, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] })] },
    passing: { details: [detailOf({ dkimAligned: false, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] }, { class: 'threat', id: 'unknown' })] },
  },
  'reports.dkim.altered': {
    failing: { details: [detailOf(), detailOf({ ...failing, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] }, { id: 'list', name: 'A list', class: 'mailingList' })] },
    passing: { details: [detailOf(), detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'pass' }] }, { id: 'list', name: 'A list', class: 'mailingList' })] },
  },
  'reports.dkim.permerror': {
    failing: { details: [detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'permerror' }] })] },
    passing: { details: [detailOf({ dkim: [{ domain: 'mailer.example', selector: 's1', result: 'permerror' }] })] },
  },
  'reports.dkim.temperror': { failing: { details: [detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'temperror' }] })] }, passing: {} },
  'reports.dkim.absent': { failing: { details: [detailOf({ dkimAligned: false, dkim: [] }, mailer)] }, passing: { details: [detailOf({ dkimAligned: false, dkim: [] }, mailer), detailOf({}, mailer)] } },
  'reports.spf.notincluded': {
    failing: { details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'softfail' }] }, mailer)] },
    passing: { details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'softfail' }] }, { class: 'forwarder', id: 'forwarder' })] },
    record: 'v=spf1 ip4:192.0.2.0/24 include:spf.mailer.example -all',
  },
  'reports.spf.permerror': { failing: { details: [detailOf({ spf: [{ domain: 'example.com', scope: 'mfrom', result: 'permerror' }] })] }, passing: { details: [detailOf({ spf: [{ domain: 'mailer.example', scope: 'mfrom', result: 'permerror' }] })] } },
  'reports.spf.temperror': { failing: { details: [detailOf({ spf: [{ domain: 'example.com', scope: 'mfrom', result: 'temperror' }] })] }, passing: {} },
  'reports.envelope.foreign': {
    failing: { details: [detailOf({ ...failing, dkim: [], spf: foreignSpf }, mailer)] },
    passing: { details: [detailOf({ ...failing, dkim: [], spf: foreignSpf }, { class: 'threat', id: 'unknown' })] },
  },
  'reports.alignment.strict': {
    failing: {
      details: [detailOf({ ...failing, dkim: [{ domain: 'mail.example.com', selector: 's1', result: 'pass' }], spf: foreignSpf }, mailer)], policies: [policySeen({ adkim: 's' })],
      dns: { ...dns, dmarc: 'v=DMARC1; p=none; adkim=s; rua=mailto:a@example.com' },
    },
    passing: { details: [detailOf({ ...failing, dkim: [{ domain: 'mail.example.com', selector: 's1', result: 'pass' }], spf: foreignSpf }, mailer)] },
    record: 'v=DMARC1; p=none; rua=mailto:a@example.com',
  },
  'reports.subdomain.forged': {
    failing: { details: [detailOf({ ...failing, headerFrom: 'pay.example.com', dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })] },
    passing: { details: [detailOf({ ...failing, headerFrom: 'mail.example.com', dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })] },
    record: 'v=DMARC1; p=none; rua=mailto:a@example.com; np=reject',
  },
  'reports.policy.subdomains': {
    failing: { dns: { ...dns, dmarc: 'v=DMARC1; p=reject; sp=none' } }, passing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; sp=reject' } }, record: 'v=DMARC1; p=reject',
  },
  'reports.policy.obsolete': {
    failing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; pct=50; ri=3600' } }, passing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; t=y' } }, record: 'v=DMARC1; p=none',
  },
  'reports.policy.differs': {
    failing: { policies: [policySeen({ p: 'none' }, -10), policySeen({ p: 'reject' })] }, passing: { policies: [policySeen({ p: 'none' }, -1), policySeen({ p: 'none' })] },
  },
  'reports.disposition.differs': {
    failing: { details: [detailOf({ ...failing, dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })], policies: [policySeen({ p: 'reject' })] },
    passing: { details: [detailOf({ ...failing, dkim: [], spf: [], reasons: [{ type: 'local_policy', comment: null }] }, { class: 'threat', id: 'unknown' })], policies: [policySeen({ p: 'reject' })] },
  },
  'reports.volume.surge': { failing: { days: days([{ messages: 5000, passed: 990 }]) }, passing: { days: days([{ messages: 1040, passed: 990 }]) } },
  'reports.passrate.drop': { failing: { days: days([{ messages: 1000, passed: 900 }, { messages: 1000, passed: 900 }]) }, passing: { days: days([{ messages: 1000, passed: 980 }, { messages: 1000, passed: 980 }]) } },
  'reports.sender.vanished': {
    failing: { details: [detailOf(), detailOf({}, { ...mailer, messages: 5000, firstDay: TODAY - 28, lastDay: TODAY - 8 })] },
    passing: { details: [detailOf({}, { ...mailer, messages: 5000, firstDay: TODAY - 28, lastDay: TODAY - 8 })] },
  },
  'reports.reporter.quiet': {
    failing: { reporters: [{ organization: 'google.com', reports: 25, lastDay: TODAY - 5 }] }, passing: { reporters: [{ organization: 'google.com', reports: 25, lastDay: TODAY - 3 }] },
  },
};
