import { Anchor } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Check, Issue } from '../types.ts';

const route = getRouteApi('/own/domains/$id/site/issues/$check');
const { issue: words } = texts;
const ROWS_A_PAGE = 100;

/** One issue: why it matters, what to do, and every page that has it. */
export default function IssuePage() {
  const { id, check: checkId } = route.useParams();
  const domain = useGet('GET /api/domains/{id}', { id }).data?.data.unicodeName ?? '';
  const results = useGet('GET /api/seo-results/{domainId}', { domainId: id });
  const data = results.data?.data ?? null;
  const check = data?.checks.find(one => one.id === checkId);
  return (
    <div className={classes.page}>
      <PageHead
        title={check?.title ?? checkId} tab={words.tab(check?.title ?? checkId, domain)} above={<Link to="/domains/$id/site" params={{ id }}>{words.above(domain)}</Link>}
        answer={check && <span className={classes.answer}><StatusBadge status={statusOfFinding({ state: 'fail', severity: check.severity })} word={texts.severities[check.severity]} />{words.answer(check.count, check.applicable)} · {texts.eases[check.ease]}</span>}
      />
      <Loaded of={results} what={words.what}>
        {() => (check && data ? <><Advice of={check} /><Where domainId={id} auditId={data.audit.id} checkId={checkId} /></> : <p>{words.none}</p>)}
      </Loaded>
    </div>
  );
}

function Advice({ of: { id, why, fix, points } }: { of: Check }) {
  return (
    <div className={classes.inside}>
      <div><p className={classes.label}>{words.why}</p><p>{why}</p></div>
      <div><p className={classes.label}>{words.fix}</p><p>{fix}</p></div>
      <p className={classes.quiet}>{words.points(points)} <Anchor href={`/docs/findings/${id}`}>{words.about}</Anchor></p>
    </div>
  );
}

function Where({ domainId, auditId, checkId }: { domainId: string; auditId: string; checkId: string }) {
  const query = usePages('GET /api/site-audits/{id}/issues', { id: auditId, check: [checkId], limit: ROWS_A_PAGE });
  return (
    <section className={classes.section} aria-label={words.where}>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const issues = pages.flatMap(({ data }) => data);
          return issues.length === 0 ? <p>{words.none}</p> : (
            <Table asCards columns={words.columns} machine={[0]} rows={issues.map(issue => cellsOf(issue, domainId))} />
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}

function cellsOf({ page, url, evidence, change }: Issue, domainId: string) {
  // The first line of evidence is the address itself.
  const [address, ...seen] = evidence;
  return [
    page === 0 ? address ?? words.whole : <Link key="page" to="/domains/$id/site/pages/$page" params={{ id: domainId, page: String(page) }}>{url ?? address}</Link>,
    <ul key="seen" className={classes.lines}>{seen.map((line, at) => <li key={at}>{line}</li>)}</ul>,
    change && words.changes[change],
  ];
}
