import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { texts } from '../texts/setup.ts';

const route = getRouteApi('/own/domains/$id');

/** The steps to a well-kept domain; asked again, the nameservers themselves say how far each change has come. */
export default function Setup() {
  const { id } = route.useParams();
  const [isLive, setLive] = useState(false);
  const query = useGet('GET /api/domains/{id}/setup', { id, ...(isLive ? { live: 'true' } : {}) });
  const ask = (): void => {
    if (isLive) void query.refetch();
    else setLive(true);
  };
  return <Loaded of={query} what={texts.what}>{({ data }) => <SetupSteps of={data} onCheckAgain={ask} isChecking={isLive && query.isFetching} />}</Loaded>;
}
