import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, failureOf, passkeysWork, type Passkey } from '../../../../api/auth.ts';
import { client, dataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/profile.ts';
import { Item, Items, Row } from '../../../../parts/row.tsx';
import { AgainIfStale } from './again.tsx';
import classes from './profile.module.css';

const { passkeys: words } = texts;
const LIST = 'GET /api/auth/passkey/list-user-passkeys';

/** The passkeys of the person: add, rename, delete. */
export function Passkeys() {
  const query = useGet(LIST, {});
  return (
    <Row title={words.title} answer={words.answer}>
      <Loaded of={query} what={words.what}>
        {data => data.length === 0
          ? <p className={classes.quiet}>{words.none}</p>
          : <Items label={words.list}>{(data as unknown as Passkey[]).map(passkey => <PasskeyItem key={passkey.id} passkey={passkey} />)}</Items>}
      </Loaded>
      {passkeysWork ? <Add /> : <p className={classes.quiet}>{words.cannot}</p>}
    </Row>
  );
}

function Add() {
  const queries = useQueryClient();
  const [givenUp, setGivenUp] = useState(false);
  return (
    <FieldForm
      fields={[{ name: 'name', label: words.name, kind: 'text', autoComplete: 'off', hint: words.nameHint, maxLength: 100 }]} action={words.add} clears
      aside={<span role="status">{givenUp && words.givenUp}</span>}
      onRefused={({ problem }) => <AgainIfStale problem={problem} />}
      send={async ({ name = '' }) => {
        setGivenUp(false);
        const end = await addPasskey(name);
        setGivenUp(end === 'given up');
        if (end === null) await queries.invalidateQueries({ queryKey: [LIST] });
        return end === 'given up' ? null : end;
      }}
    />
  );
}

function PasskeyItem({ passkey: { id, name, createdAt, deviceType } }: { passkey: Passkey }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const shown = name ?? words.unnamed;
  const refresh = () => queries.invalidateQueries({ queryKey: [LIST] });
  const more = <>{deviceType === 'multiDevice' ? words.synced : words.bound}{createdAt !== null && <> · {words.added} <Ago at={createdAt} /></>}</>;
  return (
    <Item title={shown} more={more}>
      {open !== 'rename' && <Button variant="default" size="xs" aria-label={words.renameOf(shown)} onClick={() => setOpen('rename')}>{words.rename}</Button>}
      {open !== 'rename' && <Button variant="default" size="xs" aria-label={words.deleteOf(shown)} onClick={() => setOpen('delete')}>{words.delete}</Button>}
      {open === 'rename' && (
        <div className={classes.rename}>
          <FieldForm
            fields={[{ name: 'name', label: words.newName, kind: 'text', autoComplete: 'off', initial: shown, maxLength: 100 }]} action={words.save}
            aside={<Button variant="subtle" onClick={() => setOpen(null)}>{words.cancel}</Button>}
            send={async ({ name = '' }) => {
              const failure = failureOf(await client('POST /api/auth/passkey/update-passkey', { id, name }));
              if (failure === null) await refresh().then(() => setOpen(null));
              return failure;
            }}
          />
        </div>
      )}
      <Confirm
        opened={open === 'delete'} onClose={() => setOpen(null)} title={words.confirm(shown)} action={words.delete} dangerous
        onConfirm={async () => {
          dataOf(await client('POST /api/auth/passkey/delete-passkey', { id }));
          await refresh();
        }}
      >
        {words.confirmDetail}
      </Confirm>
    </Item>
  );
}
