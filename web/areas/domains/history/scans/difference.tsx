import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge, StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { RecordDiff } from '../../../../parts/record-diff.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts as history } from '../texts/history.ts';
import { reportTexts } from '../../check/index.ts';
import classes from './history.module.css';

type Compared = NonNullable<DataOf<'GET /api/domains/{id}/history/compare'>['data']>;
type Issue = Compared['issues']['appeared'][number];

const kinds: Readonly<Record<Compared['changes'][number]['kind'], Status>> = { added: 'pass', removed: 'fail', changed: 'info' };

/** What differs between the scans of two moments; without `to`, the later one is the last. */
export function Difference({ id, from, to, onClose }: { id: string; from: string; to: string | undefined; onClose: () => void }) {
  const query = useGet('GET /api/domains/{id}/history/compare', { id, from, ...(to === undefined ? {} : { to }) });
  return (
    <section className={classes.difference} aria-labelledby="difference">
      <div className={classes.differenceHead}>
        <Title order={2} size="h3" id="difference">{history.between(language.moment(from), to === undefined ? history.last : language.moment(to))}</Title>
        <Button size="xs" variant="default" leftSection={<Icon name="close" size={14} />} onClick={onClose}>{history.close}</Button>
      </div>
      <Loaded of={query} what={history.difference}>{({ data }) => (data === null ? null : <Changes of={data} id={id} />)}</Loaded>
    </section>
  );
}

function Changes({ of: { from, to, changes, issues, unknown }, id }: { of: Compared; id: string }) {
  const nameOf = (record: string) => (reportTexts.records.names as Readonly<Record<string, string>>)[record] ?? record;
  return (
    <>
      {from.score !== to.score && <p>{history.score(from.score, to.score)}</p>}
      {changes.length === 0 ? <p className={classes.quiet}>{history.none}</p> : (
        <ul className={classes.changes}>{changes.map(({ record, what, kind, before, after }, at) => (
          <li key={at}>
            <div className={classes.changeName}><strong>{nameOf(record)}</strong><span className={classes.quiet}>{what}</span><StatusBadge status={kinds[kind]} word={history.kinds[kind]} /></div>
            <RecordDiff before={before === null ? [] : [before]} after={after === null ? [] : [after]} />
          </li>
        ))}</ul>
      )}
      <Issues title={history.appeared} issues={issues.appeared} id={id} isOver={false} />
      <Issues title={history.ended} issues={issues.ended} id={id} isOver />
      {unknown.length > 0 && <p className={classes.quiet}>{history.unknown(unknown.map(nameOf).join(', '))}</p>}
    </>
  );
}

function Issues({ title, issues, id, isOver }: { title: string; issues: readonly Issue[]; id: string; isOver: boolean }) {
  if (issues.length === 0) return null;
  return (
    <div>
      <p className={classes.label}>{title}</p>
      <ul className={classes.issues}>{issues.map(issue => (
        <li key={issue.id}>
          <StatusMark status={isOver ? 'pass' : statusOfFinding({ state: 'fail', severity: issue.severity })} />
          {isOver ? issue.title : <Link to="/domains/$id" params={{ id }} hash={`finding-${issue.id}`}>{issue.title}</Link>}
        </li>
      ))}</ul>
    </div>
  );
}
