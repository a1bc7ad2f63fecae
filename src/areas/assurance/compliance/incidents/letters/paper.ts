import { heading, list, text, type Block, type Paper } from '../../paper/paper.ts';
import type { IncidentRecord } from '../shapes.ts';
import type { LetterFacts, Said } from './facts.ts';
import { general, templates } from './templates.ts';

/** A letter to customers, of whom no duty speaks. */
export const CUSTOMERS = 'customers';

/** The letter that fulfils a duty of the incident, or informs its customers; null where it has no such duty. What is not known is left blank. Pure. */
export function letterPaper(firm: string, incident: IncidentRecord, duty: string, now: number): Paper | null {
  const of = incident.obligations.find(({ id }) => id === duty);
  if (!of && duty !== CUSTOMERS) return null;
  const { title, to, how, parts } = templates[duty] ?? general;
  const known: LetterFacts = { firm, incident, dueAt: of?.dueAt ?? null };
  return {
    title, about: [`To: ${to}`, of?.own ? `${how} ${of.title}: ${of.citation}.` : how],
    blocks: parts.flatMap(({ heading: name, says, asks }): Block[] => [heading(name, 3), blockOf(says?.(known) ?? null, asks)]),
    footer: `Draft of version ${incident.version} of incident ${incident.id}. ${incident.disclaimer}`, madeAt: now,
  };
}

function blockOf(said: Said, asks: string): Block {
  if (said === null || said.length === 0) return text(`To be completed: ${asks}.`, 'open');
  return typeof said === 'string' ? text(said) : list(said);
}
