import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/admin.ts';
import classes from './admin.module.css';

type State = DataOf<'GET /api/admin/health'>['data'];

const EVERY_MS = 10_000;
/** A job that has been due for so long says that workers do not keep up. */
const LATE_SECONDS = 60;
const words = texts.health;

/** How the service is: the answer first, then what it is made of. */
export function Health() {
  const query = useGet('GET /api/admin/health', {}, { everyMs: EVERY_MS });
  return <Loaded of={query} what={words.what}>{({ data }) => <Shown state={data} />}</Loaded>;
}

function answerOf({ version, database, queue: { oldestSeconds } }: State): [Status, string] {
  if (!database.ok) return ['fail', words.answer.database];
  if (oldestSeconds !== null && oldestSeconds >= LATE_SECONDS) return ['warn', words.answer.queue(oldestSeconds)];
  return ['pass', words.answer.good(version)];
}

function Shown({ state }: { state: State }) {
  const { version, startedAt, database, queue, mail, memory, counts } = state;
  const [status, answer] = answerOf(state);
  return (
    <>
      <p className={classes.answer}><StatusBadge status={status} /> {answer} <span className={classes.quiet}>{words.of}</span></p>
      <div className={classes.cards}>
        <Card title={words.program}><Facts of={[[words.version, version], [words.started, <Ago at={startedAt} />], [words.memory, words.mib(memory.rssMiB)]]} /></Card>
        <Card title={words.database}>
          <p><StatusBadge status={database.ok ? 'pass' : 'fail'} word={words.kind[database.kind]} /> {database.ok ? words.answers(database.ms) : words.silent}</p>
        </Card>
        <Card title={words.mail}><p><StatusBadge status={mail.configured ? 'pass' : 'off'} {...(mail.configured ? {} : { word: words.mailOffWord })} /> {mail.configured ? words.mailOn : words.mailOff}</p></Card>
        <Card title={words.counts}>
          <Facts of={[[words.accounts, language.number(counts.accounts)], [words.people, language.number(counts.people)], [words.keys, language.number(counts.activeKeys)], [words.entries, language.number(counts.auditEntries)]]} />
        </Card>
        <Card title={words.queue} isWide>
          {queue.due === 0 ? <p><StatusBadge status="pass" /> {words.none}</p> : (
            <>
              <p><StatusBadge status={(queue.oldestSeconds ?? 0) >= LATE_SECONDS ? 'warn' : 'pass'} word={words.due(queue.due)} /></p>
              <SmallTable columns={Object.values(words.columns)} rows={queue.kinds.map(({ kind, due, oldestSeconds }) => [<code>{kind}</code>, language.number(due), words.seconds(oldestSeconds)])} />
            </>
          )}
        </Card>
      </div>
    </>
  );
}

function Card({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  const id = useId();
  return <section className={classes.card} data-wide={isWide || undefined} aria-labelledby={id}><Title order={2} size="h3" id={id}>{title}</Title>{children}</section>;
}
