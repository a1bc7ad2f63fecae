import { Button, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import { targetRoutes, type Address, type Details } from '../types.ts';

const { proof: words } = texts;
const statuses: Readonly<Record<Address['proof']['state'], Status>> = { proven: 'pass', notProven: 'fail', unknown: 'unknown' };

/** How each address is shown to be the account's, and what to do where it is not. */
export function Proof({ of: { id, state, addresses, contact } }: { of: Details }) {
  const mayChange = useMayChange();
  const [code, setCode] = useState('');
  const send = useSend('POST /api/ip-targets/{id}/proof', targetRoutes);
  const waits = contact !== null && contact.agreedAt === null && contact.state !== 'failed';
  return (
    <section className={classes.section} aria-labelledby="ip-proof">
      <Title order={2} size="h3" id="ip-proof">{words.title}</Title>
      <p className={classes.quiet}>{texts.state[state]}</p>
      <div className={classes.rows}>{addresses.map(address => <ProofRow key={address.address} of={address} />)}</div>
      {contact !== null && <Contact of={contact} />}
      {mayChange && (
        <div className={classes.controls}>
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ id })}>{words.again}</Button>
          {state !== 'proven' && <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ id, method: 'email' })}>{words.email}</Button>}
          {waits && <TextInput label={words.code} value={code} onChange={event => setCode(event.currentTarget.value)} maxLength={40} autoComplete="off" />}
          {waits && <Button loading={send.isPending} disabled={code.trim() === ''} onClick={() => send.mutate({ id, code: code.trim() })}>{words.useCode}</Button>}
        </div>
      )}
      {mayChange && state !== 'proven' && <p className={classes.quiet}>{words.asks}</p>}
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </section>
  );
}

function Contact({ of: { email, state, cause, agreedAt } }: { of: NonNullable<Details['contact']> }) {
  if (agreedAt !== null) return <p className={classes.quiet}>{words.agreed(email)}</p>;
  return state === 'failed' ? <p className={classes.item}><StatusBadge status="fail" word={words.notSent} /> {words.codeFailed(email, cause ?? '')}</p> : <p className={classes.quiet}>{state === 'delivered' ? words.codeSent(email) : words.codeQueued(email)}</p>;
}

function ProofRow({ of: { address, proof: { state, method, by, cause } } }: { of: Address }) {
  return (
    <div className={classes.row}>
      <StatusBadge status={statuses[state]} word={words.states[state]} />
      <span className={classes.words}>
        <span>{address}</span>
        <span className={classes.quiet}>{cause ?? (method === null ? '' : words.by(words.methods[method], by ?? ''))}</span>
      </span>
    </div>
  );
}
