import type { GaugeValue } from '../../../core/gauge.ts';
import type { AreaGauges } from '../../gauges.ts';
import type { CheckState } from './machine/state.ts';
import type { LastResult } from './present.ts';
import { countAllByState, measuredChecks, type MeasuredCheck } from './store.ts';

/** Checks that have series of their own; the others are only counted. */
const MAX_MEASURED = 5000;

/** Whether the target works by what is believed of it; states that are not here say nothing. */
const works: Partial<Record<CheckState, 0 | 1>> = { up: 1, suspect: 1, degraded: 1, down: 0, recovering: 0 };

const each = { labelNames: ['account', 'check', 'kind'] } as const;

/** Every custom check of the installation, by ids: names and targets are for the people of its account. */
export const checkGauges: AreaGauges = {
  of: {
    dss_custom_checks: { help: 'Custom checks by state, those that are switched off as disabled', labelNames: ['state'] },
    dss_custom_checks_without_series: { help: `Custom checks beyond the ${MAX_MEASURED} that have series of their own`, labelNames: [] },
    dss_custom_check_up: { help: 'Whether the target works, 1 or 0; no series while that is not known, or in maintenance', ...each },
    dss_custom_check_duration_seconds: { help: 'Time that the last result took', ...each },
    dss_custom_check_last_result_timestamp_seconds: { help: 'When the last result came', ...each },
    dss_custom_check_certificate_expiry_timestamp_seconds: { help: 'When the certificate of the target expires', ...each },
  },
  async read(db) {
    const counts = await countAllByState(db);
    const rows = await measuredChecks(db, MAX_MEASURED);
    const enabled = Object.entries(counts).reduce((sum, [state, count]) => sum + (state === 'disabled' ? 0 : count), 0);
    return [
      ...Object.entries(counts).map(([state, value]): GaugeValue => ({ name: 'dss_custom_checks', labels: { state }, value })),
      { name: 'dss_custom_checks_without_series', labels: {}, value: enabled - rows.length },
      ...rows.flatMap(valuesOf),
    ];
  },
};

function valuesOf({ id, account_id: account, kind, state, last, tls_expires_at: expiresAt }: MeasuredCheck): GaugeValue[] {
  const labels = { account, check: id, kind };
  const { at, durationMs } = last === null ? { at: null, durationMs: null } : JSON.parse(last) as LastResult;
  const values: [what: string, value: number | null | undefined][] = [
    ['up', works[state as CheckState]], ['duration_seconds', durationMs === null ? null : durationMs / 1000],
    ['last_result_timestamp_seconds', at === null ? null : at / 1000], ['certificate_expiry_timestamp_seconds', expiresAt === null ? null : expiresAt / 1000],
  ];
  return values.flatMap(([what, value]) => (value === null || value === undefined ? [] : [{ name: `dss_custom_check_${what}`, labels, value }]));
}
