import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { briefly, clip } from '../evidence.ts';
import { isNullMx } from '../mx/index.ts';
import type { Destination } from './collect.ts';
import { isDmarc, type ReportUri } from './parse.ts';
import type { InForce } from './record-findings.ts';
import { paste, withTag } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges where the record asks for reports, and whether they can arrive there. */
export function judgeReports(inForce: InForce, destinations: readonly Destination[]): Finding[] {
  const { record } = inForce;
  return [
    judgeRua(inForce),
    judgeUris([...record.rua, ...record.ruf]),
    judgeMx(destinations),
    judgeConsent(destinations),
  ];
}

function judgeRua({ record, at }: InForce): Finding {
  if (record.rua.length > 0) return rules.rua.pass(briefly(record.rua.map(({ text }) => text)));
  const value = withTag(record, 'rua', `mailto:dmarc-reports@${at.slice('_dmarc.'.length)}`);
  return rules.rua.fail([clip(record.text)], { fix: { record: paste(at, value) } });
}

function judgeUris(uris: readonly ReportUri[]): Finding {
  const unusable = uris.filter(({ fault }) => fault !== null);
  const limited = uris.filter(({ hasSizeLimit }) => hasSizeLimit);
  if (unusable.length > 0) return rules['rua.uri'].fail(briefly(unusable.map(({ text, fault }) => `${clip(text)}: ${fault}`)));
  if (limited.length === 0) return rules['rua.uri'].pass();
  return rules['rua.uri'].fail(briefly(limited.map(({ text }) => text)), {
    severity: 'info',
    title: 'A size limit on an address for DMARC reports is no longer read',
    fix: { text: 'Remove the exclamation mark and the size behind it.' },
  });
}

function judgeMx(destinations: readonly Destination[]): Finding {
  const deaf = destinations.filter(({ mx, a }) => isNullMx(mx) || (mx.outcome === 'absent' && a?.outcome === 'absent'));
  if (deaf.length > 0) return rules['rua.mx'].fail(deaf.map(({ domain }) => `${domain}: no mail server`));
  const failed = destinations.flatMap(({ domain, mx, a }) => [
    ...(mx.outcome === 'failed' ? [describeFailure('MX', domain, mx)] : []),
    ...(a?.outcome === 'failed' ? [describeFailure('A', domain, a)] : []),
  ]);
  return failed[0] ? rules['rua.mx'].unknown(failed[0]) : rules['rua.mx'].pass();
}

/** RFC 9990 §4: a TXT record whose version is DMARC1 is consent; nothing else is asked of it. */
function judgeConsent(destinations: readonly Destination[]): Finding {
  const asked = destinations.flatMap(({ permission }) => permission ?? []);
  const refused = asked.filter(({ look }) => look.outcome === 'absent' || (look.outcome === 'found' && !look.value.some(isDmarc)));
  if (refused.length > 0) {
    return rules.ext.fail(refused.map(({ name }) => `no record at ${name}`), { fix: { record: paste(refused[0]!.name, 'v=DMARC1') } });
  }
  const failed = asked.flatMap(({ name, look }) => (look.outcome === 'failed' ? describeFailure('TXT', name, look) : []));
  return failed[0] ? rules.ext.unknown(failed[0]) : rules.ext.pass(asked.map(({ name }) => name));
}
