import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded, Lines } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { texts } from '../texts/keys.ts';
import { Part } from '../../../../parts/section.tsx';
import { useAddressChange } from '../../../../api/use-address.ts';
import { KeyList } from './key-list.tsx';
import { NewKey } from './new-key.tsx';

const route = getRouteApi('/own/settings/keys');

/** What `key` of the address says while a new one is made. */
const NEW = 'new';

/** The API keys of the account: all of them, a new one, and what is called with each. */
export default function Keys() {
  const { key: opened } = route.useSearch();
  const change = useAddressChange();
  const open = (key: string | undefined): void => change({ key });
  const [made, setMade] = useState<DataOf<'POST /api/api-keys'> | null>(null);
  const free = useSession()?.plan === 'free';
  const query = usePages('GET /api/api-keys', { limit: 100 });
  const keys = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const counts = query.data?.pages[0]?.counts;
  const add = !free && opened !== NEW && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open(NEW)}>{texts.add}</Button>;
  return (
    <Part title={texts.title} answer={counts && <>{counts.active === 0 ? texts.none : texts.answer(counts.active, counts.endingSoon)}{' '}{texts.more}{' '}<a href="/docs/api">{texts.docs}</a></>} actions={keys.length > 0 && add}>
      {free && <PlanNote plan="pro">{texts.planNeeded}</PlanNote>}
      {made?.key && (
        <SecretOnce title={(made.data.rotatedAt === null ? texts.once : texts.rotated)(made.data.name ?? '')} secret={made.key} what={texts.onceWhat} onDone={() => setMade(null)}>
          {made.data.scopes.includes('scans') && <><p>{texts.tryIt}</p><CodeBlock text={commandWith(made.key)} what={texts.tryWhat} /></>}
        </SecretOnce>
      )}
      {opened === NEW && !free && <NewKey onClose={() => open(undefined)} onMade={reply => { setMade(reply); open(undefined); }} />}
      <Loaded of={query} what={texts.what} skeleton={<Lines count={5} />}>
        {() => keys.length === 0
          ? !free && opened !== NEW && <Empty title={texts.emptyTitle} action={add}>{texts.empty}</Empty>
          : <KeyList keys={keys} opened={opened} onOpen={open} onRotated={setMade} />}
      </Loaded>
      <MoreRows of={query} />
    </Part>
  );
}

function commandWith(key: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${location.origin}/api/?domain=example.org"`;
}
