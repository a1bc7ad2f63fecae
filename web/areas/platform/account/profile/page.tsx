import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../../api/auth.ts';
import { client } from '../../../../api/client.ts';
import { sessionQuery, useSession, type Session } from '../../../../api/session.ts';
import { setSingleKeys, useSingleKeys } from '../../../../keys/preference.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/profile.ts';
import { Row } from '../../../../parts/row.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import classes from './profile.module.css';

type Person = NonNullable<Session['user']>;

const passwordFields: readonly Field[] = [
  { name: 'currentPassword', label: texts.password.current, kind: 'password', autoComplete: 'current-password', maxLength: 128 },
  { name: 'newPassword', label: texts.password.next, kind: 'newPassword', autoComplete: 'new-password', hint: texts.password.hint },
];

/** Who one is, how one signs in, and where one is signed in. */
export default function SettingsProfile() {
  const person = useSession()?.user;
  if (!person) return null;
  return (
    <div>
      <Profile person={person} />
      <Password />
      <SecondFactor on={person.twoFactorEnabled} />
      <Passkeys />
      <Sessions />
      <Scheme />
      <SingleKeys />
    </div>
  );
}

function Profile({ person }: { person: Person }) {
  const { profile: words } = texts;
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  return (
    <Row title={words.title} answer={words.answer}>
      <div>
        <div className={classes.label}>{words.email}</div>
        <div className={classes.value}>
          {person.email} <StatusBadge status={person.emailVerified ? 'pass' : 'unknown'} word={person.emailVerified ? words.confirmed : words.unconfirmed} />
        </div>
      </div>
      <FieldForm
        fields={[{ name: 'name', label: words.name, kind: 'text', autoComplete: 'name', initial: person.name, maxLength: 100 }]} action={words.save}
        aside={<span role="status">{saved && words.saved}</span>}
        send={async ({ name = '' }) => {
          setSaved(false);
          const failure = failureOf(await client('POST /api/auth/update-user', { name }));
          if (failure === null) await queries.invalidateQueries(sessionQuery);
          setSaved(failure === null);
          return failure;
        }}
      />
    </Row>
  );
}

function Password() {
  const { password: words } = texts;
  const queries = useQueryClient();
  const [changed, setChanged] = useState(false);
  return (
    <Row title={words.title} answer={words.answer}>
      <FieldForm
        fields={passwordFields} action={words.change} clears aside={<span role="status">{changed && words.changed}</span>}
        send={async ({ currentPassword = '', newPassword = '' }) => {
          setChanged(false);
          const failure = failureOf(await client('POST /api/auth/change-password', { currentPassword, newPassword }));
          if (failure === null) await queries.invalidateQueries({ queryKey: ['GET /api/auth/list-sessions'] });
          setChanged(failure === null);
          return failure;
        }}
      />
    </Row>
  );
}

function Scheme() {
  const { scheme: words } = texts;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Row title={words.title} answer={words.answer}>
      <div>
        <SegmentedControl
          aria-label={words.label} value={colorScheme} onChange={setColorScheme}
          data={(['light', 'dark', 'auto'] as const).map(value => ({ value, label: words[value] }))}
        />
      </div>
    </Row>
  );
}

function SingleKeys() {
  const { singleKeys: words } = texts;
  const isOn = useSingleKeys();
  return (
    <Row title={words.title} answer={words.answer}>
      <Switch label={words.label} description={words.says} checked={isOn} onChange={event => setSingleKeys(event.currentTarget.checked)} />
    </Row>
  );
}
