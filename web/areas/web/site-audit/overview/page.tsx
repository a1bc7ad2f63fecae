import { getRouteApi } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import { Answer } from './answer.tsx';
import { AuditControl } from './audit-control.tsx';
import { Exclusions, Judging } from './exclusions.tsx';
import { Figures } from './figures.tsx';
import { Issues } from './issues.tsx';
import { Score } from './score.tsx';

const route = getRouteApi('/own/domains/$id/site');

/** The website of the domain: how it stands and what changed first, then what to fix, then the pages. */
export default function Website() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  const { unicodeName = '' } = useGet('GET /api/domains/{id}', { id }).data?.data ?? {};
  return plan === 'free' ? <PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn', 'info']} />}>{texts.planNeeded(unicodeName)}</PlanNote> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const results = useGet('GET /api/seo-results/{domainId}', { domainId: id });
  return (
    <div className={classes.page}>
      <Loaded of={results} what={texts.what}>
        {({ data, underWay }) => (
          <>
            <Answer of={data} domainId={id} />
            <AuditControl id={id} of={data} runId={underWay?.runId ?? null} />
            {data === null ? <Empty title={texts.emptyTitle} sample={<Sample of={texts.sample} as={['fail', 'warn', 'info']} />}>{texts.empty}</Empty> : (
              <>
                {data.judging && <Judging domainId={id} />}
                <Score of={data} domainId={id} />
                <Issues of={data} domainId={id} />
                <Exclusions domainId={id} />
                <Figures of={data} domainId={id} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
