import { defineRules } from '../../../../core/findings/rules.ts';

const closing = {
  kind: 'network',
  text: 'Let only those hosts reach {port} of {host} that need it, with a firewall rule or by having {service} listen on an internal address; then require a password.',
} as const;

const noAccess = [{ title: 'CWE-306: Missing Authentication for Critical Function', url: 'https://cwe.mitre.org/data/definitions/306.html' }] as const;

/** What is wrong with a service itself, whatever its version. */
export const serviceFindings = defineRules({ area: 'exposure', record: 'service', prefix: 'service' }, {
  open_store: {
    severity: 'critical',
    title: '{service} on {host} answers anybody without a password',
    why: 'Anyone who finds this port can read the stored data, and usually change or delete it. Scanners find such stores within hours; the data is then copied or held for ransom.',
    fix: closing,
    references: noAccess,
  },
  open_console: {
    severity: 'critical',
    title: '{service} on {host} can be operated by anybody',
    why: 'This interface starts programs, changes settings or shows what goes on inside, and it asks nobody for a password. With most of them the whole host can be taken over.',
    fix: closing,
    references: noAccess,
  },
  reachable_store: {
    severity: 'high',
    title: '{service} on {host} answers from the Internet',
    why: 'Whether it asks for a password could not be determined without a question that reads what is stored. Even with one, a store that anybody reaches is open to guessed passwords and to its own faults.',
    fix: { kind: 'network', text: 'Let only those hosts reach {port} of {host} that need it.' },
    references: noAccess,
  },
  plain_telnet: {
    severity: 'high',
    title: 'Telnet on {host} carries passwords in plain text',
    why: 'Everybody on the path can read the password and what is typed, and take the session over.',
    fix: { kind: 'network', text: 'Use SSH instead, and close {port} of {host}.' },
    references: [{ title: 'CWE-319: Cleartext Transmission of Sensitive Information', url: 'https://cwe.mitre.org/data/definitions/319.html' }],
  },
});

export const serviceRules = Object.values(serviceFindings);
