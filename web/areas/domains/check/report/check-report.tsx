import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { BulkSenders } from './bulk-senders.tsx';
import { FindingList } from './finding-list.tsx';
import { hostOf } from './name-views.tsx';
import { NextActions } from './next-actions.tsx';
import { RecordList } from './record-list.tsx';
import classes from './report.module.css';
import { anchorOf, ShowFinding } from './show-finding.ts';
import { filterOf, isIssue, type FindingFilter } from './record-status.ts';
import type { Report, ReportFinding } from './types.ts';
import { VerdictHead } from './verdict-head.tsx';

interface CheckReportProps {
  report: Report;
  /** The findings that are shown; left out, the report keeps it itself. */
  filter?: FindingFilter;
  onFilter?: (filter: FindingFilter) => void;
  onCheckAgain?: () => void;
  isChecking?: boolean;
  /** The finding that it opens with. */
  opened?: string | undefined;
  /** What else can be done about a finding. */
  actionOf?: (finding: ReportFinding) => ReactNode;
  /** Stands below the answer. */
  children?: ReactNode;
}

/** The whole result of a check or a checkup, also while its records still land: the answer, what to do, the records, the findings. */
export function CheckReport({ report, filter: given, onFilter, onCheckAgain, isChecking = false, opened, actionOf, children }: CheckReportProps) {
  const { result, records } = report;
  const findings = result?.findings ?? [];
  const [chosen, setChosen] = useState<FindingFilter | null>(null);
  const filter = given ?? chosen ?? defaultFilterOf(findings);
  const setFilter = useCallback((wanted: FindingFilter) => {
    setChosen(wanted);
    onFilter?.(wanted);
  }, [onFilter]);
  const [shown, setShown] = useState<string | null>(null);
  const show = useCallback((id: string) => {
    const finding = findings.find(one => one.id === id);
    if (finding) setFilter(filterOf(finding));
    setShown(id);
  }, [findings, setFilter]);
  const openedBefore = useRef<string>(undefined);
  useEffect(() => {
    if (opened === undefined || result === null || openedBefore.current === opened) return;
    openedBefore.current = opened;
    show(opened);
  }, [opened, result, show]);
  useEffect(() => {
    if (shown === null) return;
    const target = document.getElementById(anchorOf(shown));
    target?.scrollIntoView({ block: 'start' });
    target?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
    setShown(null);
  }, [shown]);
  const host = records.nameservers ? hostOf(records.nameservers) : null;
  return (
    <ShowFinding value={show}>
      <article className={classes.report}>
        <VerdictHead report={report} onFilter={setFilter} onCheckAgain={onCheckAgain} isChecking={isChecking} />
        {children}
        {result ? <NextActions result={result} host={host} /> : null}
        <RecordList report={report} />
        {result?.bulkSenders ? <BulkSenders of={result.bulkSenders} /> : null}
        {result ? <FindingList findings={findings} at={report.at} host={host} filter={filter} onFilter={setFilter} shown={shown} onCheckAgain={onCheckAgain} isChecking={isChecking} actionOf={actionOf} /> : null}
      </article>
    </ShowFinding>
  );
}

/** The issues, unless there are none and lookups have failed. */
function defaultFilterOf(findings: NonNullable<Report['result']>['findings']): FindingFilter {
  return !findings.some(isIssue) && findings.some(({ state }) => state === 'unknown') ? 'unknown' : 'issues';
}
