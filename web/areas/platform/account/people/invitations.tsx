import { Button, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type DataOf } from '../../../../api/client.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/settings.ts';
import { Item, Items, Row } from '../../../../parts/row.tsx';
import { roles, type Role } from './roles.ts';
import classes from '../account.module.css';

type Invitation = DataOf<'GET /api/invitations'>['data'][number];

const LIST = 'GET /api/invitations';
const email: Field = { name: 'email', label: texts.invite.email, kind: 'email', autoComplete: 'off', maxLength: 254 };
const EVERY_MS = 15_000;
const statuses: Readonly<Record<Invitation['status'], Status>> = { open: 'info', accepted: 'pass', expired: 'off' };

/** Asks somebody to join; only owners make owners. */
export function Invite({ owner }: { owner: boolean }) {
  const { invite: words } = texts;
  const queries = useQueryClient();
  const [role, setRole] = useState<Role>('member');
  const [sent, setSent] = useState<{ email: string; link: string | null } | null>(null);
  const choices = roles.filter(one => one !== 'owner' || owner).map(one => ({ value: one, label: texts.roles[one] }));
  return (
    <Row title={words.title} answer={words.answer}>
      <Select label={words.role} description={texts.roleDoes[role]} data={choices} value={role} allowDeselect={false} onChange={chosen => setRole(chosen as Role)} />
      <FieldForm
        fields={[email]} action={words.action} clears aside={<span role="status">{sent?.link === null && words.sent(sent.email)}</span>}
        send={async ({ email = '' }) => {
          setSent(null);
          const result = await client('POST /api/invitations', { email, role });
          if (!result.ok) return result;
          setSent({ email, link: result.data.link });
          await queries.invalidateQueries({ queryKey: [LIST] });
          return null;
        }}
      />
      {sent !== null && sent.link !== null && <div role="status"><p>{words.link}</p><CodeBlock text={sent.link} what={words.linkName} /></div>}
    </Row>
  );
}

/** The invitations that were made, newest first. */
export function Invitations() {
  const { invitations: words } = texts;
  const list = usePages(LIST, { limit: 50 }, { everyMs: EVERY_MS });
  return (
    <Row title={words.title} answer={words.answer}>
      <Loaded of={list} what={words.what}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          return all.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <Items label={words.list}>{all.map(one => <InvitationItem key={one.id} invitation={one} />)}</Items>;
        }}
      </Loaded>
      {list.hasNextPage && <div><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{words.more}</Button></div>}
    </Row>
  );
}

function InvitationItem({ invitation: { id, email, role, status, delivery, createdAt, expiresAt } }: { invitation: Invitation }) {
  const { invitations: words } = texts;
  const withdraw = useSend('DELETE /api/invitations/{id}', [LIST]);
  return (
    <Item
      title={<>{email}<StatusBadge status={statuses[status]} word={words.status[status]} />{status === 'open' && delivery === 'failed' && <StatusBadge status="fail" word={words.notSent} />}</>}
      more={<>{texts.roles[role]} · {words.made} <Ago at={createdAt} />{status === 'open' && <> · {words.until} {language.day(expiresAt)}{delivery !== null && <> · {words.delivery[delivery]}</>}</>}{withdraw.error && <ProblemNote error={withdraw.error} />}</>}
    >
      {status !== 'accepted' && <Button variant="default" size="xs" loading={withdraw.isPending} aria-label={words.withdrawOf(email)} onClick={() => withdraw.mutate({ id })}>{words.withdraw}</Button>}
    </Item>
  );
}
