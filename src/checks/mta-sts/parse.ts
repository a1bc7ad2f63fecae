import { madeVisible, trimBlanks } from '../blanks.ts';

const modes = ['enforce', 'testing', 'none'] as const;

/** The policy file of a domain (RFC 8461 §3.2). Fields that cannot be read are null and named in `faults`. */
export interface StsPolicy {
  mode: (typeof modes)[number] | null;
  maxAgeSeconds: number | null;
  mx: readonly string[];
  faults: readonly string[];
}

const MAX_LINES = 1000;
/** RFC 8461 §3.2. */
export const MAX_AGE_SECONDS = 31_557_600;

/** The name that holds the record (RFC 8461 §3.1). */
export function recordName(domain: string): string {
  return `_mta-sts.${domain}`;
}

/** The host that serves the policy (RFC 8461 §3.3). */
export function policyHost(domain: string): string {
  return `mta-sts.${domain}`;
}

/** The address of the policy file (RFC 8461 §3.3). */
export function policyUrl(domain: string): string {
  return `https://${policyHost(domain)}/.well-known/mta-sts.txt`;
}

/** Whether a TXT record is meant for MTA-STS: others are passed over (RFC 8461 §3.1). */
export function isSts(text: string): boolean {
  return /^v=STSv1[ \t]*(;|$)/.test(text);
}

/** Whether a TXT record that is no MTA-STS record was plainly meant as one, such as `v=stsv1; id=1` or one in quotation marks. */
export function isMeantAsSts(text: string): boolean {
  return !isSts(text) && /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`\\(„‚]{0,20}v\s{0,9}[=:]\s{0,9}sts/iu.test(text);
}

/** The id of an MTA-STS record, 1 to 32 letters and digits (RFC 8461 §3.1), or null where it has none. */
export function parseStsId(text: string): string | null {
  const fields = text.split(';').slice(1).map(trimBlanks);
  return fields.map(field => /^id=([A-Za-z0-9]{1,32})$/.exec(field)?.[1]).find(id => id !== undefined) ?? null;
}

/** The policy in a file's text; total on any input. */
export function parseStsPolicy(text: string): StsPolicy {
  const lines = text.split(/\r?\n/, MAX_LINES).map(trimBlanks).filter(line => line !== '');
  const fields = lines.map(line => {
    const colon = line.indexOf(':');
    return { key: line.slice(0, Math.max(0, colon)), value: trimBlanks(line.slice(colon + 1)) };
  });
  const first = (key: string) => fields.find(field => field.key === key)?.value;
  const faults: string[] = [];
  if (first('version') !== 'STSv1') faults.push(first('version') === undefined ? 'version is missing' : `version: ${first('version')}: must be STSv1`);
  const mode = modes.find(known => known === first('mode')) ?? null;
  if (!mode) faults.push(first('mode') === undefined ? 'mode is missing' : `mode: ${first('mode')}: must be enforce, testing or none`);
  const age = first('max_age');
  const maxAgeSeconds = age !== undefined && /^\d{1,10}$/.test(age) ? Number(age) : null;
  if (maxAgeSeconds === null) faults.push(age === undefined ? 'max_age is missing' : `max_age: ${age}: must be a number of seconds`);
  const mx = fields.filter(({ key }) => key === 'mx').map(({ value }) => value.toLowerCase());
  if (mx.length === 0 && mode !== 'none') faults.push('mx is missing');
  faults.push(...mx.filter(pattern => !isPattern(pattern)).map(pattern => `mx: ${pattern}: must be a host name, or *. and a domain${pattern.endsWith('.') ? ', without a dot at its end' : ''}`));
  faults.push(...fields.filter(({ key }) => !isFieldName(key)).map(({ key, value }) => `"${key === '' ? value : key}" is not the name of a field`));
  return { mode, maxAgeSeconds, mx, faults: faults.map(fault => madeVisible(fault).slice(0, 200)) };
}

/** Whether `host` matches `pattern`, in which a wildcard stands for exactly the leftmost label (RFC 8461 §4.1). */
export function matchesPattern(host: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot + 1) === pattern.slice(2);
}

function isPattern(pattern: string): boolean {
  return pattern.length <= 253 && /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{1,63}$/.test(pattern);
}

/** RFC 8461 §3.2: at most 32 letters, digits, `_`, `-` and `.`; no blank in front of the colon, and no byte-order mark in front of the first. */
function isFieldName(key: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/.test(key);
}
