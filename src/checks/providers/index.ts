export type { DnsHost } from './dns-hosts.ts';
export type { MailProvider } from './mail-providers.ts';
export { findDnsHost, findMailProvider, inferSelectors } from './match.ts';
