import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { UnderWay } from '../../site-audit/index.ts';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import { auditRoutes, type Audit } from '../types.ts';
import { Board } from './board.tsx';
import { Causes } from './causes.tsx';
import { Sample } from './sample.tsx';

const route = getRouteApi('/own/domains/$id/accessibility/$audit');
const { audit: words } = texts;
const formats = ['html', 'pdf', 'csv', 'conformance-html', 'statement', 'openacr', 'wcag-em', 'earl', 'sarif', 'json'] as const;

/** One audit: every criterion with its outcome, what to fix first, and the pages that were judged. */
export default function AuditPage() {
  const { id, audit } = route.useParams();
  const query = useGet('GET /api/accessibility-audit/{id}', { id: audit });
  return <div className={classes.page}><Loaded of={query} what={words.what}>{({ data }) => <Shown of={data} domainId={id} />}</Loaded></div>;
}

function Shown({ of, domainId }: { of: Audit; domainId: string }) {
  const mayChange = useMayChange();
  const { id, domain, finishedAt, pages, standard, level, questions } = of;
  const unjudged = pages.filter(({ status }) => status === 'failed').length;
  return (
    <>
      <PageHead
        title={words.title(domain)} tab={words.tab(domain)} above={<Link to="/domains/$id/accessibility" params={{ id: domainId }}>{words.above(domain)}</Link>}
        answer={<Answer of={of} domainId={domainId} />}
        actions={finishedAt && <Button renderRoot={props => <Link to="/domains/$id/accessibility/$audit/review" params={{ id: domainId, audit: id }} {...props} />}>{words.questions(questions.open)}</Button>}
      />
      <div className={classes.bar}>
        <p className={classes.quiet}>{texts.level(texts.standards[standard], level)} · {texts.pages(pages.length)} · <Ago at={of.startedAt} /></p>
        {finishedAt && <p className={classes.controls}><span className={classes.quiet}>{words.export}</span>{formats.map(format => <Anchor key={format} href={`/api/accessibility-audit/${id}/export?format=${format}`} target="_blank">{words.formats[format]}</Anchor>)}</p>}
      </div>
      {finishedAt === null && <UnderWay runId={id} mayChange={mayChange} refreshes={auditRoutes} />}
      {finishedAt && unjudged > 0 && <p className={classes.note} data-status="warn"><StatusMark status="warn" />{words.unjudged(unjudged)}</p>}
      <Board of={of} domainId={domainId} />
      <Causes of={of} domainId={domainId} />
      <Sample of={of} />
    </>
  );
}

/** How many criteria fail, what changed. */
function Answer({ of: { criteria, outcomes, change, finishedAt }, domainId }: { of: Audit; domainId: string }) {
  if (finishedAt === null) return <span className={classes.item}><StatusMark status="info" />{words.running}</span>;
  const [status, says]: [Status, string] = outcomes.failed > 0 ? ['fail', words.failing(outcomes.failed, criteria.length)] : outcomes.untested === criteria.length ? ['unknown', texts.outcomes.untested] : ['pass', words.none];
  return (
    <span className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{says}</span>
      {change === null ? <span>{words.first}</span> : <Link to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: change.auditId }}>{words.changed(change.causes.new, change.causes.fixed)}</Link>}
    </span>
  );
}
