import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago } from '../../../../parts/ago.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import type { Summary } from '../types.ts';

const { quality: words } = texts;

/** What the figures leave out, each with what to do; nothing where they are whole. `prove` leads to the proof of ownership. */
export function Quality({ of: { held, uncounted, badRecords }, prove }: { of: Summary['dataQuality']; prove: ReactNode }) {
  if (held === null && uncounted.reports === 0 && badRecords === 0) return null;
  return (
    <section className={classes.quality} aria-label={words.title}>
      {held !== null && <p><StatusMark status="warn" /><span><strong>{words.held(held.reports)}</strong> {words.heldSays} {prove}</span></p>}
      {uncounted.formerlyCounted > 0 && <p><StatusMark status="warn" /><span><strong>{words.formerlyCounted(uncounted.formerlyCounted)}</strong> {words.formerlySays}</span></p>}
      {uncounted.reports > 0 && <p><StatusMark status="info" /><span>{words.uncounted(uncounted.reports, uncounted.messages)} <Link to="/dmarc/messages">{words.see}</Link></span></p>}
      {uncounted.reports > 0 && <ul>{uncounted.reasons.map(({ reason, reports }) => <li key={reason}>{words.reasons[reason](reports)}</li>)}</ul>}
      {badRecords > 0 && <p><StatusMark status="info" /><span>{words.badRecords(badRecords)} <Link to="/dmarc/messages">{words.see}</Link></span></p>}
    </section>
  );
}

/** What the figures rest on. */
export function Basis({ of: { reports, records, lastReportAt } }: { of: Summary['dataQuality'] }) {
  return <p className={classes.quiet}>{words.basis(reports, records)}{lastReportAt === null ? null : <> {words.last} <Ago at={lastReportAt} />.</>}</p>;
}
