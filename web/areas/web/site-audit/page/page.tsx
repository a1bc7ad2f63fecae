import { Anchor, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { StatusBadge, StatusMark } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Issue, PageDetails } from '../types.ts';
import { contentOf, headersOf, loadsOf, measuresOf, redirectsOf, responseOf, thirdPartiesOf } from './known.ts';
import { PageLinks } from './page-links.tsx';

const route = getRouteApi('/own/domains/$id/site/pages/$page');
const { page: words } = texts;

/** One page with everything that is known of it: its issues first, then what the server sent and what search engines read. */
export default function AuditedPage() {
  const { id, page } = route.useParams();
  const { audit } = route.useSearch();
  const domain = useGet('GET /api/domains/{id}', { id }).data?.data.unicodeName ?? '';
  const results = useGet('GET /api/seo-results/{domainId}', { domainId: id }, { enabled: audit === undefined });
  const auditId = audit ?? results.data?.data?.audit.id ?? null;
  const above = <Link to="/domains/$id/site/pages" params={{ id }}>{words.above(domain)}</Link>;
  if (auditId === null) return <Loaded of={results} what={words.what}>{() => <PageHead title={words.what} above={above} answer={texts.pages.never} />}</Loaded>;
  return <One key={`${auditId} ${page}`} domainId={id} auditId={auditId} page={Number(page)} above={above} />;
}

function One({ domainId, auditId, page, above }: { domainId: string; auditId: string; page: number; above: ReactNode }) {
  const query = useGet('GET /api/site-audits/{id}/pages/{page}', { id: auditId, page });
  return <Loaded of={query} what={words.what}>{({ data }) => <Shown of={data} domainId={domainId} auditId={auditId} above={above} />}</Loaded>;
}

function Shown({ of, domainId, auditId, above }: { of: PageDetails; domainId: string; auditId: string; above: ReactNode }) {
  const measures = measuresOf(of);
  const isRead = of.outcome === 'answered' || of.outcome === 'redirected';
  const status = of.severity !== null ? statusOfFinding({ state: 'fail', severity: of.severity }) : isRead ? 'pass' : 'unknown';
  return (
    <div className={classes.page}>
      <PageHead
        title={of.title ?? of.url} above={above}
        answer={<span className={classes.answer}><span className={classes.item}><StatusMark status={status} />{isRead || of.issues > 0 ? words.answer(of.issues) : texts.pages.outcomes[of.outcome]}</span><Anchor href={of.url} target="_blank" rel="noreferrer">{of.url}</Anchor></span>}
      />
      <Part title={words.issues}><IssueList issues={of.issueList} domainId={domainId} /></Part>
      <div className={classes.columns}>
        <Part title={words.response}><Facts of={responseOf(of)} /></Part>
        <Part title={words.content}><Facts of={contentOf(of)} /></Part>
      </div>
      {measures.length > 0 && <Part title={words.performance}><Facts of={measures} /></Part>}
      <Rows title={words.loads} columns={words.columns.loads} rows={loadsOf(of)} />
      <Rows title={words.thirdParties} columns={words.columns.thirdParties} rows={thirdPartiesOf(of)} />
      <Rows title={words.redirects} columns={words.columns.redirects} rows={redirectsOf(of)} />
      <Part title={words.inlinks}><PageLinks domainId={domainId} auditId={auditId} to={of.page} /></Part>
      <Part title={words.outlinks}><PageLinks domainId={domainId} auditId={auditId} from={of.page} /></Part>
      <Rows title={words.headers} columns={words.columns.headers} rows={headersOf(of)} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <section className={classes.section} aria-label={title}><Title order={2} size="h3">{title}</Title>{children}</section>;
}

/** A table that is folded away; nothing where there is nothing in it. */
function Rows({ title, columns, rows }: { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  if (rows.length === 0) return null;
  return (
    <Disclosure id={title} summary={title}>
      <Table columns={columns} rows={rows} />
    </Disclosure>
  );
}

function IssueList({ issues, domainId }: { issues: readonly Issue[]; domainId: string }) {
  if (issues.length === 0) return <p className={classes.quiet}>{words.noIssue}</p>;
  return (
    <Table
      asCards columns={words.columns.issues}
      rows={issues.map(({ id, title, severity: its, evidence }) => [
        <Link key="title" to="/domains/$id/site/issues/$check" params={{ id: domainId, check: id }}>{title}</Link>,
        <StatusBadge key="severity" status={statusOfFinding({ state: 'fail', severity: its })} word={texts.severities[its]} />,
        <ul key="seen" className={classes.lines}>{evidence.slice(1).map((line, at) => <li key={at}>{line}</li>)}</ul>,
      ])}
    />
  );
}
