import { defineRules, type BoundRule, type Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { TlsRptFacts } from './collect.ts';
import { isTlsRpt, isUsable, parseTlsRpt } from './parse.ts';

const RFC_8460 = { title: 'RFC 8460 §3, TLS reporting', url: 'https://www.rfc-editor.org/rfc/rfc8460#section-3' };

export const rules = defineRules('tlsRpt', 'tlsrpt', {
  missing: {
    severity: 'low',
    title: 'No TLS reporting: nobody tells you when mail cannot be delivered encrypted',
    passTitle: 'TLS reporting is published',
    why: 'Senders that fail to set up encryption report it only to domains that ask for it.',
    fix: { kind: 'dnsRecord', text: 'Publish this record with an address that you read.' },
    references: [RFC_8460],
  },
  multiple: {
    severity: 'medium',
    title: 'There are several TLS reporting records, so senders ignore all of them',
    passTitle: 'There is no more than one TLS reporting record',
    why: 'With more than one record a sender must act as if there were none.',
    fix: { kind: 'dnsRecord', text: 'Keep one record and delete the others.' },
    references: [RFC_8460],
  },
  syntax: {
    severity: 'medium',
    title: 'The TLS reporting record has an error',
    passTitle: 'The TLS reporting record is well formed',
    why: 'Senders ignore a record that they cannot read.',
    fix: { kind: 'dnsRecord', text: 'Write the record as v=TLSRPTv1; rua= and a mailto: or https: address.' },
    references: [RFC_8460],
  },
  rua: {
    severity: 'medium',
    title: 'An address for TLS reports cannot be used',
    passTitle: 'The addresses for TLS reports can be used',
    why: 'Reports go to mailto: and https: addresses only; others get none.',
    fix: { kind: 'dnsRecord', text: 'Give at least one address, written as mailto:name@domain or https://host/path.' },
    references: [RFC_8460],
  },
});

export interface Others {
  nullMx: boolean;
  /** The domain publishes an MTA-STS policy, whose failures the reports would show. */
  hasMtaSts: boolean;
}

/** Judges the TLS reporting record; every rule gives exactly one finding. */
export function analyzeTlsRpt({ domain, txt }: TlsRptFacts, others: Others): Finding[] {
  const name = `_smtp._tls.${domain}`;
  if (txt.outcome === 'failed') return all(rule => rule.unknown(describeFailure('TXT', name, txt)));
  const records = txt.outcome === 'found' ? txt.value.filter(isTlsRpt) : [];
  if (records.length !== 1) {
    return all(rule => (rule === rules.missing && records.length === 0 ? judgeMissing(domain, name, others)
      : rule === rules.multiple && records.length > 1 ? rule.fail(records)
        : rule.notApplicable(records.length > 1 ? 'Several records: all are ignored' : 'TLS reporting is not published')));
  }
  const { rua, faults } = parseTlsRpt(records[0]!)!;
  const unusable = rua.filter(uri => !isUsable(uri));
  return [
    rules.missing.pass(records),
    rules.multiple.pass(),
    faults.length > 0 ? rules.syntax.fail(faults) : rules.syntax.pass(),
    rua.length === 0 ? rules.rua.fail(['no rua field'], { title: 'The TLS reporting record names no address' }) : unusable.length > 0 ? rules.rua.fail(unusable) : rules.rua.pass(rua),
  ];
}

function all(say: (rule: BoundRule) => Finding): Finding[] {
  return Object.values<BoundRule>(rules).map(say);
}

function judgeMissing(domain: string, name: string, { nullMx, hasMtaSts }: Others): Finding {
  if (nullMx) return rules.missing.notApplicable('The domain takes no mail');
  return rules.missing.fail([`no record at ${name}`], {
    severity: hasMtaSts ? 'medium' : 'low',
    fix: { record: { name, type: 'TXT', value: `v=TLSRPTv1; rua=mailto:tls-reports@${domain}` } },
  });
}
