import { Select } from '@mantine/core';
import { useGet, useSend } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/alerts.ts';
import classes from './alerts.module.css';

const levels = ['critical', 'high', 'medium', 'low'] as const;

/** From which severity on failed findings are alerts; for those who may change settings. */
export function Threshold() {
  const maySet = holds(useSession()?.role ?? null, 'admin');
  const settings = useGet('GET /api/settings', {}).data?.data;
  const { mutate, isPending, error } = useSend('PUT /api/settings', ['GET /api/settings', 'GET /api/alerts', 'GET /api/alerts/summary', 'GET /api/overview']);
  if (!settings || !maySet) return null;
  return (
    <div className={classes.threshold}>
      <Select
        label={texts.threshold} data={levels.map(value => ({ value, label: texts.severities[value] }))} value={settings.alerts.findingsFrom} allowDeselect={false} disabled={isPending}
        onChange={value => mutate({ version: settings.version, alerts: { findingsFrom: value as (typeof levels)[number] } })}
      />
      <p className={classes.quiet}>{texts.thresholdSays}</p>
      {error && <ProblemNote error={error} what={texts.thresholdFailed} />}
    </div>
  );
}
