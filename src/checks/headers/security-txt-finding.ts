import type { Finding } from '../../core/finding.ts';
import { clip } from '../evidence.ts';
import { isPlainText, type TextSeen } from './collect.ts';
import { rules } from './rules.ts';
import { parseExpires, parseSecurityTxt } from './security-txt.ts';

/** Judges the security.txt; `nowMs` is the moment of the check. A failed fetch says nothing, and is no issue. */
export function judgeSecurityTxt(seen: TextSeen, nowMs: number): Finding {
  if (seen.outcome === 'failed') return rules.securitytxt.unknown(`${seen.url}: ${seen.cause}`, { severity: 'info' });
  const { url, status, contentType, text } = seen;
  if (status >= 500) return rules.securitytxt.unknown(`${url}: status ${status}`, { severity: 'info' });
  if (status !== 200) return rules.securitytxt.fail([`${url}: status ${status}`]);
  if (!isPlainText(contentType)) return rules.securitytxt.fail([`${url}: content type ${clip(contentType ?? 'none')}, must be text/plain`]);
  const fault = faultOf(text, nowMs);
  return fault ? rules.securitytxt.fail([url, ...fault.evidence], { severity: 'low', title: fault.title }) : rules.securitytxt.pass([url]);
}

function faultOf(text: string, nowMs: number): { title: string; evidence: string[] } | null {
  const { contacts, expires, expiresCount } = parseSecurityTxt(text);
  if (contacts.length === 0) return { title: 'The security.txt names nobody to contact', evidence: ['no Contact line'] };
  if (expires === null) return { title: 'The security.txt does not say until when it holds', evidence: ['no Expires line'] };
  const untilMs = expiresCount === 1 ? parseExpires(expires) : null;
  if (untilMs === null) return { title: 'The security.txt has an expiry date that cannot be read', evidence: [`Expires: ${clip(expires)}`] };
  return untilMs > nowMs ? null : { title: 'The security.txt has expired', evidence: [`Expires: ${clip(expires)}`] };
}
