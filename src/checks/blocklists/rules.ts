import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const LISTS = rfc(5782, 'DNS Blacklists and Whitelists');

export const rules = {
  ...defineRules({ area: 'check', record: 'blocklists', prefix: 'mx' }, {
    dnsbl: {
      severity: 'medium',
      title: 'A mail server of the domain is on a blocklist',
      passTitle: 'No mail server of the domain is on a blocklist that answered',
      why: 'Many receivers refuse mail from listed addresses, or put it with the spam; a listing often means that a machine or an account was broken into.',
      fix: { kind: 'mailHost', text: 'Find out why at the list, fix the cause, then ask for removal. If your mail provider runs the server, tell the provider.' },
      references: [LISTS],
    },
  }),
  ...defineRules({ area: 'check', record: 'blocklists', prefix: 'blocklist' }, {
    domain: {
      severity: 'high',
      title: 'The domain is on a blocklist',
      passTitle: 'The domain is on no blocklist that answered',
      why: 'Mail that names the domain, as sender or in a link, is refused or put with the spam; browsers may warn of its pages.',
      fix: { kind: 'webHost', text: 'Check the list for the reason, clean up website and mail accounts, then ask for removal.' },
      references: [LISTS],
    },
    web: {
      severity: 'info',
      title: 'The address of the website is on a blocklist',
      passTitle: 'The address of the website is on no blocklist that answered',
      why: 'The lists are made for mail. A listing of the website may come from a neighbour at the same address, or from a break-in.',
      fix: { kind: 'webHost', text: 'Ask your web host whether the address is shared, and why it is listed.' },
      references: [LISTS],
    },
  }),
};
