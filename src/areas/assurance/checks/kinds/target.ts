import { domainToASCII } from 'node:url';
import { formatIp, parseIp } from '../../../../core/ip.ts';
import { urlKinds, type CheckKind, type Target } from './kinds.ts';

const standardPorts: Partial<Record<CheckKind, number>> = { tls: 443, grpc: 443, smtp: 25, imap: 993 };
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const withoutPort: ReadonlySet<CheckKind> = new Set(['dns', 'icmp', 'push']);

/** What the text names for a check of this kind; a sentence for people where it names nothing. */
export function readTarget(kind: CheckKind, text: string): Target | string {
  if (kind === 'push') return text === '' ? { host: '', port: null, url: null } : 'A push check has no target: it waits to be called.';
  return urlKinds.has(kind) ? readUrl(kind, text) : readHost(kind, text);
}

function readUrl(kind: CheckKind, text: string): Target | string {
  const url = URL.parse(kind === 'websocket' ? text.replace(/^ws(s?):/i, 'http$1:') : text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return kind === 'websocket' ? 'Give a URL such as wss://example.org/feed.' : 'Give a URL such as https://example.org/health.';
  if (url.username !== '' || url.password !== '') return 'Leave user name and password out of the URL: send them as a secret header.';
  const host = hostOf(url.hostname.replace(/^\[|\]$/g, ''));
  if (host === null) return 'The host of the URL is neither a domain name nor an address.';
  url.hash = '';
  return { host, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80), url };
}

function readHost(kind: CheckKind, text: string): Target | string {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [null, parseIp(text) ? text : ''];
  const named = bracketed ?? plain ?? '';
  const host = kind === 'dns' && /^[a-z0-9_.-]{1,253}$/i.test(named) ? named.toLowerCase().replace(/\.$/, '') : hostOf(named);
  const example = withoutPort.has(kind) ? 'example.org' : `example.org:${standardPorts[kind] ?? 8080}`;
  if (host === null) return `Give a host such as ${example}.`;
  if (withoutPort.has(kind)) return digits === undefined ? { host, port: null, url: null } : `This kind has no port: give a host such as ${example}.`;
  const port = digits === undefined ? standardPorts[kind] : Number(digits);
  if (port === undefined || port < 1 || port > 65_535) return `Give host and port, such as ${example}.`;
  return { host, port, url: null };
}

function hostOf(text: string): string | null {
  const bytes = parseIp(text);
  if (bytes) return formatIp(bytes);
  const name = domainToASCII(text.replace(/\.$/, '')).toLowerCase();
  return name.length <= 253 && name.split('.').every(label => LABEL.test(label)) && !/^\d+$/.test(name.split('.').at(-1)!) ? name : null;
}
