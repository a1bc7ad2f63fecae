import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const RFC_8020 = rfc(8020, 'NXDOMAIN: There Really Is Nothing Underneath');
const EPP_STATUS = { title: 'ICANN, EPP status codes', url: 'https://www.icann.org/epp' };
const PUBLIC_SUFFIX_LIST = { title: 'Public Suffix List', url: 'https://publicsuffix.org/' };

export const rules = defineRules({ area: 'check', record: 'domain', prefix: 'in' }, {
  nxdomain: {
    severity: 'critical',
    cap: 'F',
    title: 'The domain does not exist in DNS',
    passTitle: 'The domain exists in DNS',
    why: 'Nothing can be reached under a name that does not exist, and unless it is registered, anybody may register it.',
    fix: { kind: 'registrar', text: 'Check the spelling. If the domain should exist, register or renew it, and check that it is delegated to your nameservers.' },
    references: [RFC_8020],
  },
  disabled: {
    severity: 'critical',
    cap: 'F',
    title: 'The domain is registered but switched off by its registrar or registry',
    passTitle: 'The domain is not on hold',
    why: 'A domain on hold is taken out of DNS: web and mail stop for everybody.',
    fix: { kind: 'registrar', text: 'Ask the registrar why the domain is on hold (often an unpaid renewal or an unverified contact address) and have the hold removed.' },
    references: [EPP_STATUS],
  },
  publicsuffix: {
    severity: 'info',
    title: 'This name is a public suffix: people register names below it',
    passTitle: 'The name is not a public suffix',
    why: 'Mail policies and cookies treat a public suffix unlike a domain; you may have meant a name below it.',
    fix: { kind: 'dnsHost', text: 'Check a domain below this suffix instead, unless you run the suffix itself.' },
    references: [PUBLIC_SUFFIX_LIST],
  },
});
