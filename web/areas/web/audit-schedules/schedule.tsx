import { Button, Select } from '@mantine/core';
import type { InputOf, ReadRoute } from '../../../api/client.ts';
import { useMayChange } from '../../../api/may.ts';
import { useGet, useSend } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { Ago } from '../../../parts/ago.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { texts } from './texts/schedules.ts';

type Kind = InputOf<'DELETE /api/audit-schedules/{domainId}/{kind}'>['kind'];

const INTERVALS = { pro: [7, 14, 30, 90], enterprise: [1, 7, 14, 30, 90] } as const;

/** What a new schedule makes stale. */
export const scheduleRoutes: readonly ReadRoute[] = ['GET /api/audit-schedules'];

/** How often an audit that is started is done again; `days` is null for once. */
export function RepeatChoice({ days, onChoose }: { days: number | null; onChoose: (days: number | null) => void }) {
  const plan = useSession()?.plan;
  const choices = INTERVALS[plan === 'enterprise' ? 'enterprise' : 'pro'];
  return (
    <Select
      label={texts.repeat} allowDeselect={false} w={150} value={String(days ?? '')} onChange={value => onChoose(value ? Number(value) : null)}
      data={[{ value: '', label: texts.never }, ...choices.map(value => ({ value: String(value), label: texts.every(value) }))]}
    />
  );
}

/** How often the domain is audited by itself and when next, and how to end that; nothing where it is not. */
export function Scheduled({ domainId, kind }: { domainId: string; kind: Kind }) {
  const mayChange = useMayChange();
  const end = useSend('DELETE /api/audit-schedules/{domainId}/{kind}', scheduleRoutes);
  const schedule = useGet('GET /api/audit-schedules', { domainId, kind }).data?.data[0];
  if (schedule === undefined) return null;
  return (
    <div>
      {texts.every(schedule.everyDays)}, {texts.next} <Ago at={schedule.nextAt} />
      {mayChange && <> <Button variant="subtle" size="compact-sm" loading={end.isPending} onClick={() => end.mutate({ domainId, kind })}>{texts.end}</Button></>}
      {end.error && <ProblemNote error={end.error} what={texts.what} />}
    </div>
  );
}
