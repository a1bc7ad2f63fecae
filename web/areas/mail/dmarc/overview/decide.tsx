import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import { reportRoutes, type Sender, type SenderClass } from '../types.ts';

const { decide: words } = texts;
const offered = ['own', 'known', 'threat'] as const;

/** What people say a sender is: theirs, a service of theirs, or nobody's; without a domain the ways to where that is decided. */
export function Decide({ domain, of }: { domain: string | null; of: Sender }) {
  const mayChange = useMayChange();
  return (
    <div className={classes.block}>
      <p className={classes.label}>{words.title}{of.approval && <span className={classes.quiet}> {texts.senders.classes[of.approval.class]}, {words.decided.toLowerCase()} <Ago at={of.approval.at} /></span>}</p>
      {domain === null ? <PerDomain of={of} /> : mayChange ? <Choice domain={domain} of={of} /> : <p className={classes.quiet}>{words.viewer}</p>}
    </div>
  );
}

function PerDomain({ of: { domains } }: { of: Sender }) {
  return <p className={classes.quiet}>{words.perDomain} {domains.map((domain, at) => <span key={domain}>{at > 0 && ', '}<Link to="/dmarc/$domain/$section" params={{ domain, section: 'senders' }}>{domain}</Link></span>)}</p>;
}

function Choice({ domain, of: { id, name, approval } }: { domain: string; of: Sender }) {
  const send = useSend('POST /api/dmarc/senders/{sender}', reportRoutes);
  const decide = (of: SenderClass): void => send.mutate({ sender: id, domain, class: of }, {
    onSuccess: () => void notifications.show({ message: of === 'unknown' ? words.undone(name) : words.done(name, texts.senders.classes[of]) }),
  });
  return (
    <>
      <div className={classes.choices} role="group" aria-label={words.group(name)}>
        {offered.map(one => <button key={one} type="button" className={classes.choice} aria-pressed={approval?.class === one} disabled={send.isPending} onClick={() => decide(one)}>{words[one]}</button>)}
        {approval && <Button variant="subtle" size="xs" loading={send.isPending} onClick={() => decide('unknown')}>{words.undo}</Button>}
      </div>
      <p className={classes.quiet}>{words.says}</p>
      {send.error && <ProblemNote error={send.error} what={words.failed(name)} />}
    </>
  );
}
