import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import { failingOf, shareOf, statusOfRate } from './record-status.ts';
import type { Summary } from '../types.ts';

const { answer: words } = texts;

/** How much passed, how that has changed and who fails; `next` is what to do. */
export function Answer({ of, next }: { of: Summary; next?: ReactNode }) {
  const { totals: { messages, passed }, passRate, previous, dataQuality: { lastReportAt, held } } = of;
  if (messages === 0) return <span className={classes.answer}><span>{held !== null ? words.held : lastReportAt === null ? words.none : words.noneIn}</span>{next}</span>;
  const points = passRate === null || previous.passRate === null ? null : (passRate - previous.passRate) * 100;
  const { wanted, forged, unknown } = failingOf(of);
  return (
    <span className={classes.answer}>
      <span className={classes.item}><StatusMark status={statusOfRate(passRate)} />{words.passed(texts.percent(shareOf(passed, messages)), messages)}</span>
      {points !== null && <span>{Math.abs(points) < 0.1 ? words.same : words.before(points)}</span>}
      <To of={of.domain} kind={undefined}>{wanted === 0 ? words.noneFailing : words.failing(wanted)}</To>
      {forged > 0 && <To of={of.domain} kind="threat">{words.forged(forged)}</To>}
      {unknown > 0 && <To of={of.domain} kind="unknown">{words.unknown(unknown)}</To>}
      {next}
    </span>
  );
}

/** The way to the senders of this kind. */
function To({ of, kind, children }: { of: string | null; kind: 'threat' | 'unknown' | undefined; children: ReactNode }) {
  const search = kind === undefined ? {} : { class: kind };
  if (of === null) return <Link to="/dmarc" search={before => ({ ...before, ...search })} hash="dmarc-senders">{children}</Link>;
  return <Link to="/dmarc/$domain/$section" params={{ domain: of, section: 'senders' }} search={before => ({ ...before, ...search })}>{children}</Link>;
}
