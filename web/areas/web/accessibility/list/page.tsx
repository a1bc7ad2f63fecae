import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useGet, usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { StatusBadge, StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import type { AuditLine } from '../types.ts';
import { StartAudit } from './start.tsx';

const route = getRouteApi('/own/domains/$id/accessibility');
const { list: words } = texts;
const Trend = lazy(() => import('./trend.tsx'));
/** Height reserved while the chart loads. */
const TREND_PX = 240;
const MOST_IN_TREND = 12;

/** The accessibility audits of the domain: how the last one came out, another one, and those before. */
export default function Audits() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  const { unicodeName = '' } = useGet('GET /api/domains/{id}', { id }).data?.data ?? {};
  return plan === 'free' ? <PlanNote plan="pro" sample={<Sample of={texts.sampleLines} as={['fail', 'unknown', 'pass']} />}>{texts.planNeeded(unicodeName)}</PlanNote> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const query = usePages('GET /api/accessibility-audit', { domainId: id });
  return (
    <div className={classes.page}>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const audits = pages.flatMap(({ data }) => data);
          return (
            <>
              <Answer of={audits.find(({ finishedAt }) => finishedAt !== null) ?? null} domainId={id} />
              <StartAudit domainId={id} runId={audits.find(({ status }) => status === 'running')?.id ?? null} />
              {audits.length === 0 ? <Empty title={words.emptyTitle}>{words.empty}</Empty> : <><Course audits={audits} /><AuditTable of={audits} domainId={id} /></>}
            </>
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}

/** Who is kept out, what is open, what next. */
function Answer({ of, domainId }: { of: AuditLine | null; domainId: string }) {
  if (of === null) return <p className={classes.answer}><span className={classes.item}><StatusMark status="unknown" />{words.never}</span></p>;
  const { causes, urgentCauses, openQuestions, pages } = of.size;
  const [status, says]: [Status, string] = urgentCauses > 0 ? ['fail', words.urgent(urgentCauses)] : causes > 0 ? ['warn', words.some(causes)] : pages === 0 ? ['unknown', texts.audit.unjudged(of.maxPages)] : ['pass', words.calm];
  return (
    <p className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{says}</span>
      <span>{words.open(openQuestions)}</span>
      <Link to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: of.id }}>{words.next}</Link>
    </p>
  );
}

/** The trend of audits comparable with the last one, if there are several. */
function Course({ audits }: { audits: readonly AuditLine[] }) {
  const finished = audits.filter(({ finishedAt, size }) => finishedAt !== null && size.pages > 0);
  const alike = finished.filter(one => kindOf(one) === kindOf(finished[0]!)).slice(0, MOST_IN_TREND).toReversed();
  return alike.length > 1 && <Suspense fallback={<div style={{ height: TREND_PX }} />}><Trend audits={alike} /></Suspense>;
}

/** What makes audits comparable. */
function kindOf({ standard, level, viewports }: AuditLine): string {
  return JSON.stringify([standard, level, viewports]);
}

const statuses: Readonly<Record<AuditLine['status'], Status>> = { running: 'info', completed: 'pass', partial: 'warn' };

function AuditTable({ of, domainId }: { of: readonly AuditLine[]; domainId: string }) {
  return (
    <Table
      label={words.title} columns={words.columns} numbers={[2, 3, 4, 5]}
      rows={of.map(({ id, startedAt, status, standard, level, size }) => [
        <><Link to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: id }}><Ago at={startedAt} /></Link><br /><span className={classes.quiet}>{texts.level(texts.standards[standard], level)}</span></>,
        <StatusBadge key="status" status={statuses[status]} word={words.statuses[status]} />, size.pages, size.causes, size.urgentCauses, size.openQuestions,
      ])}
    />
  );
}
