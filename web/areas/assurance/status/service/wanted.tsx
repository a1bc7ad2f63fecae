import { Button, TagsInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SyntheticEvent } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import { followRoutes, type Follow } from '../types.ts';

const { service: words } = texts;
const MOST = 50;

interface WantedProps {
  follow: Follow;
  components: readonly { name: string; region: string | null }[];
}

/** Which components and regions of a followed service matter. */
export function Wanted({ follow: { id, components: before, regions: regionsBefore }, components: all }: WantedProps) {
  const mayChange = useMayChange();
  const [[components, regions], setWanted] = useState([before, regionsBefore]);
  const send = useSend('PATCH /api/status/follows/{id}', followRoutes);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate({ id, components, regions }, { onSuccess: () => void notifications.show({ message: words.saved }) });
  };
  const names = [...new Set(all.map(({ name }) => name))];
  const locations = [...new Set(all.flatMap(({ region }) => region ?? []))];
  return (
    <section className={classes.section} aria-labelledby="wanted">
      <Title order={2} id="wanted">{words.wanted}</Title>
      <p className={classes.quiet}>{words.wantedHelp}</p>
      <form className={classes.form} onSubmit={submit}>
        <TagsInput label={words.wantedComponents} data={names} value={components} onChange={value => setWanted([value, regions])} maxTags={MOST} disabled={!mayChange} />
        {(locations.length > 0 || regions.length > 0) && <TagsInput label={words.wantedRegions} data={locations} value={regions} onChange={value => setWanted([components, value])} maxTags={MOST} disabled={!mayChange} />}
        {send.error && <ProblemNote error={send.error} what={words.saving} />}
        {mayChange && <Button type="submit" variant="default" loading={send.isPending}>{words.save}</Button>}
      </form>
    </section>
  );
}
