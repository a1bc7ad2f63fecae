import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import { texts as words } from '../texts/ownership.ts';
import classes from './proof.module.css';
import { statuses } from './statuses.ts';

type Proof = DataOf<'GET /api/domains/{id}/ownership'>['data'];

/** Whether the domain is proven to be the account's, and how to prove it. */
export default function Ownership({ id }: { id: string }) {
  const query = useGet('GET /api/domains/{id}/ownership', { id });
  return (
    <section className={classes.panel} aria-labelledby="ownership">
      <Title order={2} size="h3" id="ownership">{words.title}</Title>
      <p className={classes.quiet}>{words.lead}</p>
      <Loaded of={query} what={words.what}>{({ data }) => <Shown id={id} proof={data} />}</Loaded>
    </section>
  );
}

function Shown({ id, proof: { state, method, coveredBy, record, file, checkedAt, graceEndsAt, cause } }: { id: string; proof: Proof }) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/domains/{id}/ownership', ['GET /api/domains/{id}/ownership', 'GET /api/domains/{id}/subdomains']);
  const isProven = state === 'proven';
  return (
    <>
      <div className={classes.panelHead}>
        <span className={classes.tools}><StatusBadge status={statuses[state]} word={words.states[state]} />{isProven && method !== null && <span className={classes.quiet}>{words.by[method]}</span>}</span>
        {checkedAt !== null && <span className={classes.quiet}>{words.checked} <Ago at={checkedAt} /></span>}
      </div>
      {coveredBy !== null && !isProven && <p>{words.covered(coveredBy)}</p>}
      {graceEndsAt !== null && <p>{words.grace} <Ago at={graceEndsAt} /></p>}
      {cause !== null && !isProven && <p role="status">{cause}</p>}
      {!isProven && (
        <>
          <p className={classes.label}>{words.record}</p>
          <PasteRecord record={record} />
          <p className={classes.label}>{words.or}</p>
          <CodeBlock text={file.url} what={words.url} />
          <CodeBlock text={file.content} what={words.content} />
          <p><Link to="/domains/ownership">{words.many.link}</Link></p>
        </>
      )}
      {send.error && <ProblemNote error={send.error} what={words.checking} />}
      {mayChange && <div><Button variant="default" loading={send.isPending} leftSection={<Icon name="refresh" size={16} />} onClick={() => send.mutate({ id })}>{words.check}</Button></div>}
    </>
  );
}
