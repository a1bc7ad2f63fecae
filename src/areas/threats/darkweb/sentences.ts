import { toUnicode } from '../../../core/domain-name.ts';
import type { IncidentRow } from './store/incidents.ts';
import type { DarkwebTexts } from './texts.ts';
import { holdsPasswords, type IncidentKind } from './words.ts';

type Said = Pick<IncidentRow, 'kind' | 'title' | 'fields' | 'sensitive'> & { count?: number | null };

/** What an incident is, as one line; of a sensitive breach not even its name. */
export function titleOf(texts: DarkwebTexts, { kind, title, sensitive, count = null }: Said, domain: string): string {
  return sensitive === 1 ? texts.sensitive : texts.titles[kind as IncidentKind](title, toUnicode(domain), count);
}

/** What to do about an incident. */
export function whatToDo(texts: DarkwebTexts, { kind, fields }: Pick<IncidentRow, 'kind' | 'fields'>): string {
  if (kind !== 'breach') return texts.whatToDo[kind as Exclude<IncidentKind, 'breach'>];
  return holdsPasswords(JSON.parse(fields) as string[]) ? texts.whatToDo.passwords : texts.whatToDo.noPasswords;
}
