import type { Told } from '../../../../api/run.ts';
import type { Records, ReportRecord } from '../../../domains/check/report/types.ts';
import { texts as reportTexts } from '../../../domains/check/texts/report.ts';
import { texts } from '../texts/run.ts';

/** A line that a run told; equal ones in a row are one, and so are records that land one after the other. */
export interface Step {
  id: string;
  title: string;
  note: string;
  count: number;
}

type Event = Pick<Told, 'id' | 'name' | 'data'>;

/** What a run told, in words, in its order. */
export function stepsOf(events: readonly Event[]): Step[] {
  const steps: Step[] = [];
  for (const { id, name, data } of events.filter(({ name }) => name !== 'run')) {
    const [title, note] = wordsOf(name, data);
    const last = steps.at(-1);
    if (last?.title === title && last.note === note) last.count++;
    else if (last?.title === title && name === 'record') last.note += `, ${note}`;
    else steps.push({ id, title, note, count: 1 });
  }
  return steps;
}

function wordsOf(name: string, data: unknown): [title: string, note: string] {
  if (name === 'record') return [texts.landed, reportTexts.records.names[(data as { name: ReportRecord }).name]];
  if (name !== 'progress') return [texts.names[name] ?? name, ''];
  const { done, total, step } = data as { done: number; total: number; step: string | null };
  return [step === null ? texts.progress(done, total) : texts.stages[step] ?? step, step === null ? '' : texts.progress(done, total)];
}

/** The records that have landed; a later one counts. */
export function recordsOf(events: readonly Event[]): Partial<Records> {
  return Object.fromEntries(events.filter(({ name }) => name === 'record').map(({ data }) => {
    const { name, record } = data as { name: ReportRecord; record: Records[ReportRecord] };
    return [name, record];
  }));
}
