import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/exposure.ts';
import type { Host, Port } from '../types.ts';
import classes from './exposure.module.css';
import { serviceOf } from './map.tsx';

const { hosts: words, address: says } = texts;

/** Every address with its open ports, and how far it may be scanned. */
export function Hosts({ domainId, hosts }: { domainId: string; hosts: readonly Host[] }) {
  return (
    <section className={classes.section} aria-labelledby="exposure-hosts">
      <Title order={2} size="h3" id="exposure-hosts">{words.title}</Title>
      {hosts.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <div className={classes.rows}>{hosts.map((host, index) => <HostRow key={host.address} domainId={domainId} host={host} isFirst={index === 0} />)}</div>}
    </section>
  );
}

function HostRow({ domainId, host, isFirst }: { domainId: string; host: Host; isFirst: boolean }) {
  const { address, names, scope, reason, edge, wildcard, tested, ports } = host;
  const open = ports.filter(({ state }) => state === 'open').length;
  const summary = (
    <span className={classes.summary}>
      <span className={classes.words}><strong>{address}</strong><span className={classes.quiet}>{names.join(', ')}</span></span>
      <span className={classes.quiet}>{tested || open > 0 ? words.ports(open) : words.scopes.none} · {words.scopes[scope]}</span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isFirst}>
      <div className={classes.inside}>
        {reason !== null && <p className={classes.quiet}>{reason}</p>}
        {edge !== null && <p className={classes.quiet}>{words.edge(edge)}</p>}
        {wildcard && <p className={classes.quiet}>{words.wildcard}</p>}
        {ports.length === 0 ? <p className={classes.quiet}>{tested ? words.noPorts : words.untestedPorts}</p> : <SmallTable label={words.of(address)} columns={words.columns} rows={ports.map(cellsOf)} />}
        {edge === null && <Confirmation domainId={domainId} address={address} isFull={scope === 'full'} />}
      </div>
    </Disclosure>
  );
}

function cellsOf(port: Port) {
  const { service, http, tls, change } = port;
  return [
    words.port(port.port, port.transport), serviceOf(port), service?.version ?? '–', http === null ? '–' : `${http.status}${http.title === null ? '' : ` ${http.title}`}`,
    tls === null ? '–' : `${tls.protocol}, ${words.until(language.day(tls.validUntil))}`, texts.difference.changes[change],
  ];
}

/** Whether a person has said that the address is the domain's alone, and how to say so or take it back. */
function Confirmation({ domainId, address, isFull }: { domainId: string; address: string; isFull: boolean }) {
  const isAdmin = holds(useSession()?.role ?? null, 'admin');
  const [asks, setAsks] = useState(false);
  const confirmed = useGet('GET /api/vuln-scan/addresses/{domainId}', { domainId }).data?.data.find(one => one.address === address);
  const confirm = useSend('PUT /api/vuln-scan/addresses/{domainId}/{address}', ['GET /api/vuln-scan/addresses/{domainId}']);
  const withdraw = useSend('DELETE /api/vuln-scan/addresses/{domainId}/{address}', ['GET /api/vuln-scan/addresses/{domainId}']);
  return (
    <div className={classes.controls}>
      {confirmed && <span className={classes.quiet}>{says.confirmed(confirmed.confirmedBy)}</span>}
      {isAdmin && (confirmed
        ? <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ domainId, address })}>{says.withdraw}</Button>
        : !isFull && <Button size="xs" variant="default" onClick={() => setAsks(true)}>{says.confirm}</Button>)}
      {withdraw.error && <ProblemNote error={withdraw.error} what={says.what} />}
      <Confirm opened={asks} onClose={() => setAsks(false)} title={says.title(address)} action={says.action} onConfirm={() => confirm.mutateAsync({ domainId, address })}>{says.why}</Confirm>
    </div>
  );
}
