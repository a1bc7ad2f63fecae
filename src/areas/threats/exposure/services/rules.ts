import { defineRules } from '../../../../core/findings/rules.ts';

const closing = {
  kind: 'network',
  text: 'Restrict {port} of {host} to the hosts that need it, with a firewall rule or by binding {service} to an internal address; then require a password.',
} as const;

const noAccess = [{ title: 'CWE-306: Missing Authentication for Critical Function', url: 'https://cwe.mitre.org/data/definitions/306.html' }] as const;

/** What is wrong with a service itself, whatever its version. */
export const serviceFindings = defineRules({ area: 'exposure', record: 'service', prefix: 'service' }, {
  open_store: {
    severity: 'critical',
    title: '{service} on {host} requires no password',
    why: 'Anyone who finds this port can read the stored data, and usually change or delete it. Scanners find such stores within hours; the data is then copied or held for ransom.',
    fix: closing,
    references: noAccess,
  },
  open_console: {
    severity: 'critical',
    title: '{service} on {host} can be controlled without a password',
    why: 'This interface starts programs, changes settings or reveals internals, and requires no authentication. In most cases the whole host can be taken over.',
    fix: closing,
    references: noAccess,
  },
  reachable_store: {
    severity: 'high',
    title: '{service} on {host} is reachable from the Internet',
    why: 'Whether it requires a password could not be determined without reading stored data. Even with one, a store that anyone can reach is exposed to password guessing and to vulnerabilities of its own.',
    fix: { kind: 'network', text: 'Restrict {port} of {host} to the hosts that need it.' },
    references: noAccess,
  },
  plain_telnet: {
    severity: 'high',
    title: 'Telnet on {host} sends passwords in plain text',
    why: 'Anyone on the network path can read the password and everything typed, and take over the session.',
    fix: { kind: 'network', text: 'Use SSH instead, and close {port} of {host}.' },
    references: [{ title: 'CWE-319: Cleartext Transmission of Sensitive Information', url: 'https://cwe.mitre.org/data/definitions/319.html' }],
  },
});

export const serviceRules = Object.values(serviceFindings);
