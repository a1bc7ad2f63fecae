import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import { language } from '../../../../language/index.ts';
import { Ago, exact } from '../../../../parts/ago.tsx';
import type { Column } from '../../../../parts/data-table.tsx';
import { Grade } from '../../../../parts/grade.tsx';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/inventory.ts';
import classes from './domains.module.css';

export type DomainRow = DataOf<'GET /api/domains'>['data'][number];
type Records = NonNullable<DomainRow['records']>;
type RecordStatus = Records[keyof Records];

const DAY_MS = 86_400_000;
/** An end that is nearer wants to be seen. */
const [SOON_DAYS, NOW_DAYS] = [30, 7];

const statuses: Readonly<Record<RecordStatus, Status>> = { ok: 'pass', warning: 'warn', critical: 'fail', unknown: 'unknown', none: 'off' };
const widths: Readonly<Partial<Record<keyof typeof texts.records, string>>> = { dkim: '3.6rem', dmarc: '4.4rem' };
/** Those that fit; the heat map has all. */
const names = Object.keys(texts.records) as (keyof typeof texts.records)[];

/** The columns of the list of domains; `now` is in epoch milliseconds. */
export function columnsAt(now: number): readonly Column<DomainRow>[] {
  return [
    { id: 'score', title: texts.columns.score, sortable: true, width: '4.5rem', cell: row => <Graded row={row} /> },
    { id: 'name', title: texts.columns.name, sortable: true, cell: row => <Name row={row} /> },
    ...names.map((name): Column<DomainRow> => ({ id: name, title: texts.records[name], width: widths[name] ?? '3rem', from: 'lg', cell: ({ records }) => <Glyph name={name} recordStatus={records?.[name] ?? null} /> })),
    { id: 'issues', title: texts.columns.issues, sortable: true, width: '5.6rem', align: 'end', cell: row => <Issues row={row} /> },
    { id: 'expiresAt', title: texts.columns.expiresAt, sortable: true, width: '5.4rem', align: 'end', from: 'sm', cell: ({ expiresAt }) => <Expiry at={expiresAt} now={now} /> },
    { id: 'checkedAt', title: texts.columns.checkedAt, sortable: true, width: '8.4rem', from: 'md', cell: ({ checkedAt }) => (checkedAt === null ? <span className={classes.quiet}>{texts.notScanned}</span> : <Ago at={checkedAt} />) },
  ];
}

/** The grade, or the last one with its day where the last scan could not be graded. */
function Graded({ row: { grade, score, checkedAt, lastGrade, lastGradedAt } }: { row: DomainRow }) {
  if (checkedAt === null) return <span className={classes.quiet}>–</span>;
  if (grade !== null || lastGrade === null || lastGradedAt === null) return <Grade grade={grade} score={score} />;
  return (
    <div className={classes.name}>
      <Grade grade={null} />
      <span className={classes.quiet}>{texts.lastGrade(lastGrade, language.dayOfMonth(lastGradedAt))}</span>
    </div>
  );
}

function Name({ row: { id, name, unicodeName, tags, group, client, openEvents, watch } }: { row: DomainRow }) {
  const labels = [...(group ? [group.name] : []), ...(client ? [client.name] : []), ...tags];
  const hasMore = labels.length > 0 || openEvents > 0 || watch !== 'on';
  return (
    <div className={classes.name}>
      <Link to="/domains/$id" params={{ id }} title={name}>{unicodeName}</Link>
      {hasMore && (
        <div className={classes.below}>
          {openEvents > 0 && <Link to="/events" search={{ domain: id }} className={classes.changes}>{texts.changes(openEvents)}</Link>}
          {watch !== 'on' && <span className={classes.watch}>{watch === 'paused' ? texts.paused : texts.beyondPlan}</span>}
          {labels.length > 0 && <span className={classes.labels}>{labels.join(' · ')}</span>}
        </div>
      )}
    </div>
  );
}

function Glyph({ name, recordStatus }: { name: keyof typeof texts.records; recordStatus: RecordStatus | null }) {
  if (recordStatus === null) return <span className={classes.quiet} aria-label={texts.notScanned} role="img">–</span>;
  const label = texts.record(texts.recordsLong[name], texts.recordStatus[recordStatus]);
  return <span title={label}><StatusMark status={statuses[recordStatus]} label={label} /></span>;
}

function Issues({ row: { grade, issues, worst, checkedAt } }: { row: DomainRow }) {
  if (checkedAt === null) return <span className={classes.quiet}>–</span>;
  if (worst === null || issues === 0) return <span className={classes.quiet}>{grade === null ? '?' : issues}</span>;
  const status = worst === 'critical' || worst === 'high' ? 'fail' : 'warn';
  return <span className={classes.issues} data-status={status} title={texts.issues(issues, texts.worst[worst])}><StatusMark status={status} label={texts.worst[worst]} />{issues}</span>;
}

function Expiry({ at, now }: { at: string | null; now: number }) {
  if (at === null) return <span className={classes.quiet} title={texts.unknownExpiry}>–</span>;
  const days = Math.floor((Date.parse(at) - now) / DAY_MS);
  const status = days < NOW_DAYS ? 'fail' : days < SOON_DAYS ? 'warn' : undefined;
  return <time dateTime={at} className={classes.expiry} data-status={status} title={texts.daysLong(days, exact(new Date(at)))}>{texts.days(days)}</time>;
}
