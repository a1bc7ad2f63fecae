import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts } from '../texts/lookalikes.ts';
import { Figure } from '../list/figure.tsx';
import shared from '../list/lookalikes.module.css';
import type { OneLookalike } from './types.ts';
import classes from './lookalike.module.css';

const { one: words } = texts;
const { names } = words;

/** Everything that is known of the lookalike; what could not be learnt is called so, and never missing. */
export function Known({ of: one }: { of: OneLookalike }) {
  const { name, unicodeName, risk, threat, kind, sources, unconfirmed, firstSeenAt, changedAt, takenDownAt, reEmergedAt, dns, certifiedAt } = one;
  return (
    <aside className={classes.side} aria-label={words.facts}>
      <Part>
        <Facts of={[
          [names.risk, <Figure key="risk" value={risk} says={texts.riskSays} />],
          [names.threat, <Figure key="threat" value={threat} says={texts.threatSays} />],
          [names.alabel, unicodeName === name ? null : <code>{name}</code>],
          [names.kind, texts.kinds[kind] ?? kind],
          [names.sources, sources.map(source => texts.sources[source]).join(', ')],
          [names.first, <Ago key="first" at={firstSeenAt} />],
          [names.changed, <Ago key="changed" at={changedAt} />],
          [names.down, takenDownAt && <Ago at={takenDownAt} />],
          [names.back, reEmergedAt && <Ago at={reEmergedAt} />],
        ]} />
        {unconfirmed.length > 0 && <p className={shared.quiet}>{words.unconfirmed(unconfirmed.join(', '))}</p>}
      </Part>
      <Registered of={one.registration} />
      <Mail of={one.mail} />
      <Website of={one.web} />
      <Part title={words.dns}>
        <Facts of={[
          [names.nameservers, dns.nameservers.length === 0 ? words.noAddress : <Lines of={dns.nameservers} />],
          [names.addresses, dns.addresses.length === 0 ? words.noAddress : <Lines of={dns.addresses} />],
          [names.certificate, certifiedAt && <Ago at={certifiedAt} />],
        ]} />
      </Part>
      <Similar of={one.similarity} />
    </aside>
  );
}

function Part({ title, children }: { title?: string; children: ReactNode }) {
  return <section className={classes.part}>{title !== undefined && <Title order={2} size="h3">{title}</Title>}{children}</section>;
}

function Lines({ of }: { of: readonly string[] }) {
  return <ul className={classes.lines}>{of.map(line => <li key={line}><code>{line}</code></li>)}</ul>;
}

function Registered({ of }: { of: OneLookalike['registration'] }) {
  return (
    <Part title={words.registry}>
      {of === null ? <p className={shared.quiet}>{words.notYetKnown}</p> : (
        <Facts of={[
          [names.created, of.createdAt === null ? words.notYetKnown : <>{language.day(of.createdAt)} · <Ago at={of.createdAt} /></>],
          [names.expires, of.expiresAt && language.day(of.expiresAt)],
          [names.registrar, of.registrar],
        ]} />
      )}
    </Part>
  );
}

function Mail({ of: { accepts, exchanges, spf, dmarc } }: { of: OneLookalike['mail'] }) {
  const policy = spf === null || dmarc === null ? null : [...(spf ? ['SPF'] : []), ...(dmarc ? ['DMARC'] : [])];
  return (
    <Part title={words.mailTitle}>
      <Facts of={[
        [names.mail, accepts === null ? words.notYetKnown : accepts ? words.yes : words.no],
        [names.exchanges, exchanges.length === 0 ? null : <Lines of={exchanges} />],
        [names.policy, policy === null ? null : policy.length === 0 ? words.noAddress : policy.join(', ')],
      ]} />
    </Part>
  );
}

function Website({ of }: { of: OneLookalike['web'] }) {
  if (of === null || !of.answers) return <Part title={words.web}><p className={shared.quiet}>{of === null ? words.notYetKnown : words.noSite}</p></Part>;
  const marks = [...(of.parked ? [words.marks.parked] : []), ...(of.leadsHome ? [words.marks.leadsHome] : []), ...(of.login ? [words.marks.login] : [])];
  return (
    <Part title={words.web}>
      <Facts of={[
        // Text, and no link: the page may harm who opens it.
        [names.url, of.url && <><code>{of.url}</code> {of.status === null ? null : <span className={shared.quiet}>{words.status(of.status)}</span>}</>],
        [names.title, of.title],
        [names.leads, of.leadsTo && <code>{of.leadsTo}</code>],
        [names.page, marks.length === 0 ? null : marks.join(', ')],
        [names.seen, <Ago key="seen" at={of.seenAt} />],
      ]} />
    </Part>
  );
}

function Similar({ of }: { of: OneLookalike['similarity'] }) {
  if (of === null) return null;
  const { tlsh, image, favicon } = of;
  return (
    <Part title={words.similarity}>
      <Facts of={[
        [names.text, tlsh === null ? words.notYetKnown : words.textDistance(tlsh)],
        [names.image, image === null ? words.notYetKnown : words.bits(image)],
        [names.icon, favicon === null ? words.notYetKnown : favicon ? words.sameIcon : words.otherIcon],
      ]} />
      <p className={shared.quiet}>{words.similarityOf}</p>
    </Part>
  );
}
