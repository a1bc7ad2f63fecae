import { Select, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import type { DataOf } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/channels.ts';
import { Part } from '../../../../parts/section.tsx';
import classes from './channels.module.css';

const words = texts.weekly;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }));

type Weekly = DataOf<'GET /api/settings'>['data']['weeklyReport'];

/** Whether and when the weekly report is made. */
export function WeeklyPart() {
  const query = useGet('GET /api/settings', {});
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSend('PUT /api/settings', ['GET /api/settings']);
  const conflict = error instanceof ClientProblem && error.problem.code === 'version_conflict';
  const weekly = query.data?.data.weeklyReport;
  const zone = query.data?.data.account.timezone ?? '';
  const when = weekly ? words.when(words.weekdays[weekly.weekday], hours[weekly.hour]!.label) : '';
  const change = (changed: Partial<Weekly>): void => mutate({ version: query.data!.data.version, weeklyReport: changed }, { onError: () => void queries.invalidateQueries({ queryKey: ['GET /api/settings'] }) });
  return (
    <Part title={words.title} answer={weekly && <>{words.answer(weekly.enabled, when, zone)}{' '}<a href="/api/reports/account">{words.read}</a></>}>
      {conflict ? <p className={classes.help} role="alert">{words.conflict}</p> : error && <ProblemNote error={error} what={words.failed} />}
      <Loaded of={query} what={words.what}>
        {({ data: { weeklyReport: { enabled, weekday, hour } } }) => (
          <div className={classes.weekly}>
            <Switch label={words.enabled} checked={enabled} disabled={isPending} onChange={event => change({ enabled: event.currentTarget.checked })} />
            <Select label={words.weekday} data={Object.entries(words.weekdays).map(([value, label]) => ({ value, label }))} value={weekday} disabled={!enabled || isPending} allowDeselect={false} onChange={value => change({ weekday: value as Weekly['weekday'] })} />
            <Select label={words.hour} data={hours} value={String(hour)} disabled={!enabled || isPending} allowDeselect={false} onChange={value => change({ hour: Number(value) })} />
          </div>
        )}
      </Loaded>
    </Part>
  );
}
