import { Title } from '@mantine/core';
import type { SpfNode } from '../../../../charts/spf-node.ts';
import type { DataOf } from '../../../../api/client.ts';
import { SpfTree } from '../../../../charts/spf-tree.tsx';
import { language } from '../../../../language/index.ts';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { allOf, BulkSenders, FindingLink, RecordRow, reportTexts, recordStatusOf } from '../../check/index.ts';
import { texts } from '../texts/email-security.ts';
import { Facts, Published, SmallTable } from '../../../../parts/facts.tsx';
import { MailRoute } from './mail-route.tsx';
import classes from './email-view.module.css';

type EmailSecurity = DataOf<'GET /api/domains/{id}/email-security'>['data'];
type Forgery = EmailSecurity['forgeries'][number];
type Tiles = NonNullable<EmailSecurity['tiles']>;
type Fate = keyof typeof texts.fates;

const statusOfFate: Readonly<Record<Fate, Status>> = { none: 'fail', quarantine: 'warn', reject: 'pass' };

/** What would happen to forged mail today, and the records that decide it. */
export function EmailView({ of: { checkedAt, tiles, route, forgeries, bulkSenders } }: { of: EmailSecurity }) {
  if (checkedAt === null || tiles === null) return <p>{texts.never}</p>;
  return (
    <div className={classes.report}>
      <section className={classes.section} aria-labelledby="email-forgery">
        <Title order={2} id="email-forgery" className={classes.headline}>{texts.headlines[worstOf(forgeries)]}</Title>
        <p className={classes.quiet}>{texts.forgeryIntro} {texts.checked(language.moment(checkedAt))}.</p>
        <ul className={classes.cards}>{forgeries.map(forgery => <ForgedMail key={forgery.scenario} of={forgery} />)}</ul>
      </section>
      {route && <MailRoute of={route} />}
      <section className={classes.section} aria-labelledby="email-tiles">
        <Title order={2} id="email-tiles">{texts.tiles}</Title>
        <div className={classes.rows}><TileRows tiles={tiles} /></div>
      </section>
      {bulkSenders ? <BulkSenders of={bulkSenders} /> : null}
    </div>
  );
}

/** What happens to the forged message that fares best. */
function worstOf(forgeries: readonly Forgery[]): Fate | 'unknown' {
  const fates = new Set(forgeries.map(({ disposition }) => disposition));
  return (['none', 'quarantine'] as const).find(fate => fates.has(fate)) ?? (fates.has(null) ? 'unknown' : 'reject');
}

function ForgedMail({ of: { scenario, from, spf, dkim, dmarc, disposition, why, olderReceivers } }: { of: Forgery }) {
  return (
    <li className={classes.card}>
      <p className={classes.cardHead}><strong>{texts.scenarios[scenario]}</strong><StatusBadge status={disposition === null ? 'unknown' : statusOfFate[disposition]} word={disposition === null ? texts.unknown : texts.fates[disposition]} /></p>
      <p className={classes.quiet}>{texts.from(from)}</p>
      <p>{why}</p>
      {olderReceivers ? <p>{texts.older(texts.fates[olderReceivers.disposition])}. {olderReceivers.why}</p> : null}
      <Facts of={[[texts.results.spf, spf], [texts.results.dkim, dkim], [texts.results.dmarc, dmarc]]} />
    </li>
  );
}

function TileRows({ tiles: { spf, dkim, dmarc, mtaSts, tlsRpt, dane, bimi } }: { tiles: Tiles }) {
  return (
    <>
      <Tile name="spf" tile={spf} line={spf.record === null ? reportTexts.spf.none : reportTexts.spf.line(spf.lookups, allOf(spf.all))}>
        <Published text={spf.record} what={reportTexts.records.names.spf} />
        {spf.record === null ? null : <p>{texts.addresses(spf.addresses.ipv4, spf.addresses.ipv6Ranges)}</p>}
        {spf.tree ? <SpfTree tree={spf.tree as SpfNode} /> : null}
      </Tile>
      <Tile name="dkim" tile={dkim} line={dkim.keys.length === 0 ? reportTexts.dkim.none : reportTexts.dkim.line(dkim.keys.map(({ selector, keyType, keyBits }) => `${selector} (${reportTexts.dkim.key(keyType, keyBits)})`))}>
        <SmallTable columns={Object.values(reportTexts.dkim.columns)} rows={dkim.keys.map(({ selector, keyType, keyBits, via, source }) => [
          <><code>{selector}</code> <span className={classes.quiet}>{texts.source[source]}</span></>, reportTexts.dkim.key(keyType, keyBits), via ?? '',
        ])} />
        {dkim.keys.length === 0 ? <p>{reportTexts.dkim.empty(reportTexts.listed(dkim.selectorsTried))}</p> : null}
      </Tile>
      <Tile name="dmarc" tile={dmarc} line={dmarc.policy === null ? reportTexts.dmarc.none : reportTexts.dmarc.line(fateOf(dmarc.policy.domain))}>
        <Published text={dmarc.record} what={reportTexts.records.names.dmarc} />
        <Facts of={dmarc.policy === null ? [] : [
          [reportTexts.dmarc.domain, fateOf(dmarc.policy.domain)], [reportTexts.dmarc.subdomain, fateOf(dmarc.policy.subdomain)], [reportTexts.dmarc.nonexistent, fateOf(dmarc.policy.nonexistent)],
          [reportTexts.dmarc.reports, dmarc.tags['rua'] ?? reportTexts.dmarc.noReports], [reportTexts.dmarc.foundAt, dmarc.foundAt],
        ]} />
      </Tile>
      <Tile name="mtaSts" tile={mtaSts} line={mtaSts.record === null ? reportTexts.mtaSts.none : mtaSts.mode === null ? reportTexts.mtaSts.noPolicy : reportTexts.mtaSts.line(mtaSts.mode)}>
        <Published text={mtaSts.record} what={reportTexts.records.names.mtaSts} />
        <Facts of={[[reportTexts.mtaSts.mx, reportTexts.listed(mtaSts.mx)]]} />
      </Tile>
      <Tile name="tlsRpt" tile={tlsRpt} line={tlsRpt.record === null ? reportTexts.tlsRpt.none : tlsRpt.rua.length === 0 ? reportTexts.tlsRpt.broken : reportTexts.tlsRpt.line(reportTexts.listed(tlsRpt.rua))}>
        <Published text={tlsRpt.record} what={reportTexts.records.names.tlsRpt} />
      </Tile>
      <Tile name="dane" tile={dane} line={dane.hosts.some(({ records }) => records > 0) ? reportTexts.dane.line(dane.hosts.filter(({ records }) => records > 0).length, dane.hosts.length) : reportTexts.dane.none}>
        <SmallTable columns={Object.values(reportTexts.dane.columns)} rows={dane.hosts.map(({ host, records, security }) => [<code>{host}</code>, records, security ?? ''])} />
      </Tile>
      <Tile name="bimi" tile={bimi} line={bimi.record === null ? reportTexts.bimi.none : reportTexts.bimi.line(bimi.authority !== null)}>
        <Published text={bimi.record} what={reportTexts.records.names.bimi} />
        <Facts of={[[reportTexts.bimi.logo, bimi.location], [reportTexts.bimi.certificate, bimi.authority]]} />
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
  const recordStatus = recordStatusOf({ status, issues }, []);
  return (
    <RecordRow name={reportTexts.records.names[name]} recordStatus={recordStatus} line={recordStatus === 'unknown' ? reportTexts.records.cause(issues[0] ?? '') : line}>
      {issues.length > 0 ? <ul className={classes.plain}>{issues.map(issue => <li key={issue}>{issue}</li>)}</ul> : null}
      {children}
      {issues.length > 0 && findings.length > 0 ? <p className={classes.foot}>{findings.map(finding => <FindingLink key={finding} finding={finding}>{finding}</FindingLink>)}</p> : null}
    </RecordRow>
  );
}

function fateOf(policy: Fate): string {
  return `${reportTexts.dmarc.policies[policy]} (${policy})`;
}
