import type { RunUpdate } from '../../../../api/run.ts';
import { texts } from '../texts/run.ts';

/** A line that a run told; equal ones in a row are one, and so are records that land one after the other. */
export interface Step {
  id: string;
  title: string;
  note: string;
  count: number;
}

type Event = Pick<RunUpdate, 'id' | 'name' | 'data'>;

/** What more is to say of an event, by its name and data; null where nothing is. */
export type NoteOf = (name: string, data: unknown) => string | null;

/** What a run reported, in words, in its order; `stages` are the names of its stages. */
export function stepsOf(events: readonly Event[], stages: Readonly<Record<string, string>>, noteOf: NoteOf = () => null): Step[] {
  const steps: Step[] = [];
  for (const { id, name, data } of events.filter(({ name }) => name !== 'run')) {
    const [title, note] = wordsOf(name, data, stages, noteOf);
    const last = steps.at(-1);
    if (last?.title === title && last.note === note) last.count++;
    else if (last?.title === title && name === 'record') last.note += `, ${note}`;
    else steps.push({ id, title, note, count: 1 });
  }
  return steps;
}

function wordsOf(name: string, data: unknown, stages: Readonly<Record<string, string>>, noteOf: NoteOf): [title: string, note: string] {
  if (name !== 'progress') return [texts.names[name] ?? name, noteOf(name, data) ?? ''];
  const { done, total, step } = data as { done: number; total: number; step: string | null };
  return [step === null ? texts.progress(done, total) : stages[step] ?? step, step === null ? '' : texts.progress(done, total)];
}
