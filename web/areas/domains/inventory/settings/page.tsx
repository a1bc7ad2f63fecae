import { Button, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useContributions } from '../../../../area.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/domain.ts';
import classes from './settings.module.css';
import { SettingsForm } from './settings-form.tsx';

const route = getRouteApi('/own/domains/$id');
const { settings: words } = texts;

/** What people say of the domain, the proof that it is theirs, and the way out of the inventory. */
export default function Settings() {
  const { id } = route.useParams();
  const mayChange = useMayChange();
  const panels = useContributions('domainPanels');
  const query = useGet('GET /api/domains/{id}', { id });
  return (
    <Loaded of={query} what={words.what}>
      {({ data }) => (
        <div className={classes.settings}>
          <SettingsForm domain={data} mayChange={mayChange} />
          <div className={classes.aside}>
            {panels.map(({ Panel, order }) => <Suspense key={order}><Panel id={id} /></Suspense>)}
            {mayChange && <Delete id={id} name={data.unicodeName} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Delete({ id, name }: { id: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const send = useSend('DELETE /api/domains/{id}', ['GET /api/domains', 'GET /api/domains/summary']);
  const remove = async (): Promise<void> => {
    await send.mutateAsync({ id });
    notifications.show({ message: words.deleted(name) });
    await navigate({ to: '/domains' });
  };
  return (
    <section className={classes.panel} aria-labelledby="delete">
      <Title order={2} size="h3" id="delete">{words.deleteTitle}</Title>
      <p>{words.deleteHelp}</p>
      <div><Button variant="outline" color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => setAsking(true)}>{words.delete}</Button></div>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={words.deleteAsk(name)} action={words.delete} dangerous onConfirm={remove}>{words.deleteHelp}</Confirm>
    </section>
  );
}
