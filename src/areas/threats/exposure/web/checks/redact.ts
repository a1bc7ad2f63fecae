import { quoteOf } from '../component.ts';

/** Values of settings, passwords in addresses, keys and long tokens; what they are called stays. */
const secrets: readonly [pattern: RegExp, kept: string][] = [
  [/-----BEGIN ([A-Z ]{0,40})-----[\s\S]*/g, '-----BEGIN $1----- …'],
  [/(:\/\/[^\s:@/]{1,64}):[^\s@/]{1,128}@/g, '$1:…@'],
  [/([\w.-]{0,64}(?:key|secret|token|pass|passwd|password|pwd|salt|auth|credential|dsn|user|username)[\w.-]{0,32}["']?\s{0,8}(?:=>|[=:,])\s{0,8})["']?[^\s"';,)]{1,256}/gi, '$1…'],
  [/^([ \t]*[A-Z][A-Z0-9_]{1,63}[ \t]*=)[^\r\n]{1,512}/gm, '$1…'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g, '…@…'],
  [/(\$(?:1|2[aby]?|5|6|apr1|argon2id?)\$)[^\s:]{1,256}/g, '$1…'],
  [/\b[A-Za-z0-9+/_-]{24,}={0,2}/g, '…'],
];

/** `text` as evidence: short, and without what somebody could use. */
export function redact(text: string): string {
  return quoteOf(secrets.reduce((left, [pattern, kept]) => left.replaceAll(pattern, kept), text.slice(0, 1024)));
}
