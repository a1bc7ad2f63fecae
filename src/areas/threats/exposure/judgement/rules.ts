import { defineRules } from '../../../../core/findings/rules.ts';

const owasp = { title: 'OWASP: Attack Surface Analysis Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/Attack_Surface_Analysis_Cheat_Sheet.html' };
const remoteAccess = { title: 'CISA: Binding Operational Directive 23-02, exposed management interfaces', url: 'https://www.cisa.gov/news-events/directives/binding-operational-directive-23-02' };

const binding = { area: 'exposure', record: 'host', prefix: 'exposure' } as const;

/** What is judged of the ports of a host. */
export const portRules = defineRules(binding, {
  management: {
    severity: 'high',
    title: 'Port {port} of {address}, where {service} is managed, is open to the Internet',
    why: 'Anyone who can reach a management port can try known vulnerabilities and leaked credentials against it. Attackers scan for these ports first.',
    fix: { kind: 'network', text: 'Let the port be reached through a VPN or from chosen addresses alone: close it in the firewall, or bind the service to an internal address.' },
    references: [remoteAccess],
  },
  datastore: {
    severity: 'high',
    title: 'Port {port} of {address}, where {service} keeps data, is open to the Internet',
    why: 'A database that the Internet can reach is one leaked password or one flaw away from a breach, and is found within hours.',
    fix: { kind: 'network', text: 'Bind the database to an internal address, and let only the hosts that use it through the firewall.' },
    references: [owasp],
  },
  cleartext: {
    severity: 'medium',
    title: 'Port {port} of {address} offers {service}, which sends passwords unprotected',
    why: 'Anyone on the network path can read the passwords and everything else that is sent.',
    fix: { kind: 'network', text: 'Turn the service off, or replace it with its protected successor: SSH for Telnet and rsh, SFTP or FTPS for FTP.' },
    references: [owasp],
  },
  internal: {
    severity: 'medium',
    title: 'Port {port} of {address} offers {service}, which is meant for internal networks',
    why: 'Services of local networks were not built for the Internet: they tell strangers about the machine, and flaws in them have spread by themselves.',
    fix: { kind: 'network', text: 'Close the port in the firewall.' },
    references: [owasp],
  },
  certificate_expired: {
    severity: 'medium',
    title: 'The certificate on port {port} of {address} has expired',
    why: 'Clients refuse the connection, or people learn to click warnings away, which is what an attacker in the middle needs.',
    fix: { kind: 'webHost', text: 'Renew the certificate, and let it be renewed by itself from now on.' },
    references: [],
  },
  old_tls: {
    severity: 'low',
    title: 'Port {port} of {address} speaks {version} with up-to-date clients',
    why: 'TLS 1.0 and 1.1 were withdrawn (RFC 8996): they rest on hash functions that are broken.',
    fix: { kind: 'webHost', text: 'Turn TLS 1.2 and 1.3 on at this port, and the older versions off.' },
    references: [{ title: 'RFC 8996: Deprecating TLS 1.0 and TLS 1.1', url: 'https://www.rfc-editor.org/rfc/rfc8996' }],
  },
});
