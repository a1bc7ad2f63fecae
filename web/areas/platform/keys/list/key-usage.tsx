import { Progress } from '@mantine/core';
import { useGet } from '../../../../api/queries.ts';
import { UsageBars } from '../../../../charts/usage-bars.tsx';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/keys.ts';
import { Facts } from '../../../../parts/section.tsx';
import classes from './keys.module.css';

const EVERY_MS = 30_000;
const words = texts.usagePanel;

/** What was called with a key: how its limit stands, the last day by hour, operation and status. */
export function KeyUsage({ id }: { id: string }) {
  const query = useGet('GET /api/api-keys/{id}/usage', { id }, { everyMs: EVERY_MS });
  return (
    <Loaded of={query} what={words.what}>
      {({ data: { rateLimit, currentHour: { used, remaining, resetsAt }, last24Hours: { requests, errors, limited, byHour, byOperation, byStatus } } }) => (
        <>
          <Facts of={[
            [words.hour, <><span>{words.used(used, rateLimit)}</span><Progress mt={4} size="sm" value={100 * used / rateLimit} aria-label={words.used(used, rateLimit)} color={remaining === 0 ? 'red' : 'accent'} /></>],
            [words.resets, <><Ago at={resetsAt} />, {words.remaining(remaining)}</>],
            [words.day, words.total(requests, errors, limited)],
          ]} />
          <div className={classes.chart}><UsageBars hours={byHour} heightPx={140} /></div>
          {requests > 0 && (
            <div className={classes.splits}>
              <Split title={words.byOperation} name={words.operation} rows={byOperation.map(({ operation, requests }) => [operation, requests])} total={requests} />
              <Split title={words.byStatus} name={words.statusCode} rows={Object.entries(byStatus).map(([status, requests]) => [`${status} ${words.statusWords[status] ?? ''}`, requests])} total={requests} />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

interface SplitProps {
  title: string;
  name: string;
  rows: readonly (readonly [name: string, requests: number])[];
  total: number;
}

/** Requests by something, most first, each with its part of all as a bar. */
function Split({ title, name, rows, total }: SplitProps) {
  return (
    <table className={classes.split}>
      <caption>{title}</caption>
      <thead><tr><th scope="col">{name}</th><th scope="col" data-align="end">{words.requests}</th></tr></thead>
      <tbody>
        {rows.toSorted(([, a], [, b]) => b - a).map(([row, requests]) => (
          <tr key={row}>
            <td><span className={classes.part} style={{ width: `${100 * requests / total}%` }} aria-hidden="true" /><span className={classes.partName}>{row === '' ? words.unknownOperation : row}</span></td>
            <td data-align="end">{language.number(requests)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
