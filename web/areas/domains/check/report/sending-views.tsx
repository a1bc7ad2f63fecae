import type { SpfNode, SpfRange } from '../../../../charts/spf-node.ts';
import { SpfTree } from '../../../../charts/spf-tree.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { Facts, Published, SmallTable } from '../../../../parts/facts.tsx';
import type { Records } from './types.ts';
import { textsIn, type RecordViews } from './views.ts';

type Selector = Records['dkim']['selectors'][string];

type KeyStatus = Selector['status'] | 'unknown';

const statusOfKey: Readonly<Record<KeyStatus, Status>> = { ok: 'pass', configured: 'pass', error: 'warn', unknown: 'unknown', missing: 'off' };

/** SPF, DKIM, DMARC and BIMI: who may send mail in the name of the domain. */
export const sendingViews: RecordViews<'spf' | 'dkim' | 'dmarc' | 'bimi'> = {
  spf: {
    line: spf => {
      if (spf.record === null) return texts.spf.none;
      return textsIn(spf['records']).length > 1 ? texts.spf.several : texts.spf.line(spf.lookups, allOf(spf['policy']));
    },
    Body: ({ record: spf }) => (
      <>
        {spf.record === null ? <Published text={null} what={texts.records.names.spf} /> : textsIn(spf['records']).map(text => <Published key={text} text={text} what={texts.records.names.spf} />)}
        {spf.tree ? <SpfTree tree={spf.tree as SpfNode} /> : null}
        <Facts of={[[texts.spf.ranges, rangesOf(spf)]]} />
      </>
    ),
  },
  dkim: {
    line: dkim => {
      const keys = Object.entries(dkim.selectors).filter(([, { status }]) => status !== 'missing');
      return keys.length === 0 ? texts.dkim.none : texts.dkim.line(keys.map(([selector, { keyType, keyBits }]) => `${selector} (${texts.dkim.key(keyType, keyBits)})`));
    },
    Body: ({ record: { selectors } }) => {
      const [keys, empty] = [Object.entries(selectors).filter(([, { status }]) => status !== 'missing'), Object.entries(selectors).filter(([, { status }]) => status === 'missing')];
      return (
        <>
          <SmallTable columns={[texts.dkim.columns.selector, texts.dkim.columns.key, texts.dkim.columns.via]} rows={keys.map(([selector, key]) => [
            <><code>{selector}</code> <StatusBadge status={statusOfKey[keyStatusOf(key)]} word={texts.dkim.status[keyStatusOf(key)]} /></>, texts.dkim.key(key.keyType, key.keyBits), key.via ?? '',
          ])} />
          {keys.map(([selector, { record }]) => (record === null ? null : <Published key={selector} text={record} what={`${texts.records.names.dkim} ${selector}`} />))}
          {empty.length > 0 ? <p>{texts.dkim.empty(texts.listed(empty.map(([selector]) => selector)))}</p> : null}
        </>
      );
    },
  },
  dmarc: {
    line: ({ policy, receivers = [] }) => {
      if (policy === null) return texts.dmarc.none;
      const [newer = fateOf(policy.domain), older = newer] = receivers.map(receiver => fateAt(receiver, 'domain'));
      return newer === older ? texts.dmarc.line(newer) : texts.dmarc.lines(newer, older);
    },
    Body: ({ record: { record, policy, foundAt, tags, walk, receivers = [] } }) => (
      <>
        <Published text={record} what={texts.records.names.dmarc} />
        {policy && receivers.length > 0 ? (
          <SmallTable columns={[texts.dmarc.mail, ...receivers.map(({ standard }) => texts.dmarc.standards[standard])]} rows={[
            ...parts.map(part => [texts.dmarc[part], ...receivers.map(receiver => fateAt(receiver, part))]),
            ...(receivers.some(({ notes }) => notes.length > 0) ? [[texts.dmarc.notes, ...receivers.map(({ notes }) => (notes.length === 0 ? texts.dmarc.noNotes : notes.join('; ')))]] : []),
          ]} />
        ) : null}
        <Facts of={[
          ...(policy && receivers.length === 0 ? parts.map(part => [texts.dmarc[part], fateOf(policy[part])] as const) : []),
          ...(record === null ? [] : [[texts.dmarc.reports, tags['rua'] ?? texts.dmarc.noReports] as const]),
          record === null ? [texts.dmarc.walk, texts.listed(walk.map(({ name }) => name))] : [texts.dmarc.foundAt, foundAt],
        ]} />
      </>
    ),
  },
  bimi: {
    line: ({ record, ...bimi }) => {
      if (record === null) return texts.bimi.none;
      return bimi['declined'] === true ? texts.bimi.declined : texts.bimi.line(typeof bimi['authority'] === 'string');
    },
    Body: ({ record: { record, location, authority } }) => (
      <>
        <Published text={record} what={texts.records.names.bimi} />
        <Facts of={[[texts.bimi.logo, textOf(location)], [texts.bimi.certificate, textOf(authority)]]} />
      </>
    ),
  },
};

/** What a record says of all servers that it does not name. */
export function allOf(policy: unknown): string {
  return (typeof policy === 'string' ? texts.spf.all[policy] : undefined) ?? texts.spf.noAll;
}

/** A selector in error without a record or an alias is one whose lookup failed. */
function keyStatusOf({ status, record, via }: Selector): KeyStatus {
  return status === 'error' && record === null && via === null ? 'unknown' : status;
}

const parts = ['domain', 'subdomain', 'nonexistent'] as const;

type Receiver = NonNullable<Records['dmarc']['receivers']>[number];

/** What these receivers do with mail that pretends to come from that part of the domain. */
function fateAt({ applied, percent }: Receiver, part: (typeof parts)[number]): string {
  if (applied === null) return texts.dmarc.notApplied;
  return percent < 100 && applied[part] !== 'none' ? texts.dmarc.partly(fateOf(applied[part]), percent) : fateOf(applied[part]);
}

function fateOf(policy: 'none' | 'quarantine' | 'reject'): string {
  return `${texts.dmarc.policies[policy]} (${policy})`;
}

function rangesOf({ ipv4, ipv6 }: Records['spf']): string | null {
  const [four, six] = [ipv4, ipv6].map(ranges => (Array.isArray(ranges) ? ranges as SpfRange[] : []));
  const parts = [
    ...(four!.length > 0 ? [texts.spf.ipv4(four!.length, four!.reduce((sum, { addresses }) => sum + addresses, 0))] : []),
    ...(six!.length > 0 ? [texts.spf.ipv6(six!.length)] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
