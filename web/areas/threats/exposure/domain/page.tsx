import { getRouteApi } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/exposure.ts';
import { Answer } from './answer.tsx';
import { Difference } from './difference.tsx';
import classes from './exposure.module.css';
import { Findings } from './findings.tsx';
import { Hosts } from './hosts.tsx';
import { HostMap } from './map.tsx';
import { ScanControl } from './scan-control.tsx';
import { Stages } from './stages.tsx';

const route = getRouteApi('/own/domains/$id/exposure');

/** Which doors of the domain stand open: how it stands and what changed first, then the hosts, then each finding with its fix. */
export default function Exposure() {
  const { id } = route.useParams();
  const plan = useSession()?.plan;
  const { unicodeName = '' } = useGet('GET /api/domains/{id}', { id }).data?.data ?? {};
  return plan === 'free' ? <PlanNote plan="pro" sample={<Sample of={texts.sample} as={['fail', 'warn', 'pass']} />}>{texts.planNeeded(unicodeName)}</PlanNote> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const latest = useGet('GET /api/vuln-scan/latest/{domainId}', { domainId: id });
  const ports = useGet('GET /api/scan/ports/{domainId}', { domainId: id });
  return (
    <div className={classes.page}>
      <Loaded of={latest} what={texts.what}>
        {({ data, underWay }) => (
          <>
            <Answer of={data} />
            <ScanControl id={id} of={data} runId={underWay?.runId ?? null} />
            {data === null ? <Empty title={texts.emptyTitle} sample={<Sample of={texts.sample} as={['fail', 'warn', 'pass']} />}>{texts.empty}</Empty> : (
              <>
                <Difference of={data.difference} />
                <Loaded of={ports} what={texts.hosts.title}>
                  {({ data: seen }) => seen && (
                    <>
                      <HostMap hosts={seen.hosts} findings={data.findings} />
                      <Hosts domainId={id} hosts={seen.hosts} />
                    </>
                  )}
                </Loaded>
                <Findings findings={data.findings} />
                <Stages of={data.scan} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
