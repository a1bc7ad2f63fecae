import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import type { Audit } from '../types.ts';
import { Queue } from './queue.tsx';

const route = getRouteApi('/own/domains/$id/accessibility/$audit/review');
const { review: words } = texts;
const ROWS_A_PAGE = 100;

/** What rules cannot decide, one question after the other. */
export default function Review() {
  const { id, audit } = route.useParams();
  const query = useGet('GET /api/accessibility-audit/{id}', { id: audit });
  return <div className={classes.page}><Loaded of={query} what={words.what}>{({ data }) => <Shown of={data} domainId={id} />}</Loaded></div>;
}

function Shown({ of: { id, domain, criteria, questions }, domainId }: { of: Audit; domainId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const asked = { answered: 'false', ...search, id, limit: ROWS_A_PAGE } as InputOf<'GET /api/accessibility-audit/{id}/review'>;
  const query = usePages('GET /api/accessibility-audit/{id}/review', asked);
  const filters: Filter[] = [
    { kind: 'choice', name: 'criterion', label: words.filters.criterion, options: criteria.map(({ criterion, name }) => ({ value: criterion, label: `${criterion} ${name}` })) },
    { kind: 'choice', name: 'answered', label: words.filters.answered, unset: words.states.false, options: [{ value: 'true', label: words.states.true }] },
  ];
  return (
    <>
      <PageHead
        title={words.title} tab={words.tab(domain)} above={<Link to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: id }}>{words.above(domain)}</Link>}
        answer={<span className={classes.answer}><span className={classes.item}><StatusMark status={questions.open === 0 ? 'pass' : 'unknown'} />{words.open(questions.open)}</span><span>{words.answered(questions.answered)}</span></span>}
      />
      <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const list = pages.flatMap(({ data }) => data);
          return list.length === 0 ? <p>{words.none}</p> : <Queue key={JSON.stringify(asked)} auditId={id} questions={list} names={new Map(criteria.map(({ criterion, name }) => [criterion, name]))} onEnd={query.hasNextPage ? () => void query.fetchNextPage() : null} />;
        }}
      </Loaded>
    </>
  );
}
