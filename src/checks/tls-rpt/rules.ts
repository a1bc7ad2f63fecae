import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const RFC_8460 = rfc(8460, 'TLS reporting', '3');

export const rules = defineRules({ area: 'check', record: 'tlsRpt', prefix: 'tlsrpt' }, {
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
