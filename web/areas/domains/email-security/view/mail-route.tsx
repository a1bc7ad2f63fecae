import { Title } from '@mantine/core';
import type { DataOf } from '../../../../api/client.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/email-security.ts';
import classes from './mail-route.module.css';

type Route = NonNullable<DataOf<'GET /api/domains/{id}/email-security'>['data']['route']>;
type Host = Route['hosts'][number];

const words = texts.route;
const ofEncryption: Readonly<Record<Host['encryption'], Status>> = { tls: 'pass', none: 'fail', unknown: 'unknown' };
const ofCertificate: Readonly<Record<Host['certificate'], Status>> = { trusted: 'pass', refused: 'fail', unknown: 'unknown' };
const ofProtection: Readonly<Record<Host['protectedBy'], Status>> = { dane: 'pass', mtaSts: 'pass', both: 'pass', none: 'warn', unknown: 'unknown' };

/** Sender, MX, TLS, certificate and what protects them, as a picture; the table says the same. */
export function MailRoute({ of: { state, hosts } }: { of: Route }) {
  const count = (wanted: Host['protectedBy']) => hosts.filter(({ protectedBy }) => protectedBy === wanted).length;
  return (
    <section className={classes.section} aria-labelledby="email-route">
      <Title order={2} id="email-route">{words.title}</Title>
      {state !== 'servers' ? <p>{words.states[state]}</p> : (
        <>
          <p><strong>{words.summary(count('none'), count('unknown'), hosts.length)}</strong> <span className={classes.quiet}>{words.says}</span></p>
          <ul className={classes.routes}>{hosts.map(host => <li key={host.host}><Way of={host} /></li>)}</ul>
          <Disclosure summary={words.table}>
            <SmallTable
              columns={[words.steps.mx, words.steps.tls, words.steps.certificate, 'DANE', 'MTA-STS', words.steps.protection]}
              rows={hosts.map(({ host, encryption, protocol, certificate, refused, dane, mtaSts, protectedBy }) => [
                <code key="host">{host}</code>, protocol ?? words.encryption[encryption], refused ?? words.certificate[certificate], words.dane[dane], words.mtaSts[mtaSts], words.protectedBy[protectedBy],
              ])}
            />
          </Disclosure>
        </>
      )}
    </section>
  );
}

function Way({ of: { host, priority, encryption, protocol, certificate, refused, dane, mtaSts, protectedBy } }: { of: Host }) {
  return (
    <ol className={classes.way} data-open={protectedBy === 'none' || undefined}>
      <Step title={words.steps.sender}>{words.anybody}</Step>
      <Step title={words.steps.mx} note={words.priority(priority)}><code>{host}</code></Step>
      <Step title={words.steps.tls} note={protocol}><StatusBadge status={ofEncryption[encryption]} word={words.encryption[encryption]} /></Step>
      <Step title={words.steps.certificate} note={refused}><StatusBadge status={ofCertificate[certificate]} word={words.certificate[certificate]} /></Step>
      <Step title={words.steps.protection} note={`${words.dane[dane]} · ${words.mtaSts[mtaSts]}`}><StatusBadge status={ofProtection[protectedBy]} word={words.protectedBy[protectedBy]} /></Step>
    </ol>
  );
}

function Step({ title, note, children }: { title: string; note?: string | null; children: React.ReactNode }) {
  return <li className={classes.step}><span className={classes.quiet}>{title}</span><span>{children}</span>{note && <span className={classes.quiet}>{note}</span>}</li>;
}
