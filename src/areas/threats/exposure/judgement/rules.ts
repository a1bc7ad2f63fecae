import { defineRules } from '../../../../core/findings/rules.ts';

const owasp = { title: 'OWASP: Attack Surface Analysis Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/Attack_Surface_Analysis_Cheat_Sheet.html' };
const remoteAccess = { title: 'CISA: Binding Operational Directive 23-02, exposed management interfaces', url: 'https://www.cisa.gov/news-events/directives/binding-operational-directive-23-02' };

const binding = { area: 'exposure', record: 'host', prefix: 'exposure' } as const;

/** What is judged of the ports of a host. */
export const portRules = defineRules(binding, {
  management: {
    severity: 'high',
    title: 'Management port {port} ({service}) of {address} is open to the Internet',
    why: 'Anyone who can reach a management port can try known vulnerabilities and leaked credentials against it. Attackers scan for these ports first.',
    fix: { kind: 'network', text: 'Allow access through a VPN or from selected addresses only: close the port in the firewall, or bind the service to an internal address.' },
    references: [remoteAccess],
  },
  datastore: {
    severity: 'high',
    title: 'Database port {port} ({service}) of {address} is open to the Internet',
    why: 'A database reachable from the Internet is one leaked password or one vulnerability away from a breach. Scanners find it within hours.',
    fix: { kind: 'network', text: 'Bind the database to an internal address, and allow only the hosts that use it through the firewall.' },
    references: [owasp],
  },
  cleartext: {
    severity: 'medium',
    title: '{service} on port {port} of {address} sends passwords unencrypted',
    why: 'Anyone on the network path can read the passwords and everything else that is sent.',
    fix: { kind: 'network', text: 'Turn the service off, or replace it with its encrypted successor: SSH for Telnet and rsh, SFTP or FTPS for FTP.' },
    references: [owasp],
  },
  internal: {
    severity: 'medium',
    title: '{service} on port {port} of {address} is meant for internal networks',
    why: 'Protocols for local networks were not designed for the Internet: they reveal details of the machine, and worms have spread through vulnerabilities in them.',
    fix: { kind: 'network', text: 'Close the port in the firewall.' },
    references: [owasp],
  },
  certificate_expired: {
    severity: 'medium',
    title: 'The certificate on port {port} of {address} has expired',
    why: 'Clients refuse the connection, or people get used to clicking through warnings, which is exactly what an attacker in the middle needs.',
    fix: { kind: 'webHost', text: 'Renew the certificate, and automate its renewal.' },
    references: [],
  },
  old_tls: {
    severity: 'low',
    title: 'Port {port} of {address} negotiates {version} even with modern clients',
    why: 'TLS 1.0 and 1.1 are deprecated (RFC 8996): they rely on broken hash functions.',
    fix: { kind: 'webHost', text: 'Enable TLS 1.2 and 1.3 on this port, and disable older versions.' },
    references: [{ title: 'RFC 8996: Deprecating TLS 1.0 and TLS 1.1', url: 'https://www.rfc-editor.org/rfc/rfc8996' }],
  },
});
