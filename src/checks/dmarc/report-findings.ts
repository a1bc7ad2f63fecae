import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { madeVisible } from '../blanks.ts';
import { briefly, clip, inWords } from '../evidence.ts';
import { isNullMx } from '../mx/index.ts';
import type { FixRecord } from '../fixes.ts';
import type { DmarcFacts, Permission } from './collect.ts';
import { isDmarc, type ReportUri } from './parse.ts';
import type { InForce } from './record-findings.ts';
import type { Repair } from './repair.ts';
import { rules } from './rules.ts';

/** The domains that are to receive reports: those that were checked, and those that were not. */
type Receivers = Pick<DmarcFacts, 'destinations' | 'leftOut'>;

/** Judges where the record asks for reports, and whether they can arrive there. */
export function judgeReports(inForce: InForce, repair: Repair, receivers: Receivers, nullMx: boolean): Finding[] {
  return [judgeRua(inForce, repair, nullMx), judgeUris(inForce, repair), judgeMx(receivers)];
}

/** A domain that takes no mail has none of its own that a stricter policy could hurt, and no mailbox to offer. */
function judgeRua({ record }: InForce, repair: Repair, nullMx: boolean): Finding {
  if (record.rua.length > 0) return rules.rua.pass(briefly(record.rua.map(({ text }) => text)));
  if (nullMx) return rules.rua.fail([clip(record.text)], { severity: 'info', fix: { text: 'To see who forges this domain, add an rua tag with an address in a domain that takes mail.' } });
  return rules.rua.fail([clip(record.text)], { fix: { record: repair.record } });
}

/** Where another address of the list works, reports come. */
function judgeUris({ record: { rua, ruf } }: InForce, { record }: Repair): Finding {
  const uris = [...rua, ...ruf];
  const works = (list: readonly ReportUri[]) => list.length === 0 || list.some(({ fault }) => fault === null);
  const unusable = uris.filter(({ fault }) => fault !== null);
  const limited = uris.filter(({ hasSizeLimit }) => hasSizeLimit);
  if (unusable.length > 0) return rules['rua.uri'].fail(briefly(unusable.map(({ text, fault }) => `${clip(madeVisible(text))}: ${fault}`)), { severity: works(rua) && works(ruf) ? 'medium' : 'high', fix: { record } });
  if (limited.length === 0) return rules['rua.uri'].pass();
  return rules['rua.uri'].fail(briefly(limited.map(({ text }) => text)), {
    severity: 'info',
    title: 'A size limit on an address for DMARC reports is no longer read',
    fix: { text: 'Remove the exclamation mark and the size behind it.', record },
  });
}

function judgeMx({ destinations, leftOut }: Receivers): Finding {
  const deaf = destinations.filter(({ mx, a }) => isNullMx(mx) || (mx.outcome === 'absent' && a?.outcome === 'absent'));
  if (deaf.length > 0) return rules['rua.mx'].fail(deaf.map(({ domain }) => `${domain}: no mail server`));
  const failed = destinations.flatMap(({ domain, mx, a }) => [
    ...(mx.outcome === 'failed' ? [describeFailure('MX', domain, mx)] : []),
    ...(a?.outcome === 'failed' ? [describeFailure('A', domain, a)] : []),
  ]);
  return failed[0] ? rules['rua.mx'].unknown(failed[0], { severity: 'info' }) : passUnless(leftOut, rules['rua.mx'], []);
}

/** RFC 9990 §4: a TXT record whose version is DMARC1 is consent; nothing else is asked of it. */
export function judgeConsent({ destinations, leftOut }: Receivers): Finding {
  const asked = destinations.flatMap(({ permission }) => permission ?? []);
  const refused = asked.filter(({ lookup }) => lookup.outcome === 'absent' || (lookup.outcome === 'found' && !lookup.value.some(isDmarc)));
  if (refused.length > 0) {
    return rules.ext.fail(refused.map(({ name }) => `no record at ${name}`), { fix: { record: consentFor(refused) } });
  }
  const failed = asked.flatMap(({ name, lookup }) => (lookup.outcome === 'failed' ? describeFailure('TXT', name, lookup) : []));
  return failed[0] ? rules.ext.unknown(failed[0], { severity: 'info' }) : passUnless(leftOut, rules.ext, asked.map(({ name }) => name));
}

/** One record gives one consent; next to a CNAME no other record can exist (RFC 1034 §3.6.2). */
function consentFor([first, ...others]: readonly Permission[]): FixRecord | undefined {
  const isPlain = first && others.length === 0 && first.lookup.outcome !== 'failed' && first.lookup.via.length === 0;
  return isPlain ? { name: first.name, type: 'TXT', value: 'v=DMARC1' } : undefined;
}

/** What was not checked is not known to be right. */
function passUnless(leftOut: readonly string[], rule: BoundRule, evidence: readonly string[]): Finding {
  if (leftOut.length === 0) return rule.pass(evidence);
  const cause = clip(`not checked: ${inWords(leftOut)}`);
  return rule.unknown(cause, { severity: 'info', title: 'Not every domain that is to receive DMARC reports was checked' });
}
