import { DnssecChain } from '../../../../charts/dnssec-chain.tsx';
import { language } from '../../../../language/index.ts';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import { answersOf, type NameserverAnswer } from './nameserver-answers.ts';
import type { Records } from './types.ts';
import { daysBetween, type RecordViews } from './views.ts';

const statusOfAnswer: Readonly<Record<NameserverAnswer['answer'], Status>> = { all: 'pass', silent: 'fail', lame: 'fail', unknown: 'unknown' };

/** Registration, nameservers, DNSSEC and the rest of what the name itself rests on. */
export const nameViews: RecordViews<'registration' | 'nameservers' | 'dnssec' | 'caa' | 'soa' | 'zone' | 'takeover'> = {
  registration: {
    line: ({ status, registrar, expiresAt }, { at }) => {
      if (status === 'missing') return texts.registration.none;
      return texts.registration.line(registrar?.name ?? null, expiresAt === null ? null : texts.registration.expires(language.day(expiresAt), daysBetween(at, expiresAt)));
    },
    Body: ({ record: { registrar, createdAt, updatedAt, expiresAt, statuses, nameservers, source } }) => (
      <Facts of={[
        [texts.registration.registrar, registrar && texts.registration.iana(registrar.name, registrar.ianaId)],
        [texts.registration.created, createdAt && language.day(createdAt)],
        [texts.registration.updated, updatedAt && language.day(updatedAt)],
        [texts.registration.ends, expiresAt && language.day(expiresAt)],
        [texts.registration.statuses, texts.listed(statuses)],
        [texts.registration.nameservers, texts.listed(nameservers)],
        [texts.registration.source, source?.toUpperCase() ?? null],
      ]} />
    ),
  },
  nameservers: {
    line: (record, { findings }) => {
      const answers = answersOf(record, findings);
      if (answers.length === 0) return texts.nameservers.none;
      const whole = answers.filter(({ answer }) => answer === 'all').length;
      return whole < answers.length ? texts.nameservers.partial(whole, answers.length) : texts.nameservers.line(hostOf(record), answers.length);
    },
    Body: ({ record, context }) => (
      <>
        <SmallTable columns={Object.values(texts.nameservers.columns)} rows={answersOf(record, context.findings).map(({ nameserver, provider, answer }) => [
          <code>{nameserver}</code>, provider, <StatusBadge status={statusOfAnswer[answer]} word={texts.nameservers.answers[answer]} />,
        ])} />
        <Facts of={[[texts.nameservers.delegation, otherDelegation(record)]]} />
      </>
    ),
  },
  dnssec: {
    line: ({ chain, algorithm }) => {
      const last = chain.at(-1);
      return last ? texts.dnssec.line[last.status](algorithm) : texts.dnssec.none;
    },
    Body: ({ record }) => <DnssecChain dnssec={record} />,
  },
  caa: {
    line: ({ records }) => (records.length === 0 ? texts.caa.none : texts.caa.line(authoritiesOf(records))),
    Body: ({ record: { records, at } }) => (
      <>
        <SmallTable columns={Object.values(texts.caa.columns)} rows={records.map(({ flags, tag, value }) => [tag, <code>{value}</code>, flags])} />
        <Facts of={[[texts.caa.at, at]]} />
      </>
    ),
  },
  soa: {
    line: ({ mname, serial }) => (mname === null ? texts.soa.none : texts.soa.line(mname, serial)),
    Body: ({ record: { rname, refresh, retry, expire, minimum } }) => (
      <Facts of={[[texts.soa.contact, rname], [texts.soa.times, refresh === null ? null : texts.soa.refresh(refresh, retry, expire, minimum)]]} />
    ),
  },
  zone: {
    line: ({ wildcard, names }) => texts.zone.line(wildcard, names.length),
    Body: ({ record: { names, wildcard, https, ech } }) => (
      <>
        <SmallTable columns={Object.values(texts.zone.columns)} rows={names.map(({ name, alias, addresses }) => [
          <code>{name}</code>, [...(alias === null ? [] : [alias]), addresses === null ? texts.zone.unknown : addresses.length === 0 ? texts.zone.nowhere : texts.listed(addresses)].join(': '),
        ])} />
        <Facts of={[[texts.zone.wildcard, yesOrNo(wildcard)], [texts.zone.https, yesOrNo(https)], [texts.zone.ech, yesOrNo(ech)]]} />
      </>
    ),
  },
  takeover: {
    line: ({ namesLookedAt, names }) => texts.takeover.line(namesLookedAt, names.filter(({ danger }) => danger !== null).length),
    Body: ({ record: { names } }) => (
      <SmallTable columns={Object.values(texts.takeover.columns)} rows={names.map(({ name, target, service, danger }) => [
        <code>{name}</code>,
        [target, service].filter(part => part !== null).join(', '),
        danger === null ? texts.takeover.safe : <StatusBadge status={danger === 'unused' || danger === 'broken' ? 'warn' : 'fail'} word={texts.takeover.dangers[danger]} />,
      ])} />
    ),
  },
};

/** The DNS host, where it is one that the service knows. */
export function hostOf({ provider }: Records['nameservers']): string | null {
  return provider.url === null ? null : provider.name;
}

function otherDelegation({ nameservers, delegation }: Records['nameservers']): string | null {
  const own = new Set(nameservers.map(({ nameserver }) => nameserver));
  const differs = delegation !== null && (delegation.length !== own.size || delegation.some(name => !own.has(name)));
  return differs ? texts.listed(delegation) : null;
}

function authoritiesOf(records: Records['caa']['records']): string[] {
  const named = records.filter(({ tag }) => tag.toLowerCase() === 'issue').map(({ value }) => value.split(';')[0]!.trim());
  return [...new Set(named.filter(name => name !== ''))];
}

function yesOrNo(value: boolean | null): string {
  return value === null ? texts.zone.unknown : value ? texts.yes : texts.no;
}
