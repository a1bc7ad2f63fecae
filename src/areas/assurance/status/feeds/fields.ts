import { z } from 'zod';
import type { IncidentState } from './report.ts';

const MOST = { id: 200, name: 300, body: 4000, url: 2000, parts: 5000, incidents: 20_000, updates: 500 } as const;

const cut = (most: number) => z.string().transform(text => text.slice(0, most).toWellFormed());

/** An id as text, whatever type the vendor gives it. */
export const Id = z.union([z.string(), z.number()]).transform(id => String(id).slice(0, MOST.id));
export const Name = cut(MOST.name);
export const Body = cut(MOST.body).nullish().transform(text => text ?? '');

/** A link for people: of http or https, else null. */
export const Link = z.string().nullish().transform(text => (text && /^https?:\/\//i.test(text) && text.length <= MOST.url ? text : null));

/** Epoch milliseconds of an ISO 8601 or RFC 822 time; null for none or another form. */
export const Time = z.string().nullish().transform(momentOf);

/** Lists are refused where they are longer than any vendor's. */
export const partsOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST.parts);
export const incidentsOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST.incidents);
export const updatesOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST.updates);

export function momentOf(text: string | null | undefined): number | null {
  const at = text ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

const states: Readonly<Record<string, IncidentState>> = {
  investigating: 'investigating', identified: 'identified', monitoring: 'monitoring', verifying: 'monitoring', update: 'identified', active: 'investigating',
  resolved: 'resolved', postmortem: 'resolved', completed: 'resolved', closed: 'resolved', available: 'resolved',
};

/** The state that a vendor's word stands for. */
export function stateIn(word: string): IncidentState {
  const known = word.toLowerCase();
  return Object.hasOwn(states, known) ? states[known]! : 'unknown';
}
