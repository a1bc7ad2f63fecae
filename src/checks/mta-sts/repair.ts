import type { FixRecord } from '../fixes.ts';
import { isMeantAsSts, isSts, parseStsId, parseStsPolicy, recordName, MAX_AGE_SECONDS } from './parse.ts';

/** What a policy is remembered for where it does not say so: a week (RFC 8461 §3.2 asks for weeks or more). */
const WEEK_SECONDS = 604_800;
const MAX_LINES = 100;
const MAX_ID_CHARACTERS = 32;

/** The record with the id that the texts give, as far as it may stand in one. */
export function repairedRecord(domain: string, texts: readonly string[]): FixRecord {
  const given = texts.map(text => parseStsId(text) ?? /\bid\s*[=:]\s*([^;]*)/i.exec(text)?.[1]?.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, MAX_ID_CHARACTERS)).find(id => id);
  return { name: recordName(domain), type: 'TXT', value: `v=STSv1; id=${given ?? '1'}` };
}

/** The policy file as it was meant: what a strict sender cannot read is written so that it can; undefined where that cannot be determined. */
export function repairedPolicy(body: string): string | undefined {
  const lines = body.replaceAll(/[\p{Cf}]/gu, '').split(/[\r\n]+/, MAX_LINES).map(line => line.replaceAll(/[\p{Z}\t]+/gu, ' ').trim()).filter(line => line !== '');
  const fields = lines.map(line => /^([\w.-]+) ?[:=] ?(.*)$/.exec(line));
  if (fields.includes(null)) return undefined;
  const named = fields.map(field => ({ key: field![1]!.toLowerCase(), value: field![2]! }));
  const first = (key: string) => named.find(field => field.key === key)?.value;
  const [mode, age] = [first('mode')?.toLowerCase(), first('max_age')];
  const version = first('version');
  if (mode === undefined || (version !== undefined && !/^stsv1$/i.test(version))) return undefined;
  const seconds = age === undefined ? WEEK_SECONDS : Math.min(Number(/^\d{1,12}/.exec(age)?.[0]), MAX_AGE_SECONDS);
  const mx = named.filter(({ key }) => key === 'mx').flatMap(({ value }) => value.split(/[, ]+/)).filter(host => host !== '').map(host => host.toLowerCase().replace(/\.+$/, ''));
  const others = named.filter(({ key }) => !['version', 'mode', 'max_age', 'mx'].includes(key)).map(({ key, value }) => `${key}: ${value}`);
  const content = ['version: STSv1', `mode: ${mode}`, ...mx.map(host => `mx: ${host}`), `max_age: ${seconds}`, ...others].map(line => `${line}\r\n`).join('');
  return parseStsPolicy(content).faults.length === 0 ? content : undefined;
}

/** The policy with further mail servers in it. */
export function withServers(body: string, hosts: readonly string[]): string | undefined {
  return repairedPolicy(`${body.trimEnd()}\n${hosts.map(host => `mx: ${host}\n`).join('')}`);
}

/** Whether a TXT record belongs to MTA-STS or was meant to. */
export function resemblesSts(text: string): boolean {
  return isSts(text) || isMeantAsSts(text);
}
