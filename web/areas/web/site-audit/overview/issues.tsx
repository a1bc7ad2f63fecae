import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { Matching } from '../../../../parts/matching.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Check, Results } from '../types.ts';

const route = getRouteApi('/own/domains/$id/site');
const { issues: words } = texts;

/** Failed checks, what gains most for the least work first; the filters live in the address. */
export function Issues({ of: { checks, passed, notTested, score }, domainId }: { of: Results; domainId: string }) {
  const { category, severity } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = checks.filter(check => (category === undefined || check.category === category) && (severity === undefined || check.severity === severity));
  const filters: Filter[] = [
    { kind: 'choice', name: 'category', label: words.category, options: [...new Set(checks.map(check => check.category))].map(value => ({ value, label: texts.categories[value] ?? value })) },
    { kind: 'choice', name: 'severity', label: words.severity, options: Object.entries(texts.severities).map(([value, label]) => ({ value, label })) },
  ];
  return (
    <section className={classes.section} aria-labelledby="site-issues">
      <Title order={2} size="h3" id="site-issues">{words.title}</Title>
      <p className={classes.quiet}>{words.order} {words.passed(passed)}</p>
      {checks.length === 0 ? <p>{score.value === null ? words.unread : words.noneAtAll}</p> : (
        <>
          <FilterBar filters={filters} values={{ category, severity }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false })} />
          <Matching of={category === undefined && severity === undefined ? undefined : shown.length} all={checks.length} />
          {shown.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <IssueTable checks={shown} domainId={domainId} />}
        </>
      )}
      {notTested.length > 0 && (
        <details>
          <summary>{words.notTested(notTested.length)}</summary>
          <ul>{notTested.map(({ id, title, reason }) => <li key={id}>{title}<br /><span className={classes.quiet}>{reason}</span></li>)}</ul>
        </details>
      )}
    </section>
  );
}

function IssueTable({ checks, domainId }: { checks: readonly Check[]; domainId: string }) {
  return (
    <Table
      columns={words.columns} numbers={[2, 3]}
      rows={checks.map(check => [
        <><Link to="/domains/$id/site/issues/$check" params={{ id: domainId, check: check.id }}>{check.title}</Link><br /><span className={classes.quiet}>{texts.categories[check.category] ?? check.category}</span></>,
        <StatusBadge key="severity" status={statusOfFinding({ state: 'fail', severity: check.severity })} word={texts.severities[check.severity]} />,
        words.of(check.count, check.applicable), words.percent(check.share), texts.eases[check.ease], check.change === null ? words.first : words.change(check.change.new, check.change.fixed),
      ])}
    />
  );
}
