import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type DataOf } from '../../../../api/client.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { Item, Items, Row } from '../../../../parts/row.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/admin.ts';
import classes from './admin.module.css';

type Invitation = DataOf<'GET /api/admin/invitations'>['data'][number];

const words = texts.invitations;
const LIST = 'GET /api/admin/invitations';
const email: Field = { name: 'email', label: words.email, kind: 'email', autoComplete: 'off', maxLength: 254 };
const EVERY_MS = 15_000;
const statuses: Readonly<Record<Invitation['status'], Status>> = { open: 'info', accepted: 'pass', expired: 'off' };

/** Who may sign up, and whom the operator has invited. */
export function Invitations() {
  const policy = useGet('GET /api/auth/sign-up', {});
  return (
    <Loaded of={policy} what={words.what}>
      {({ data: { mode, domains } }) => (
        <div>
          <Row title={words.title} answer={<>{words.mode[mode]}{domains !== null && mode !== 'closed' && ` ${words.domains(domains)}`}</>}>
            {mode === 'closed' ? <p className={classes.quiet}>{words.closed}</p> : <Invite />}
          </Row>
          <Made />
        </div>
      )}
    </Loaded>
  );
}

function Invite() {
  const queries = useQueryClient();
  const [sent, setSent] = useState<{ email: string; link: string | null } | null>(null);
  return (
    <>
      <FieldForm
        fields={[email]} action={words.invite} clears aside={<span role="status">{sent?.link === null && words.sent(sent.email)}</span>}
        send={async ({ email = '' }) => {
          setSent(null);
          const result = await client('POST /api/admin/invitations', { email });
          if (!result.ok) return result;
          setSent({ email, link: result.data.link });
          await queries.invalidateQueries({ queryKey: [LIST] });
          return null;
        }}
      />
      {sent !== null && sent.link !== null && <div role="status"><p>{words.link}</p><CodeBlock text={sent.link} what={words.linkName} /></div>}
    </>
  );
}

function Made() {
  const list = usePages(LIST, { limit: 50 }, { everyMs: EVERY_MS });
  return (
    <Row title={words.listTitle} answer={words.listAnswer}>
      <Loaded of={list} what={words.list}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          return all.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <Items label={words.list}>{all.map(one => <MadeItem key={one.id} invitation={one} />)}</Items>;
        }}
      </Loaded>
      {list.hasNextPage && <div><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{words.more}</Button></div>}
    </Row>
  );
}

function MadeItem({ invitation: { id, email, status, delivery, createdAt, expiresAt } }: { invitation: Invitation }) {
  const withdraw = useSend('DELETE /api/admin/invitations/{id}', [LIST]);
  return (
    <Item
      title={<>{email}<StatusBadge status={statuses[status]} word={words.status[status]} />{status === 'open' && delivery === 'failed' && <StatusBadge status="fail" word={words.notSent} />}</>}
      more={<>{words.made} <Ago at={createdAt} />{status === 'open' && <> · {words.until} {language.day(expiresAt)}{delivery !== null && <> · {words.delivery[delivery]}</>}</>}{withdraw.error && <ProblemNote error={withdraw.error} />}</>}
    >
      {status !== 'accepted' && <Button variant="default" size="xs" loading={withdraw.isPending} aria-label={words.withdrawOf(email)} onClick={() => withdraw.mutate({ id })}>{words.withdraw}</Button>}
    </Item>
  );
}
