import { Button } from '@mantine/core';
import { useState } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import type { OwnSession } from '../../../../api/auth.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/profile.ts';
import { Item, Items, Row } from '../../../../parts/row.tsx';
import { AgainIfStale } from './again.tsx';
import { deviceIn } from './device.ts';
import classes from './profile.module.css';

const { sessions: words } = texts;
const LIST = 'GET /api/auth/list-sessions';

/** Where the person is signed in, this browser first. */
export function Sessions() {
  const list = useGet(LIST, {});
  const here = useGet('GET /api/auth/get-session', {});
  const endOthers = useSend('POST /api/auth/revoke-other-sessions', [LIST]);
  const [asking, setAsking] = useState(false);
  const hereId = (here.data?.['session'] as { id?: string } | undefined)?.id;
  const stale = list.error instanceof ClientProblem && list.error.problem.code === 'forbidden' && list.error.problem;
  return (
    <Row title={words.title} answer={words.answer}>
      {stale ? <AgainIfStale problem={stale} /> : (
        <Loaded of={list} what={words.what}>
          {data => (
            <>
              <Items label={words.list}>{ordered(data as unknown as OwnSession[], hereId).map(one => <SessionItem key={one.id} session={one} here={hereId === undefined ? null : one.id === hereId} />)}</Items>
              {data.length > 1
                ? <div><Button variant="default" onClick={() => setAsking(true)}>{words.endOthers}</Button></div>
                : <p className={classes.quiet}>{endOthers.isSuccess ? words.ended : words.alone}</p>}
            </>
          )}
        </Loaded>
      )}
      <Confirm opened={asking} onClose={() => setAsking(false)} title={words.confirmOthers} action={words.endOthers} dangerous onConfirm={() => endOthers.mutateAsync({})}>
        {words.confirmOthersDetail}
      </Confirm>
    </Row>
  );
}

/** `here` is null while it is not known which session this is: then none can be ended, so that nobody ends their own. */
function SessionItem({ session: { token, userAgent, ipAddress, createdAt }, here }: { session: OwnSession; here: boolean | null }) {
  const end = useSend('POST /api/auth/revoke-session', [LIST]);
  const device = deviceWords(userAgent);
  return (
    <Item
      title={<>{device}{here && <StatusBadge status="pass" word={words.here} />}</>}
      more={<>{words.signedIn} <Ago at={createdAt} />{ipAddress && <> {words.from(ipAddress)}</>}{end.error && <ProblemNote error={end.error} />}</>}
    >
      {here === false && <Button variant="default" size="xs" loading={end.isPending} aria-label={words.endOf(device)} onClick={() => end.mutate({ token })}>{words.end}</Button>}
    </Item>
  );
}

/** What somebody calls the device. */
function deviceWords(userAgent: string | null): string {
  const { browser, system } = deviceIn(userAgent);
  if (browser === 'program') return words.program;
  return words.device(browser ?? words.unknownBrowser, system ?? words.unknownSystem);
}

function ordered(sessions: readonly OwnSession[], hereId: string | undefined): OwnSession[] {
  return sessions.toSorted((a, b) => Number(b.id === hereId) - Number(a.id === hereId) || b.createdAt.localeCompare(a.createdAt));
}
