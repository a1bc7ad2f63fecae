import { language } from '../../../../language/index.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { Facts, Published, SmallTable } from '../../../../parts/facts.tsx';
import type { Records } from './types.ts';
import { spell, textsIn, type RecordViews } from './views.ts';

const DAY_SECONDS = 86_400;

/** MX, mail servers, MTA-STS, TLS-RPT and DANE: how mail to the domain arrives. */
export const receivingViews: RecordViews<'mx' | 'smtp' | 'mtaSts' | 'tlsRpt' | 'dane'> = {
  mx: {
    line: ({ records, nullMx, provider }) => {
      if (nullMx) return texts.mx.nullMx;
      return records.length === 0 ? texts.mx.none : texts.mx.line(provider?.name ?? null, records.length);
    },
    Body: ({ record: { records, provider } }) => (
      <>
        <SmallTable columns={[texts.mx.columns.priority, texts.mx.columns.exchange]} rows={records.map(({ priority, exchange }) => [priority, <code>{exchange}</code>])} />
        <Facts of={[[texts.mx.provider, provider === null ? null : provider.url === null ? provider.name : <a href={provider.url} rel="noreferrer">{provider.name}</a>]]} />
      </>
    ),
  },
  smtp: {
    line: ({ hosts }) => {
      const spoken = hosts.filter(({ startTls }) => startTls !== null);
      return hosts.length === 0 ? texts.smtp.none : texts.smtp.line(spoken.filter(({ startTls }) => startTls).length, spoken.length);
    },
    Body: ({ record: { hosts } }) => <SmallTable columns={Object.values(texts.smtp.columns)} rows={hosts.map(host => [<code>{host.host}</code>, encryptionOf(host), certificateOf(host)])} />,
  },
  mtaSts: {
    line: ({ record, mode }) => (record === null ? texts.mtaSts.none : mode === null ? texts.mtaSts.noPolicy : texts.mtaSts.line(mode)),
    Body: ({ record: { record, mode, maxAge, mx, policyUrl } }) => (
      <>
        <Published text={record} what={texts.records.names.mtaSts} />
        <Facts of={[
          [texts.mtaSts.mode, mode],
          [texts.mtaSts.mx, texts.listed(textsIn(mx))],
          [texts.mtaSts.maxAge, typeof maxAge === 'number' ? texts.mtaSts.days(Math.floor(maxAge / DAY_SECONDS)) : null],
          [texts.mtaSts.policy, record !== null && typeof policyUrl === 'string' ? <code>{policyUrl}</code> : null],
        ]} />
      </>
    ),
  },
  tlsRpt: {
    line: ({ record, rua }) => (record === null ? texts.tlsRpt.none : textsIn(rua).length === 0 ? texts.tlsRpt.broken : texts.tlsRpt.line(texts.listed(textsIn(rua)))),
    Body: ({ record: { record } }) => <Published text={record} what={texts.records.names.tlsRpt} />,
  },
  dane: {
    line: ({ hosts }) => {
      const pinned = hosts.filter(({ records }) => records.length > 0).length;
      return pinned === 0 ? texts.dane.none : texts.dane.line(pinned, hosts.length);
    },
    Body: ({ record: { hosts } }) => (
      <SmallTable columns={Object.values(texts.dane.columns)} rows={hosts.map(({ host, records, security }) => [
        <code>{host}</code>,
        records.length === 0 ? texts.dane.noneSeen : records.map(({ usage, selector, matchingType, association }, index) => <div key={index}><code>{`${usage} ${selector} ${matchingType} ${association}`}</code></div>),
        security ?? '',
      ])} />
    ),
  },
};

type Host = Records['smtp']['hosts'][number];

function encryptionOf({ startTls, protocol, failure }: Host) {
  if (startTls === null) return <StatusBadge status="unknown" word={failure ?? texts.smtp.unknown} />;
  return startTls ? spell(protocol ?? 'STARTTLS') : <StatusBadge status="fail" word={texts.smtp.unencrypted} />;
}

function certificateOf({ certificate }: Host): string {
  if (certificate === null) return '';
  const { issuer, expiresAt, refused } = certificate;
  return refused === null ? texts.smtp.until(issuer, expiresAt === null ? texts.unknown : language.day(expiresAt)) : texts.smtp.refused(refused);
}
