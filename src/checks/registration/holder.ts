import type { Registration } from './registration.ts';

const PLACEHOLDER = /redacted|privacy|private|protected|proxy|whoisguard|withheld|hidden|not (?:disclosed|displayed|shown)|please query|n\/a/i;

/** Whether `contact`, the holder's name, address, telephone number and e-mail address as published, shows the holder or a placeholder. */
export function holderOf(contact: readonly string[]): Registration['holder'] {
  const given = contact.filter(text => text.trim() !== '');
  if (given.length === 0) return 'absent';
  return given.some(text => PLACEHOLDER.test(text)) ? 'withheld' : 'shown';
}
