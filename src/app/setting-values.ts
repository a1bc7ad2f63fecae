// How the values of settings are read: each gives the value, or throws an error that says what is wrong and what would be right.
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseBlocklists } from '../checks/blocklists/lists.ts';
import { plans, signUpModes, type Plan, type SignUpMode } from '../core/access.ts';
import { parseDomain } from '../core/domain-name.ts';
import { parseCidr, parseIp, type Cidr } from '../core/ip.ts';
import { parseBlobUrl, type BlobUrl } from '../wire/blobs/url.ts';
import { parseRoots, type RootServer } from '../wire/dns/delegation-roots.ts';
import { parseServers } from '../wire/dns/system.ts';
import { parseTrustAnchors, type TrustAnchor } from '../wire/dns/dnssec/anchors.ts';
import type { Server } from '../wire/dns/channel.ts';
import type { Target } from '../wire/door.ts';
import { parseWhoisServer } from '../wire/whois.ts';

/** What a process does of the service. */
const processRoles = ['all', 'api', 'worker'] as const;
export type Role = (typeof processRoles)[number];

export function dnsServers(text: string): readonly Server[] {
  const parsed = parseServers(text);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed.servers;
}

export function dnsRoots(text: string): readonly RootServer[] {
  const parsed = parseRoots(text);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed.roots;
}

export function trustAnchors(text: string): readonly TrustAnchor[] {
  const parsed = parseTrustAnchors(text);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed.anchors;
}

export function text(text: string): string {
  return text;
}

export function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new Error(`"${text}" is not a port: 1 to 65535, or 0 for any free one.`);
  return number;
}

export function ipAddress(text: string): string {
  if (text !== 'localhost' && !parseIp(text)) throw new Error(`"${text}" is not an IP address.`);
  return text;
}

export function origin(text: string): string {
  if (!URL.canParse(text) || !/^https?:\/\/[^/?#@]+\/?$/.test(text)) throw new Error(`"${text}" is not an origin such as https://dss.example.org, without a path.`);
  return new URL(text).origin;
}

export function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) throw new Error('This is not a URL such as postgres://user:password@host/database.');
  return text;
}

export function blobUrl(text: string): BlobUrl {
  const url = parseBlobUrl(text);
  if ('invalid' in url) throw new Error(url.invalid);
  return url;
}

export function s3Url(text: string): BlobUrl & { kind: 's3' } {
  const url = blobUrl(text);
  if (url.kind !== 's3') throw new Error('This is not a URL such as s3://bucket/prefix.');
  return url;
}

export function hostName(text: string): string {
  const parsed = parseDomain(text);
  if (!parsed.ok) throw new Error(`"${text}" is not a domain name: ${parsed.reason}`);
  return parsed.domain;
}

export function readable(path: string): string {
  readFileSync(path);
  return path;
}

export function smtpUrl(text: string): string {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) throw new Error('This is not a URL such as smtp://user:password@host:587.');
  return text;
}

export function secret(text: string): string {
  if (text.length < 16) throw new Error('The secret has fewer than 16 characters. Make one with: openssl rand -hex 32');
  return text;
}

export function email(text: string): string {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(text)) throw new Error(`"${text}" is not an e-mail address.`);
  return text.toLowerCase();
}

export function password(text: string): string {
  if (text.length < 8 || text.length > 128) throw new Error('The password must have 8 to 128 characters.');
  return text;
}

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
  const found = words.find(word => word === text);
  if (found === undefined) throw new Error(`"${text}" is not one of ${words.join(', ')}.`);
  return found;
}

export function plan(text: string): Plan {
  return oneOf(plans, text);
}

export function signUpMode(text: string): SignUpMode {
  return oneOf(signUpModes, text);
}

export function mailDomains(text: string): readonly string[] {
  return text.split(',').map(part => part.trim()).filter(part => part !== '').map(hostName);
}

export function file(path: string): string {
  return readFileSync(path, 'utf8');
}

export function paths(text: string): readonly string[] {
  const paths = text.split(',').map(path => path.trim()).filter(path => path !== '');
  const missing = paths.find(path => !existsSync(path));
  if (missing !== undefined) throw new Error(`There is no file ${missing}.`);
  return paths;
}

export function program(path: string): string {
  if (!existsSync(path)) throw new Error(`There is no program ${path}.`);
  return path;
}

export function folder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${path}.`);
  return path;
}

export function role(text: string): Role {
  return oneOf(processRoles, text);
}

export function workers(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1000) throw new Error(`"${text}" is not a number from 1 to 1000.`);
  return Number(text);
}

export function threads(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 16) throw new Error(`"${text}" is not a number from 0 to 16.`);
  return Number(text);
}

export function rate(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 1_000_000) throw new Error(`"${text}" is not a number from 1 to 1000000.`);
  return Number(text);
}

export function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error(`"${text}" is not on or off.`);
  return text === 'on';
}

export function listOf(names: readonly string[], text: string): string {
  return text.split(',').map(name => oneOf(names, name.trim())).join(',');
}

export function months(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 120) throw new Error(`"${text}" is not a number from 1 to 120.`);
  return Number(text);
}

export function statusFeeds(text: string): string {
  return text === 'direct' ? text : urlOrOff(text);
}

export function urlOrOff(text: string): string {
  return text === 'off' ? text : url(text);
}

export function zoneOrOff(text: string): string {
  return text === 'off' ? text : hostName(text);
}

export function contactUrl(text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)) throw new Error(`"${text}" is not a mailto: or https: address.`);
  return text;
}

export function url(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Error(`"${text}" is not an http(s) URL.`);
  return text;
}

export function twoUrls(text: string): string {
  const urls = text.split(',').map(part => url(part.trim()));
  if (urls.length !== 2) throw new Error(`"${text}" is not two URLs with a comma between them.`);
  return urls.map(one => (one.endsWith('/') ? one : `${one}/`)).join(',');
}

export function whoisServer(text: string): Target {
  const server = parseWhoisServer(text);
  if (!server) throw new Error(`"${text}" is not host or host:port.`);
  return server;
}

export function blocklists(text: string): readonly string[] {
  const parsed = parseBlocklists(text);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed.zones;
}

/** The message never repeats the key. */
export function spamhausKey(text: string): string {
  if (!/^[a-z0-9]{16,63}$/i.test(text)) throw new Error('This is no key of 16 to 63 letters and digits.');
  return text.toLowerCase();
}

export function cidrs(text: string): readonly Cidr[] {
  return text.split(',').map(part => part.trim()).filter(part => part !== '').map(part => {
    const range = parseCidr(part);
    if (!range) throw new Error(`"${part}" is not an address range such as 192.0.2.0/24.`);
    return range;
  });
}

/** The text of a file with at least one certificate that can be read. */
export function certificates(path: string): string {
  const text = readFileSync(path, 'utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const read = blocks.map(block => new X509Certificate(block));
  if (read.length === 0) throw new Error(`${path} has no certificate in PEM form.`);
  return text;
}
