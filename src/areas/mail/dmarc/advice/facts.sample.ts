import type { PublishedPolicy } from '../parse/shapes.ts';
import type { SenderClass } from '../senders/shapes.ts';
import type { Tuple } from '../store/shapes.ts';
import type { Detail, DiagnosticFacts } from './shapes.ts';

/** The last day of the facts that tests make. */
export const TODAY = 20_000;
const DAY_MS = 86_400_000;

/** Results in which everything passes. */
function tupleOf(differing: Partial<Tuple> = {}): Tuple {
  return {
    headerFrom: 'example.com', envelopeFrom: 'example.com', envelopeTo: null, disposition: 'none', dkimAligned: true, spfAligned: true, reasons: [],
    dkim: [{ domain: 'example.com', selector: 's1', result: 'pass' }], spf: [{ domain: 'example.com', scope: 'mfrom', result: 'pass' }], ...differing,
  };
}

export function detailOf(tuple: Partial<Tuple> = {}, { id = 'own', name = 'Own servers', class: of = 'own', ...counted }: Partial<Omit<Detail, 'tuple'>> & { class?: SenderClass } = {}): Detail {
  return { id, name, class: of, messages: 100, firstDay: TODAY - 20, lastDay: TODAY, ...counted, tuple: tupleOf(tuple) };
}

const published: PublishedPolicy = { domain: 'example.com', p: 'none', sp: null, np: null, adkim: null, aspf: null, fo: null, testing: null, discoveryMethod: null, pct: null };

/** A policy as reporters saw it. */
export function policySeen(policy: Partial<PublishedPolicy> = {}, at = 0): DiagnosticFacts['policies'][number] {
  return { policy: { ...published, ...policy }, reports: 10, firstAt: (TODAY - 20) * DAY_MS, lastAt: (TODAY + at) * DAY_MS };
}

/** A domain without faults. */
export function diagnosticFacts(differing: Partial<DiagnosticFacts> = {}): DiagnosticFacts {
  return {
    domain: 'example.com', from: TODAY - 29, to: TODAY, now: (TODAY + 1) * DAY_MS, details: [detailOf()],
    days: Array.from({ length: 30 }, (_, at) => ({ day: TODAY - 29 + at, messages: 1000, passed: 990 })),
    reporters: [{ organization: 'google.com', reports: 30, lastDay: TODAY }], policies: [policySeen()],
    dns: {
      spf: 'v=spf1 ip4:192.0.2.0/24 -all', dmarc: 'v=DMARC1; p=none; rua=mailto:a@example.com', foundAt: '_dmarc.example.com', policy: { domain: 'none', subdomain: 'none', nonexistent: 'none' },
      selectors: { s1: { status: 'ok', record: 'v=DKIM1; p=AAAA' } }, names: ['mail.example.com'],
    },
    setupOf: id => ({ include: id === 'mailer' ? 'spf.mailer.example' : null, steps: id === 'mailer' ? ['Sign in and switch DKIM on.'] : [] }), ...differing,
  };
}
