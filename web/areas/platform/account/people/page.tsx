import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { roles, type Role } from './roles.ts';
import { client, dataOf, type DataOf } from '../../../../api/client.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { holds, useSession, useSessionChange, type Session } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/settings.ts';
import { Item, Items, Row } from '../../../../parts/row.tsx';
import { Invitations, Invite } from './invitations.tsx';
import classes from '../account.module.css';

type Person = DataOf<'GET /api/people'>['data'][number];

const { people: words } = texts;
const LIST = 'GET /api/people';
const REQUIREMENT = 'GET /api/account/second-factor';

/** Who can sign in to the account, and who is asked to join. */
export default function People() {
  const session = useSession();
  const list = usePages(LIST, { limit: 100 });
  if (session === null) return null;
  return (
    <div>
      <Row title={words.title} answer={words.answer}>
        <Loaded of={list} what={words.what}>
          {({ pages }) => {
            const people = pages.flatMap(({ data }) => data);
            const owners = people.filter(({ role }) => role === 'owner');
            // One owner stays: the last one cannot leave.
            const lastOwner = owners.length === 1 && !list.hasNextPage ? owners[0]!.id : null;
            return <Items label={words.list}>{people.map(person => <PersonItem key={person.id} person={person} session={session} stays={person.id === lastOwner} />)}</Items>;
          }}
        </Loaded>
        {list.hasNextPage && <div><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{words.more}</Button></div>}
      </Row>
      <Requirement owner={holds(session.role, 'owner')} own={session.user?.twoFactorEnabled === true} />
      <Invite owner={holds(session.role, 'owner')} />
      <Invitations />
      <Row title={words.rolesTitle} answer={words.rolesAnswer}>
        <dl className={classes.roles}>{roles.map(role => <RoleLine key={role} role={role} />)}</dl>
      </Row>
    </div>
  );
}

function RoleLine({ role }: { role: Role }) {
  return <><dt>{texts.roles[role]}</dt><dd>{texts.roleDoes[role]}</dd></>;
}

interface PersonItemProps {
  person: Person;
  session: Session;
  /** Whether the account would have no owner without this person. */
  stays: boolean;
}

function PersonItem({ person: { id, name, email, role, twoFactorEnabled, createdAt }, session, stays }: PersonItemProps) {
  const change = useSend('PATCH /api/people/{id}', [LIST]);
  const [asking, setAsking] = useState<'end' | 'remove' | null>(null);
  const me = id === session.user?.id;
  // Only owners decide on owners.
  const mayDecide = role !== 'owner' || holds(session.role, 'owner');
  const close = (): void => setAsking(null);
  const state = <StatusBadge status={twoFactorEnabled ? 'pass' : 'off'} word={twoFactorEnabled ? words.secondFactor : words.noSecondFactor} />;
  return (
    <Item
      title={<>{name}{me && <StatusBadge status="info" word={words.you} />}{state}</>}
      more={<>{email} · {words.joined} <Ago at={createdAt} />{change.error && <ProblemNote error={change.error} what={words.changeRefused} />}</>}
    >
      {mayDecide && !me
        ? (
          <Select
            className={classes.role} size="xs" aria-label={words.roleOf(name)} value={role} allowDeselect={false} disabled={change.isPending}
            data={roleChoices(session.role)} onChange={chosen => chosen !== null && change.mutate({ id, role: chosen })}
          />
        )
        : <span className={classes.role}>{texts.roles[role]}</span>}
      {mayDecide && !me && <Button variant="default" size="xs" aria-label={words.endSessionsOf(name)} onClick={() => setAsking('end')}>{words.endSessions}</Button>}
      {mayDecide && !stays && <Button variant="default" size="xs" aria-label={me ? words.leave : words.removeOf(name)} onClick={() => setAsking('remove')}>{me ? words.leave : words.remove}</Button>}
      <EndSessions opened={asking === 'end'} id={id} name={name} onClose={close} />
      <Remove opened={asking === 'remove'} id={id} name={name} me={me} onClose={close} />
    </Item>
  );
}

function EndSessions({ opened, id, name, onClose }: { opened: boolean; id: string; name: string; onClose: () => void }) {
  return (
    <Confirm opened={opened} onClose={onClose} title={words.confirmEnd(name)} action={words.endSessions} onConfirm={async () => dataOf(await client('DELETE /api/people/{id}/sessions', { id }))}>
      {words.confirmEndDetail}
    </Confirm>
  );
}

function Remove({ opened, id, name, me, onClose }: { opened: boolean; id: string; name: string; me: boolean; onClose: () => void }) {
  const remove = useSend('DELETE /api/people/{id}', me ? [] : [LIST]);
  const changed = useSessionChange();
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ id });
    if (me) await changed();
  };
  return (
    <Confirm opened={opened} onClose={onClose} title={words.confirmRemove(name)} action={me ? words.leave : words.remove} dangerous onConfirm={confirm}>
      {words.confirmRemoveDetail}
      {opened && <KeysOf id={id} />}
    </Confirm>
  );
}

/** Whether everybody needs a second factor; owners decide. */
function Requirement({ owner, own }: { owner: boolean; own: boolean }) {
  const { requirement: about } = texts;
  const query = useGet(REQUIREMENT, {});
  const change = useSend('PUT /api/account/second-factor', [REQUIREMENT]);
  return (
    <Loaded of={query} what={about.title}>
      {({ data: { required, peopleWithout } }) => (
        <Row title={about.title} answer={<><StatusBadge status={required ? 'pass' : 'off'} word={required ? about.on : about.off} /> {about.without(peopleWithout)}</>}>
          {owner ? <p>{own || required ? about.effect : about.ownFirst}</p> : <p>{about.ownersOnly}</p>}
          {owner && <div><Button variant="default" disabled={!own && !required} loading={change.isPending} onClick={() => change.mutate({ required: !required })}>{required ? about.turnOff : about.turnOn}</Button></div>}
          {change.error && <ProblemNote error={change.error} what={about.title} />}
        </Row>
      )}
    </Loaded>
  );
}

/** The keys that go on without the person who created them. */
function KeysOf({ id }: { id: string }) {
  const keys = usePages('GET /api/api-keys', { createdBy: id, limit: 200 });
  const active = keys.data?.pages.flatMap(({ data }) => data).filter(({ status }) => status === 'active') ?? [];
  return active.length === 0 ? null : <p>{words.keysStay(active.map(({ name, prefix }) => name ?? `${prefix}…`))}</p>;
}

function roleChoices(own: Role | null) {
  return roles.filter(role => role !== 'owner' || holds(own, 'owner')).map(role => ({ value: role, label: texts.roles[role] }));
}
