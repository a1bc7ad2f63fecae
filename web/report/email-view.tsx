import { Title } from '@mantine/core';
import type { SpfNode } from '../../src/checks/spf/tree.ts';
import type { DataOf } from '../api/client.ts';
import { formatMoment } from '../charts/dates.ts';
import { SpfTree } from '../charts/spf-tree.tsx';
import { StatusBadge, type Status } from '../parts/status-badge.tsx';
import { texts } from '../texts/en/report.ts';
import { BulkSenders } from './bulk-senders.tsx';
import { Facts, Published, SmallTable } from './facts.tsx';
import { FindingLink } from './finding-link.tsx';
import { RecordRow } from './record-list.tsx';
import classes from './report.module.css';
import { allOf } from './sending-views.tsx';
import { standingOf } from './standing.ts';

type EmailSecurity = DataOf<'GET /api/domains/{id}/email-security'>['data'];
type Forgery = EmailSecurity['forgeries'][number];
type Tiles = NonNullable<EmailSecurity['tiles']>;
type Fate = keyof typeof texts.email.fates;

const statusOfFate: Readonly<Record<Fate, Status>> = { none: 'fail', quarantine: 'warn', reject: 'pass' };

/** What would happen to forged mail today, and the records that decide it. */
export function EmailView({ of: { checkedAt, tiles, forgeries, bulkSenders } }: { of: EmailSecurity }) {
  if (checkedAt === null || tiles === null) return <p>{texts.email.never}</p>;
  return (
    <div className={classes.report}>
      <section className={classes.section} aria-labelledby="email-forgery">
        <Title order={2} id="email-forgery" className={classes.headline}>{texts.email.headlines[worstOf(forgeries)]}</Title>
        <p className={classes.quiet}>{texts.email.forgeryIntro} {texts.email.checked(formatMoment(checkedAt))}.</p>
        <ul className={classes.cards}>{forgeries.map(forgery => <ForgedMail key={forgery.scenario} of={forgery} />)}</ul>
      </section>
      <section className={classes.section} aria-labelledby="email-tiles">
        <Title order={2} id="email-tiles">{texts.email.tiles}</Title>
        <div className={classes.rows}><TileRows tiles={tiles} /></div>
      </section>
      {bulkSenders ? <BulkSenders of={bulkSenders} /> : null}
    </div>
  );
}

/** What happens to the forged message that fares best. */
function worstOf(forgeries: readonly Forgery[]): Fate | 'untold' {
  const fates = new Set(forgeries.map(({ disposition }) => disposition));
  return (['none', 'quarantine'] as const).find(fate => fates.has(fate)) ?? (fates.has(null) ? 'untold' : 'reject');
}

function ForgedMail({ of: { scenario, from, spf, dkim, dmarc, disposition, why, olderReceivers } }: { of: Forgery }) {
  return (
    <li className={classes.card}>
      <p className={classes.cardHead}><strong>{texts.email.scenarios[scenario]}</strong><StatusBadge status={disposition === null ? 'unknown' : statusOfFate[disposition]} word={disposition === null ? texts.email.untold : texts.email.fates[disposition]} /></p>
      <p className={classes.quiet}>{texts.email.from(from)}</p>
      <p>{why}</p>
      {olderReceivers ? <p>{texts.email.older(texts.email.fates[olderReceivers.disposition])}. {olderReceivers.why}</p> : null}
      <Facts of={[[texts.email.results.spf, spf], [texts.email.results.dkim, dkim], [texts.email.results.dmarc, dmarc]]} />
    </li>
  );
}

function TileRows({ tiles: { spf, dkim, dmarc, mtaSts, tlsRpt, dane, bimi } }: { tiles: Tiles }) {
  return (
    <>
      <Tile name="spf" tile={spf} line={spf.record === null ? texts.spf.none : texts.spf.line(spf.lookups, allOf(spf.all))}>
        <Published text={spf.record} what={texts.records.names.spf} />
        {spf.record === null ? null : <p>{texts.email.addresses(spf.addresses.ipv4, spf.addresses.ipv6Ranges)}</p>}
        {spf.tree ? <SpfTree tree={spf.tree as SpfNode} /> : null}
      </Tile>
      <Tile name="dkim" tile={dkim} line={dkim.keys.length === 0 ? texts.dkim.none : texts.dkim.line(dkim.keys.map(({ selector, keyType, keyBits }) => `${selector} (${texts.dkim.key(keyType, keyBits)})`))}>
        <SmallTable columns={Object.values(texts.dkim.columns)} rows={dkim.keys.map(({ selector, keyType, keyBits, via, source }) => [
          <><code>{selector}</code> <span className={classes.quiet}>{texts.email.source[source]}</span></>, texts.dkim.key(keyType, keyBits), via ?? '',
        ])} />
        {dkim.keys.length === 0 ? <p>{texts.dkim.empty(texts.listed(dkim.selectorsTried))}</p> : null}
      </Tile>
      <Tile name="dmarc" tile={dmarc} line={dmarc.policy === null ? texts.dmarc.none : texts.dmarc.line(fateOf(dmarc.policy.domain))}>
        <Published text={dmarc.record} what={texts.records.names.dmarc} />
        <Facts of={dmarc.policy === null ? [] : [
          [texts.dmarc.domain, fateOf(dmarc.policy.domain)], [texts.dmarc.subdomain, fateOf(dmarc.policy.subdomain)], [texts.dmarc.nonexistent, fateOf(dmarc.policy.nonexistent)],
          [texts.dmarc.reports, dmarc.tags['rua'] ?? texts.dmarc.noReports], [texts.dmarc.foundAt, dmarc.foundAt],
        ]} />
      </Tile>
      <Tile name="mtaSts" tile={mtaSts} line={mtaSts.record === null ? texts.mtaSts.none : mtaSts.mode === null ? texts.mtaSts.noPolicy : texts.mtaSts.line(mtaSts.mode)}>
        <Published text={mtaSts.record} what={texts.records.names.mtaSts} />
        <Facts of={[[texts.mtaSts.mx, texts.listed(mtaSts.mx)]]} />
      </Tile>
      <Tile name="tlsRpt" tile={tlsRpt} line={tlsRpt.record === null ? texts.tlsRpt.none : tlsRpt.rua.length === 0 ? texts.tlsRpt.broken : texts.tlsRpt.line(texts.listed(tlsRpt.rua))}>
        <Published text={tlsRpt.record} what={texts.records.names.tlsRpt} />
      </Tile>
      <Tile name="dane" tile={dane} line={dane.hosts.some(({ records }) => records > 0) ? texts.dane.line(dane.hosts.filter(({ records }) => records > 0).length, dane.hosts.length) : texts.dane.none}>
        <SmallTable columns={Object.values(texts.dane.columns)} rows={dane.hosts.map(({ host, records, security }) => [<code>{host}</code>, records, security ?? ''])} />
      </Tile>
      <Tile name="bimi" tile={bimi} line={bimi.record === null ? texts.bimi.none : texts.bimi.line(bimi.authority !== null)}>
        <Published text={bimi.record} what={texts.records.names.bimi} />
        <Facts of={[[texts.bimi.logo, bimi.location], [texts.bimi.certificate, bimi.authority]]} />
      </Tile>
    </>
  );
}

interface TileProps {
  name: keyof Tiles;
  tile: { status: string; issues: readonly string[]; findings: readonly string[] };
  line: string;
  children: React.ReactNode;
}

function Tile({ name, tile: { status, issues, findings }, line, children }: TileProps) {
  const standing = standingOf({ status, issues }, []);
  return (
    <RecordRow name={texts.records.names[name]} standing={standing} line={standing === 'untold' ? texts.records.cause(issues[0] ?? '') : line}>
      {issues.length > 0 ? <ul className={classes.plain}>{issues.map(issue => <li key={issue}>{issue}</li>)}</ul> : null}
      {children}
      {issues.length > 0 && findings.length > 0 ? <p className={classes.foot}>{findings.map(finding => <FindingLink key={finding} finding={finding}>{finding}</FindingLink>)}</p> : null}
    </RecordRow>
  );
}

function fateOf(policy: Fate): string {
  return `${texts.dmarc.policies[policy]} (${policy})`;
}
