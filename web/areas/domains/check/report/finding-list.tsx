import { Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { language } from '../../../../language/index.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { FixSteps } from './fix-steps.tsx';
import classes from './report.module.css';
import { anchorOf, docsOf } from './show-finding.ts';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { filterOf, findingFilters, type FindingFilter } from './record-status.ts';
import type { ReportFinding } from './types.ts';
import { UnknownList } from './unknown-list.tsx';
import { unknownGroups } from './unknown.ts';

interface FindingListProps {
  /** Most severe first. */
  findings: readonly ReportFinding[];
  /** When it was checked, ISO 8601. */
  at: string;
  /** The DNS host, where it is known. */
  host: string | null;
  filter: FindingFilter;
  onFilter: (filter: FindingFilter) => void;
  /** The finding to show at once. */
  shown?: string | null;
  onCheckAgain?: (() => void) | undefined;
  isChecking?: boolean;
  /** What else can be done about a finding, after its references. */
  actionOf?: ((finding: ReportFinding) => ReactNode) | undefined;
}

/** The findings of a check, of which one kind is shown at a time: issues, what could not be determined, what is in order. */
export function FindingList({ findings, filter, onFilter, ...rest }: FindingListProps) {
  const byFilter = Map.groupBy(findings, filterOf);
  const chosen = byFilter.get(filter) ?? [];
  const rowsIn = (one: FindingFilter) => (one === 'unknown' ? unknownGroups(findings) : byFilter.get(one) ?? []).length;
  return (
    <section className={classes.section} aria-labelledby="report-findings">
      <Title order={2} id="report-findings">{texts.findings.title}</Title>
      <div className={classes.filters} role="group" aria-label={texts.findings.show}>
        {findingFilters.map(one => (
          <button key={one} type="button" className={classes.filter} aria-pressed={one === filter} onClick={() => onFilter(one)}>
            {texts.findings.filters[one]} <span className={classes.count}>{rowsIn(one)}</span>
          </button>
        ))}
      </div>
      {chosen.length === 0 ? <p className={classes.quiet}>{texts.findings.empty[filter]}</p>
        : filter === 'unknown' ? <UnknownList findings={chosen} shown={rest.shown ?? null} />
          : <div className={classes.rows}>{chosen.map((finding, index) => <FindingRow key={finding.id} finding={finding} isFirst={filter === 'issues' && index === 0} {...rest} />)}</div>}
    </section>
  );
}

type FindingRowProps = Omit<FindingListProps, 'findings' | 'filter' | 'onFilter'> & { finding: ReportFinding; isFirst: boolean };

function FindingRow({ finding, isFirst, at, host, shown, onCheckAgain, isChecking = false, actionOf }: FindingRowProps) {
  const { id, title, detail, evidence, fix, references, record, state, severity } = finding;
  const word = state === 'fail' ? texts.severity[severity] : texts.state[state];
  const summary = (
    <span className={classes.summary}>
      <span className={classes.status} data-calm={state === 'pass' || state === 'notApplicable' || undefined}><StatusBadge status={statusOfFinding(finding)} word={word} /></span>
      <span className={classes.findingTitle}>{title}</span>
      <span className={classes.tag}>{texts.records.names[record]}</span>
    </span>
  );
  return (
    <Disclosure id={anchorOf(id)} summary={summary} isOpen={isFirst || shown === id}>
      <p>{detail}</p>
      {evidence.length > 0 ? (
        <div className={classes.block}>
          <p className={classes.label}>{texts.findings.evidence} <span className={classes.quiet}>{texts.findings.seenAt(language.moment(at))}</span></p>
          <ul className={classes.evidence}>{evidence.map((line, index) => <li key={index}>{line}</li>)}</ul>
        </div>
      ) : null}
      {fix ? <div className={classes.block}><p className={classes.label}>{texts.findings.fix}</p><FixSteps fix={fix} host={host} /></div> : null}
      <p className={classes.foot}>
        <a href={docsOf(id)}>{texts.findings.about}</a>
        {references.map(({ title, url }) => <a key={url} href={url} target="_blank" rel="noreferrer">{title}</a>)}
        {actionOf?.(finding)}
        {onCheckAgain && state === 'fail' ? <Button variant="default" size="xs" loading={isChecking} leftSection={<Icon name="refresh" size={14} />} onClick={onCheckAgain}>{texts.findings.again}</Button> : null}
      </p>
    </Disclosure>
  );
}
