import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/deep-seo.ts';
import type { Whole } from '../types.ts';
import { Duplicates, Orphans, Templates } from './groups.tsx';
import { Advised, Competing, Gaps, Shares, Topics } from './intents.tsx';
import { Links } from './links.tsx';
import { Next } from './next.tsx';
import { PagesByIntent } from './pages.tsx';
import { Rendered } from './rendered.tsx';
import { SearchData } from './search-data.tsx';

const route = getRouteApi('/own/domains/$id/deep-seo');
const ONE_ROW = 1;

/** What to do next and what it is known by, then what the pages of the domain are for, then how links lead through the site. */
export default function DeepSeo() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  const { unicodeName = '' } = useGet('GET /api/domains/{id}', { id }).data?.data ?? {};
  return plan === 'free' ? <PlanNote plan="pro">{texts.planNeeded(unicodeName)}</PlanNote> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const found = useGet('GET /api/deep-seo/intent/{domainId}', { domainId: id, limit: ONE_ROW });
  return (
    <div className={classes.page}>
      <Next domainId={id} />
      <SearchData domainId={id} />
      <Loaded of={found} what={texts.what}>
        {({ state, summary, audit }) => (summary === null || state !== 'ready'
          ? <Empty title={texts.empty[state === 'ready' ? 'analyzing' : state]} action={<Link to="/domains/$id/site" params={{ id }}>{texts.toAudit}</Link>}>{texts.explains[state === 'ready' ? 'analyzing' : state]}</Empty>
          : (
            <>
              <Answer of={summary} />
              {audit && <p className={classes.quiet}>{texts.from} <Ago at={audit.finishedAt} /> · {texts.pages(summary.pages)}</p>}
              <Shares of={summary} />
              <PagesByIntent domainId={id} />
              <Advised of={summary} />
              <Competing of={summary} />
              <Gaps of={summary} />
              <Topics of={summary} />
              <Links domainId={id} />
              <Duplicates domainId={id} />
              <Templates domainId={id} />
              <Orphans domainId={id} />
              <Rendered domainId={id} />
            </>
          ))}
      </Loaded>
    </div>
  );
}

/** How it is, what is missing, what is next. */
function Answer({ of: { competing, gaps, recommendations } }: { of: Whole }) {
  const { answer: words } = texts;
  const status: Status = competing.groups > 0 || gaps.stages.length > 0 ? 'warn' : 'pass';
  const first = recommendations[0];
  return (
    <p className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{competing.groups === 0 ? words.calm : words.competing(competing.groups)}</span>
      {gaps.stages.length > 0 && <span>{words.gaps(gaps.stages.length)}</span>}
      {first && <span>{words.next(first.title)}</span>}
    </p>
  );
}
