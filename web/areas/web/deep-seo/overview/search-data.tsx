import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useGet, useSend } from '../../../../api/queries.ts';
import type { ReadRoute } from '../../../../api/client.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/search-data.ts';
import type { Connection } from '../types.ts';
import { ConnectForm } from './connect-form.tsx';
import { Section } from './section.tsx';

const { data: words } = texts;
const statuses: Readonly<Record<Connection['state'], Status>> = { notConfigured: 'off', new: 'info', ok: 'pass', failing: 'fail' };
const EVERY_MS = 15_000;

/** What a change of connections makes stale. */
const stale: readonly ReadRoute[] = ['GET /api/deep-seo/search-data/{domainId}', 'GET /api/deep-seo/next/{domainId}', 'GET /api/deep-seo/intent/{domainId}'];

/** The services that report on the website: how each stands, how old its figures are, and how to connect it. */
export function SearchData({ domainId }: { domainId: string }) {
  const query = useGet('GET /api/deep-seo/search-data/{domainId}', { domainId }, { everyMs: EVERY_MS });
  const refresh = useSend('POST /api/deep-seo/search-data/{domainId}/refresh', stale);
  const remove = useSend('DELETE /api/deep-seo/search-data/{domainId}/{provider}', stale);
  const role = useSession()?.role ?? null;
  const [connecting, setConnecting] = useState<Connection['provider'] | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const isAdmin = holds(role, 'admin');
  return (
    <Section title={words.title} says={isAdmin ? words.says : `${words.says} ${words.admins}`}>
      <Loaded of={query} what={words.what}>
        {({ data: { connections } }) => (
          <>
            <ul className={classes.connections}>
              {connections.map(one => (
                <li key={one.provider} className={classes.connection}>
                  <Described of={one} />
                  {isAdmin && (
                    <span className={classes.item}>
                      <Button variant="default" size="xs" aria-label={words.of(one.state === 'notConfigured' ? words.connect : words.again, one.name)} onClick={() => setConnecting(one.provider)}>{one.state === 'notConfigured' ? words.connect : words.again}</Button>
                      {one.state !== 'notConfigured' && <Button variant="subtle" color="gray" size="xs" aria-label={words.of(words.disconnect, one.name)} onClick={() => setRemoving(one)}>{words.disconnect}</Button>}
                    </span>
                  )}
                  {connecting === one.provider && <ConnectForm domainId={domainId} of={one} refreshes={stale} onDone={() => setConnecting(null)} />}
                </li>
              ))}
            </ul>
            {holds(role, 'member') && connections.some(({ state }) => state !== 'notConfigured') && (
              <div><Button variant="default" size="xs" loading={refresh.isPending} onClick={() => refresh.mutate({ domainId }, { onSuccess: ({ data }) => notifications.show({ message: words.refreshed(data.asked) }) })}>{words.refresh}</Button></div>
            )}
            {refresh.error && <ProblemNote error={refresh.error} what={words.refresh} />}
          </>
        )}
      </Loaded>
      <Confirm opened={removing !== null} onClose={() => setRemoving(null)} title={words.removeTitle(removing?.name ?? '')} action={words.disconnect} dangerous
        onConfirm={() => remove.mutateAsync({ domainId, provider: removing!.provider }).then(({ data }) => notifications.show({ message: words.removed(data.name) }))}>{words.removeSays}</Confirm>
    </Section>
  );
}

function Described({ of: { name, state, gives, message, property, importedAt, failingSince, last, spent, documentation } }: { of: Connection }) {
  const isOff = state === 'notConfigured';
  const said = last === null ? [] : [
    last.submitted === null ? words.brought(last.pages) : words.submitted(last.submitted), last.clicks === null ? null : words.clicks(last.clicks), last.from === null || last.to === null ? null : words.period(last.from, last.to), last.cut ? words.cut : null,
  ].filter(text => text !== null);
  return (
    <div className={classes.words}>
      <span className={classes.item}>{name} <StatusBadge status={statuses[state]} word={words.states[state]!} /></span>
      {isOff && <span>{gives}</span>}
      {message && <span>{message} {isOff && <a href={documentation} target="_blank" rel="noreferrer">{words.documentation}</a>}</span>}
      {!isOff && (
        <span className={classes.quiet}>
          {property && <><span>{property}</span> · </>}
          {said.join(' · ')}
          {importedAt && <> · {words.imported} <Ago at={importedAt} /></>}
          {failingSince && <> · {words.since} <Ago at={failingSince} /></>}
          {' · '}{words.spent(spent.today.requests, spent.days30.requests)}
        </span>
      )}
    </div>
  );
}
