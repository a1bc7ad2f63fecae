import { ActionIcon, Anchor } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';
import { language } from '../../../../language/index.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge, StatusMark } from '../../../../parts/status-badge.tsx';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/reports.ts';
import { Decide } from './decide.tsx';
import classes from './dmarc.module.css';
import { isWanted, shareOf, statusOfClass, statusOfRate } from './record-status.ts';
import type { Sender } from '../types.ts';

const { senders: words } = texts;

/** Senders in lines; each opens in its place, the one that the address names at once: why it is taken for what it is, where it sends from, how it is made to pass, and the decision. */
export function SenderList({ domain, rows }: { domain: string | null; rows: readonly Sender[] }) {
  const { columns } = words;
  return (
    <table className={classes.table} aria-label={words.label}>
      <thead><tr>
        <th scope="col">{columns.name}</th><th scope="col" className={classes.classColumn}>{columns.class}</th><th scope="col" data-align="end" className={classes.countColumn}>{columns.messages}</th>
        <th scope="col" data-align="end" className={classes.rateColumn}>{columns.pass}</th><th scope="col" data-align="end" className={classes.alignedColumn}>{columns.dkim}</th><th scope="col" data-align="end" className={classes.alignedColumn}>{columns.spf}</th>
        <th scope="col" className={classes.seenColumn}>{columns.seen}</th><th scope="col" className={classes.turnColumn}><span className={classes.hidden}>{columns.more}</span></th>
      </tr></thead>
      <tbody>{rows.map(row => <Line key={row.id} domain={domain} of={row} />)}</tbody>
    </table>
  );
}

function Line({ domain, of }: { domain: string | null; of: Sender }) {
  const { id, name, class: kind, parts, messages, passed, passRate, dkimAligned, spfAligned, lastSeen, domains } = of;
  const about = `sender-${id}`;
  const isNamed = useLocation({ select: ({ hash }) => hash === about });
  const [open, setOpen] = useState(isNamed);
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isNamed) line.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return (
    <Fragment>
      <tr ref={line} data-open={open || undefined}>
        <th scope="row">
          <span className={classes.name}>{name}</span>
          <span className={classes.below}><span className={classes.inName}><span aria-hidden="true" className={classes.mark}><StatusMark status={statusOfClass[kind]} /></span>{words.classes[kind]}{kind === 'mixed' && `: ${partsIn(parts)}`}</span>{domain === null && <span>{domains.join(', ')}</span>}</span>
        </th>
        <td className={classes.classColumn}><StatusBadge status={statusOfClass[kind]} word={words.classes[kind]} />{kind === 'mixed' && <span className={classes.below}>{partsIn(parts)}</span>}</td>
        <td data-align="end">{texts.count(messages)}</td>
        <td data-align="end"><span className={classes.rate} data-status={isWanted(kind) ? statusOfRate(passRate) : undefined}>{texts.percent(shareOf(passed, messages))}</span></td>
        <td data-align="end" className={classes.alignedColumn}>{texts.percent(shareOf(dkimAligned, messages))}</td>
        <td data-align="end" className={classes.alignedColumn}>{texts.percent(shareOf(spfAligned, messages))}</td>
        <td className={classes.seenColumn}>{language.day(lastSeen)}</td>
        <td className={classes.turnColumn}>
          <ActionIcon variant="subtle" color="gray" aria-label={words.open(name)} aria-expanded={open} aria-controls={about} onClick={() => setOpen(!open)}><Icon name={open ? 'up' : 'down'} size={16} /></ActionIcon>
        </td>
      </tr>
      <tr id={about} className={classes.about} hidden={!open}>{open && <td colSpan={8}><About domain={domain} of={of} /></td>}</tr>
    </Fragment>
  );
}

/** The parts of a mixed sender in a line. */
function partsIn(parts: Sender['parts']): string {
  return parts.map(({ class: kind, messages }) => words.part(words.classes[kind], messages)).join(', ');
}

function About({ domain, of }: { domain: string | null; of: Sender }) {
  const { parts, reasons, evidence, confidence, type, url, firstSeen, lastSeen, previousMessages, quarantined, rejected, addresses, topAddresses, setup } = of;
  return (
    <div className={classes.aboutBox}>
      <div className={classes.side}>
        <div className={classes.block}><p className={classes.label}>{words.why}</p><ul className={classes.plain}>{reasons.map(({ code, text }) => <li key={code}>{text}</li>)}</ul></div>
        {evidence.length > 0 && (
          <div className={classes.block}>
            <p className={classes.label}>{words.evidence}</p>
            <Facts of={evidence.map(({ kind, value }) => [words.kinds[kind] ?? kind, <code key="value">{value}</code>])} />
          </div>
        )}
        {setup.length > 0 && <div className={classes.block}><p className={classes.label}>{words.setup}</p><ol className={classes.numbered}>{setup.map(step => <li key={step}>{step}</li>)}</ol></div>}
      </div>
      <div className={classes.side}>
        <Facts of={[
          ...(parts.length > 1 ? parts.map(({ class: kind, messages, passed }) => [words.classes[kind], words.passedOf(passed, messages)] as const) : []),
          [words.facts.confidence, words.confidence[confidence]],
          [words.facts.type, type],
          [words.facts.first, language.day(firstSeen)],
          [words.facts.last, language.day(lastSeen)],
          [words.facts.before, texts.count(previousMessages)],
          [words.facts.treated, quarantined + rejected > 0 ? words.treated(quarantined, rejected) : null],
        ]} />
        {url !== null && <p><Anchor href={url} target="_blank" rel="noreferrer">{words.about}</Anchor></p>}
        {topAddresses.length > 0 && (
          <div className={classes.block}>
            <p className={classes.label}>{words.addresses(addresses)}</p>
            <SmallTable columns={words.addressColumns} rows={topAddresses.map(({ ip, messages, firstSeen: first, lastSeen: last }) => [<code key="ip">{ip}</code>, texts.count(messages), first, last])} />
          </div>
        )}
        <Decide domain={domain} of={of} />
      </div>
    </div>
  );
}
