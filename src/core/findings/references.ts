import type { Reference } from '../finding.ts';

/** A standard, or one section of it, at the RFC editor. */
export function rfc(number: number, title: string, section?: string): Reference {
  const url = `https://www.rfc-editor.org/rfc/rfc${number}`;
  return section === undefined ? { title: `RFC ${number}, ${title}`, url } : { title: `RFC ${number} §${section}, ${title}`, url: `${url}#section-${section}` };
}
