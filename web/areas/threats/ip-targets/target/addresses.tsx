import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { texts } from '../texts/ip-targets.ts';
import type { Address } from '../types.ts';

const { address: words } = texts;
const listStatuses: Readonly<Record<Address['lists'][number]['state'], Status>> = { listed: 'fail', clean: 'pass', unknown: 'unknown' };
const routeStatuses: Readonly<Record<NonNullable<Address['rpki']>['state'], Status>> = { valid: 'pass', invalid: 'fail', notFound: 'info', unknown: 'unknown', notConfigured: 'off' };

/** Every address with what others say of it and what stands open there. */
export function Addresses({ addresses }: { addresses: readonly Address[] }) {
  return (
    <section className={classes.section} aria-labelledby="ip-addresses">
      <Title order={2} size="h3" id="ip-addresses">{words.title}</Title>
      <div className={classes.rows}>{addresses.map((address, index) => <AddressRow key={address.address} of={address} isFirst={index === 0} />)}</div>
    </section>
  );
}

function AddressRow({ of: address, isFirst }: { of: Address; isFirst: boolean }) {
  const { lists, reverse, seenAt } = address;
  const listed = lists.filter(({ state }) => state === 'listed').length;
  const summary = (
    <span className={classes.summary}>
      <span className={classes.words}><strong>{address.address}</strong><span className={classes.quiet}>{reverse?.names.join(', ')}</span></span>
      {seenAt !== null && <span className={classes.quiet}>{texts.list.listed(listed)}{address.ports !== null && ` · ${texts.list.ports(address.ports.open.length)}`}</span>}
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isFirst}>
      <div className={classes.inside}>
        {seenAt === null ? <p className={classes.quiet}>{words.notSeen}</p> : <><Names of={address} /><Lists of={lists} /></>}
        <Ports of={address.ports} />
      </div>
    </Disclosure>
  );
}

function Names({ of: { reverse, origin, rpki, owner } }: { of: Address }) {
  return (
    <>
      <Facts of={[
        [words.reverse, reverse && namesOf(reverse)],
        [words.network, origin && networkOf(origin)],
        [words.prefix, origin?.prefix ?? null],
        [words.country, origin?.country ?? null],
        [words.rpki, rpki && <><StatusBadge status={routeStatuses[rpki.state]} word={words.rpkiStates[rpki.state]} /> {rpki.cause}</>],
        [words.owner, owner?.name ?? null],
      ]} />
      {reverse?.generic && <p className={classes.quiet}>{words.generic(reverse.generic)}</p>}
    </>
  );
}

function namesOf({ state, names, confirmed, cause }: NonNullable<Address['reverse']>): ReactNode {
  if (state === 'unknown') return words.unknown(cause ?? '');
  return state === 'absent' ? words.reverseStates.absent : `${(confirmed.length > 0 ? confirmed : names).join(', ')} ${words.reverseStates[state]}`;
}

function networkOf({ state, asns, cause }: NonNullable<Address['origin']>): ReactNode {
  if (state === 'found') return words.networks(asns.map(({ asn, name }) => words.asn(asn, name)));
  return state === 'absent' ? words.absentNetwork : state === 'notConfigured' ? words.notConfigured : words.unknown(cause ?? '');
}

function Lists({ of: lists }: { of: Address['lists'] }) {
  if (lists.length === 0) return <p className={classes.quiet}>{words.noLists}</p>;
  const rows = lists.map(({ name, state, codes, text, cause, url }) => [
    name, <StatusBadge status={listStatuses[state]} word={words.listStates[state]} />,
    state === 'listed' ? <>{words.listed(codes.map(({ code, text: meaning }) => words.code(code, meaning)), text)} <a href={url} target="_blank" rel="noreferrer">{words.removal}</a></> : cause ?? '–',
  ]);
  return <SmallTable label={words.lists} columns={words.listColumns} rows={rows} />;
}

function Ports({ of: ports }: { of: Address['ports'] }) {
  if (ports === null) return <p className={classes.quiet}>{words.portsNever}</p>;
  const { outcome, cause, limited, open, wildcard } = ports;
  if (outcome === 'notTested') return <p className={classes.quiet}>{words.untested(cause ?? '')}</p>;
  const rows = open.map(({ port, transport, service }) => [words.port(port, transport), service?.product ?? service?.protocol ?? words.unrecognised, service?.version ?? '–']);
  return (
    <>
      {outcome === 'partial' && <p className={classes.quiet}>{words.partly(cause ?? '')}</p>}
      {limited !== null && <p className={classes.quiet}>{limited}</p>}
      {wildcard && <p className={classes.quiet}>{words.wildcard}</p>}
      {rows.length === 0 ? <p className={classes.quiet}>{limited === null ? words.noPorts : words.noWebPorts}</p> : <SmallTable label={words.ports} columns={words.portColumns} rows={rows} />}
    </>
  );
}
