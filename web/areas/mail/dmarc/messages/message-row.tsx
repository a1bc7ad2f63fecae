import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import { reportRoutes } from '../types.ts';
import classes from './messages.module.css';
import { statusOfState } from './record-status.ts';
import type { Message } from './use-uploads.ts';

/** One message in a line: what became of it; opened, why, what is known of it, and the way to have it parsed again. */
export function MessageRow({ of }: { of: Message }) {
  const { id, name, source, senderDomain, receivedAt, state, explanation, reports } = of;
  const called = name ?? texts.unnamed;
  const says = explanation ?? texts.reports(reports);
  const summary = (
    <span className={classes.summary}>
      <span className={classes.state}><StatusBadge status={statusOfState[state]} word={texts.states[state]} /></span>
      <span className={classes.words}><span className={classes.title}>{called}</span>{says && <span className={shared.quiet}>{says}</span>}</span>
      <span className={shared.quiet}>{texts.sources[source]}{senderDomain === null ? null : ` ${texts.from(senderDomain)}`} · <Ago at={receivedAt} /></span>
    </span>
  );
  return <Disclosure id={`message-${id}`} summary={summary}><About of={of} called={called} /></Disclosure>;
}

function About({ of, called }: { of: Message; called: string }) {
  const { id, senderDomain, authenticated, bytes, arrivals, records, badRecords, parsedAt, sha256, state, explanation, reports, warnings, reparsable } = of;
  const { facts: words } = texts;
  const mayChange = useMayChange();
  const send = useSend('POST /api/dmarc/messages/reparse', ['GET /api/dmarc/messages', ...reportRoutes]);
  return (
    <>
      <Facts of={[
        [words.reason, explanation], [words.reports, texts.reports(reports)], [words.records, records === 0 ? null : texts.badRecords(records, badRecords)],
        [words.sender, senderDomain], [words.authenticated, texts.authenticated[authenticated]], [words.size, texts.bytes(bytes)], [words.arrivals, arrivals > 1 ? texts.times(arrivals) : null],
        [words.parsed, parsedAt && <Ago key="at" at={parsedAt} />], [words.hash, <code key="hash">{sha256}</code>],
      ]} />
      {warnings.length > 0 && <div className={shared.block}><p className={shared.label}>{texts.warnings}</p><ul className={shared.plain}>{warnings.map(({ code, text }) => <li key={code}>{text}</li>)}</ul></div>}
      {state === 'held' && <p><Link to="/domains/ownership">{texts.prove}</Link></p>}
      {send.error && <ProblemNote error={send.error} what={texts.reparsing} />}
      {reparsable && mayChange && (
        <div><Button variant="default" size="xs" loading={send.isPending} leftSection={<Icon name="refresh" size={14} />}
          onClick={() => send.mutate({ ids: [id] }, { onSuccess: () => void notifications.show({ message: texts.reparsed(called) }) })}>{texts.reparse}</Button></div>
      )}
      {!reparsable && state !== 'received' && <p className={shared.quiet}>{texts.gone}</p>}
    </>
  );
}
