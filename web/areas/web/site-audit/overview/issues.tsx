import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Check, Results } from '../types.ts';

const route = getRouteApi('/own/domains/$id/site');
const { issues: words } = texts;

/** Failed checks, what gains most for the least work first; the filters live in the address. */
export function Issues({ of: { checks, passed, notTested }, domainId }: { of: Results; domainId: string }) {
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
      {checks.length === 0 ? <p>{words.noneAtAll}</p> : (
        <>
          <FilterBar filters={filters} values={{ category, severity }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false })} />
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
  const [issue, severity, pages, share, ease, change] = words.columns;
  return (
    <table className={classes.table}>
      <thead><tr><th scope="col">{issue}</th><th scope="col">{severity}</th><th scope="col" data-number>{pages}</th><th scope="col" data-number data-wide>{share}</th><th scope="col" data-wide>{ease}</th><th scope="col" data-wide>{change}</th></tr></thead>
      <tbody>{checks.map(check => (
        <tr key={check.id}>
          <th scope="row"><Link to="/domains/$id/site/issues/$check" params={{ id: domainId, check: check.id }}>{check.title}</Link><br /><span className={classes.quiet}>{texts.categories[check.category] ?? check.category}</span></th>
          <td><StatusBadge status={statusOfFinding({ state: 'fail', severity: check.severity })} word={texts.severities[check.severity]} /></td>
          <td data-number>{words.of(check.count, check.applicable)}</td>
          <td data-number data-wide>{words.percent(check.share)}</td>
          <td data-wide data-short>{texts.eases[check.ease]}</td>
          <td data-wide data-short>{check.change === null ? words.first : words.change(check.change.new, check.change.fixed)}</td>
        </tr>
      ))}</tbody>
    </table>
  );
}
