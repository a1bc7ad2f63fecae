import { eachDay, rateOfDay, totalOfDay, type DayCounts, type DayKind } from '../../../../charts/day-counts.ts';
import { language } from '../../../../language/index.ts';
import { texts } from '../texts/reports.ts';
import { LazyChart } from './lazy-chart.tsx';
import type { Summary } from '../types.ts';

const { chart: words } = texts;
const kinds = (['passed', 'failed', 'quarantined', 'rejected'] as const).map(kind => [kind, words.kinds[kind]] as const);

/** Messages by day, and the share that passed. */
export function MailChart({ of: { from, to, byDay } }: { of: Pick<Summary, 'from' | 'to' | 'byDay'> }) {
  const days = eachDay<DayCounts>(from, to, byDay.map(countsOf), day => ({ day, counts: {} }));
  return <LazyChart title={words.title} description={words.description} days={days} kinds={kinds} columns={words.columns} say={say} percent={texts.percent} rateLabel={words.rate} />;
}

/** Receivers may put aside what passed; that is no failure, and counted as passed. */
function countsOf({ day, passed, failed, quarantined, rejected }: Summary['byDay'][number]): DayCounts {
  const refused = Math.min(rejected, failed);
  const aside = Math.min(quarantined, failed - refused);
  return { day, counts: { passed, failed: failed - refused - aside, quarantined: aside, rejected: refused } };
}

function say(day: DayCounts): string {
  const total = totalOfDay(day);
  const parts = kinds.filter(([kind]) => kind !== 'passed' && (day.counts[kind] ?? 0) > 0).map(([kind, word]: readonly [DayKind, string]) => `, ${texts.count(day.counts[kind]!)} ${word.toLowerCase()}`).join('');
  return total === 0 ? words.none(language.dayOfMonth(day.day)) : words.day(language.dayOfMonth(day.day), total, texts.percent(rateOfDay(day)), parts);
}
