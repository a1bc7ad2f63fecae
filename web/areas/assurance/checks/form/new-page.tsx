import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { texts } from '../texts/checks.ts';
import { checkRoutes } from '../types.ts';
import { CheckForm } from './check-form.tsx';
import { emptyDraft, inputOf, type Draft } from './draft.ts';

const { form: words } = texts;

/** Adds a check and leads to it, where it is tried at once; that of a job shows first where the job has to call. */
export default function NewCheck() {
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const send = useSend('POST /api/status/custom-checks', checkRoutes);
  const created = send.data?.data;
  const lead = (id: string): void => void navigate({ to: '/status/checks/$id', params: { id }, search: { test: 'now' } });
  const submit = (draft: Draft): void => send.mutate({ kind: draft.kind, ...inputOf(draft) }, {
    onSuccess: ({ data }) => {
      notifications.show({ message: words.added(data.name) });
      if (data.pushUrl === null) lead(data.id);
    },
  });
  return (
    <>
      <PageHead title={words.addTitle} answer={mayChange ? words.answer : words.viewer} above={<Link to="/status/checks">{texts.check.above}</Link>} />
      {created?.pushUrl
        ? (
          <SecretOnce title={words.pushTitle} secret={created.pushUrl} what={words.pushWhat} onDone={() => lead(created.id)}>
            <p>{words.pushHelp}</p>
            <CodeBlock text={`curl -fsS -X POST ${created.pushUrl}`} what={words.pushCopy} />
          </SecretOnce>
        )
        : mayChange && <CheckForm initial={emptyDraft} id={null} busy={send.isPending} error={send.error} onSubmit={submit} />}
    </>
  );
}
