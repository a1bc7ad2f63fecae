import { notifications } from '@mantine/notifications';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/checks.ts';
import { checkRoutes } from '../types.ts';
import { CheckForm } from './check-form.tsx';
import { draftOf, inputOf, type Draft } from './draft.ts';

const route = getRouteApi('/own/status/checks/$id/edit');
const { form: words } = texts;

/** Changes a check. */
export default function EditCheck() {
  const { id } = route.useParams();
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const query = useGet('GET /api/status/custom-checks/{id}', { id });
  const send = useSend('PATCH /api/status/custom-checks/{id}', checkRoutes);
  const submit = (draft: Draft): void => send.mutate({ id, ...inputOf(draft) }, {
    onSuccess: () => {
      notifications.show({ message: words.saved });
      void navigate({ to: '/status/checks/$id', params: { id } });
    },
  });
  return (
    <>
      <PageHead title={words.editTitle(query.data?.data.name ?? '')} answer={mayChange ? undefined : words.viewer} above={<Link to="/status/checks/$id" params={{ id }}>{query.data?.data.name ?? texts.check.what}</Link>} />
      <Loaded of={query} what={texts.check.what}>
        {({ data }) => mayChange && <CheckForm key={data.id} initial={draftOf(data)} id={data.id} busy={send.isPending} error={send.error} onSubmit={submit} />}
      </Loaded>
    </>
  );
}
