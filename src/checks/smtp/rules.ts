import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const STARTTLS = (section: string) => rfc(3207, 'SMTP Service Extension for Secure SMTP over Transport Layer Security', section);
const SMTP = rfc(5321, 'Simple Mail Transfer Protocol', '4.2');
const STS = rfc(8461, 'MTA-STS', '4.2');
const OLD_TLS = rfc(8996, 'Deprecating TLS 1.0 and TLS 1.1');

export const rules = defineRules({ area: 'check', record: 'smtp', prefix: 'smtp' }, {
  starttls: {
    severity: 'high',
    cap: 'C',
    title: 'A mail server does not offer encryption (STARTTLS)',
    passTitle: 'Every mail server that could be reached offers encryption (STARTTLS)',
    why: 'Mail to this server travels in the clear, and everybody on its way can read and change it.',
    fix: { kind: 'mailHost', text: 'Switch STARTTLS on and give the server a certificate for its host name.' },
    references: [STARTTLS('4')],
  },
  cert: {
    severity: 'medium',
    title: 'The certificate of a mail server is not valid for it',
    passTitle: 'The certificate of every mail server is valid',
    why: 'Senders that check certificates cannot tell this server from an impostor; where MTA-STS is enforced they do not deliver to it.',
    fix: { kind: 'mailHost', text: 'Install a certificate of a public authority for the host name in the MX record, with all intermediate certificates, and renew it automatically.' },
    references: [STS, STARTTLS('4.1')],
  },
  'tls.version': {
    severity: 'medium',
    title: 'A mail server speaks only versions of TLS that are no longer safe',
    passTitle: 'Every mail server speaks TLS 1.2 or newer',
    why: 'TLS 1.0 and 1.1 have known weaknesses, and some senders no longer speak them.',
    fix: { kind: 'mailHost', text: 'Enable TLS 1.2 and TLS 1.3 on the mail server; an old system may need an update first.' },
    references: [OLD_TLS],
  },
  injection: {
    severity: 'medium',
    title: 'A mail server goes on talking in the clear after it agreed to encrypt',
    passTitle: 'No mail server talks in the clear after it agreed to encrypt',
    why: 'A sender may take such text for protected, so an attacker on the way can slip in replies of his own.',
    fix: { kind: 'mailHost', text: 'Update the mail server, and look for a proxy or security appliance in front of it that rewrites the connection.' },
    references: [STARTTLS('5')],
  },
  protocol: {
    severity: 'medium',
    title: 'A mail server does not answer as mail servers do',
    passTitle: 'Every mail server that could be reached answers as mail servers do',
    why: 'Senders cannot understand its replies, so mail cannot be delivered to it.',
    fix: { kind: 'mailHost', text: 'Make sure that the MX record leads to a mail server and that its port 25 speaks SMTP.' },
    references: [SMTP],
  },
});
