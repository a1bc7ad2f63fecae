import { Skeleton, Title } from '@mantine/core';
import { Ago } from '../../../../parts/ago.tsx';
import { StatusBadge, StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { FindingLink } from './finding-link.tsx';
import { nameViews } from './name-views.tsx';
import { receivingViews } from './receiving-views.tsx';
import { plainView } from './plain-view.tsx';
import classes from './report.module.css';
import { sendingViews } from './sending-views.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { groupsAt, recordStatusOf, badgeOf, type RecordStatus } from './record-status.ts';
import type { Records, Report, ReportFinding, ReportRecord } from './types.ts';
import type { RecordViews } from './views.ts';
import { websiteViews } from './website-views.tsx';

/** Every record that has a view of its own. */
const views: Partial<RecordViews<ReportRecord>> = { ...sendingViews, ...receivingViews, ...nameViews, ...websiteViews };

/** The records by what they are for, each with how it stands, its most important fact, and all of it when it is opened. */
export function RecordList({ report: { records, result, depth, at } }: { report: Report }) {
  const findings = result?.findings ?? [];
  const asOf: Partial<Record<ReportRecord, string>> = result && 'asOf' in result ? result.asOf : {};
  return (
    <section className={classes.section} aria-labelledby="report-records">
      <Title order={2} id="report-records">{texts.records.title}</Title>
      {findings.some(({ id, state }) => id === 'in.nxdomain' && state === 'fail') ? <p className={classes.quiet}>{texts.records.nonexistent}</p> : groupsAt(depth).map(group => (
        <section key={group.id} className={classes.group} aria-labelledby={`report-${group.id}`}>
          <Title order={3} id={`report-${group.id}`} className={classes.groupTitle}>{texts.groups[group.id]}</Title>
          <div className={classes.rows}>
            {group.records.map(name => {
              const record = records[name];
              return record ? <Landed key={name} name={name} record={record} at={at} findings={findings.filter(finding => finding.record === name)} asOf={asOf[name]} /> : <Waiting key={name} name={name} />;
            })}
          </div>
        </section>
      ))}
    </section>
  );
}

function Waiting({ name }: { name: ReportRecord }) {
  return (
    <div className={classes.waiting} role="status" aria-label={texts.records.waiting(texts.records.names[name])}>
      <span className={classes.status}><Skeleton height={22} width={96} /></span>
      <span className={classes.recordName}>{texts.records.names[name]}</span>
      <Skeleton height={12} className={classes.waitingLine} />
    </div>
  );
}

interface LandedProps<Name extends ReportRecord> {
  name: Name;
  record: Records[Name];
  at: string;
  findings: readonly ReportFinding[];
  /** When it was read, where that was before the scan. */
  asOf: string | undefined;
}

function Landed<Name extends ReportRecord>({ name, record, at, findings, asOf }: LandedProps<Name>) {
  const { line, Body } = views[name] ?? plainView;
  const recordStatus = recordStatusOf(record, findings);
  const context = { at, findings };
  const unknown = record.issues[0] ?? findings.find(({ state }) => state === 'unknown')?.title ?? '';
  const isUnseen = recordStatus === 'unknown' || (recordStatus === 'partly' && record.status === 'error');
  return (
    <RecordRow name={texts.records.names[name]} recordStatus={recordStatus} line={isUnseen ? texts.records.cause(unknown) : line(record, context)} isOpen={recordStatus === 'critical'}>
      {asOf !== undefined && <p className={classes.quiet}>{texts.records.asOf} <Ago at={asOf} /></p>}
      <Body record={record} context={context} />
      <Judgements findings={findings} />
    </RecordRow>
  );
}

/** What asks for nothing is shown without a ground of its own. */
const calm: ReadonlySet<RecordStatus> = new Set(['ok', 'absent', 'needless', 'notTested']);

/** One record in a line, with all of it below. */
export function RecordRow({ name, recordStatus, line, isOpen = false, children }: { name: string; recordStatus: RecordStatus; line: string; isOpen?: boolean; children: React.ReactNode }) {
  const summary = (
    <span className={classes.summary}>
      <span className={classes.status} data-calm={calm.has(recordStatus) || undefined}><StatusBadge status={badgeOf[recordStatus]} word={texts.recordStatus[recordStatus]} /></span>
      <strong className={classes.recordName}>{name}</strong>
      <span className={classes.line}>{line}</span>
    </span>
  );
  return <Disclosure summary={summary} isOpen={isOpen}>{children}</Disclosure>;
}

/** What was found about the record, but for what is in order. */
function Judgements({ findings }: { findings: readonly ReportFinding[] }) {
  const shown = [...findings.filter(({ state }) => state === 'fail'), ...findings.filter(({ state }) => state === 'unknown')];
  const once = shown.filter(({ title }, at) => shown.findIndex(other => other.title === title) === at);
  if (once.length === 0) return null;
  return (
    <ul className={classes.judgements}>{once.map(finding => (
      <li key={finding.id}><StatusMark status={statusOfFinding(finding)} /> <FindingLink finding={finding.id}>{finding.title}</FindingLink></li>
    ))}</ul>
  );
}
