import type { ReactNode } from 'react';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import { shareOf } from './record-status.ts';
import type { Summary } from '../types.ts';

const { totals: words } = texts;

/** The sums of the time that is shown; `link` makes each a way to the senders that it is made of. */
export function Totals({ of: { totals, previous, dataQuality }, link }: { of: Summary; link: (children: ReactNode) => ReactNode }) {
  const { messages, passed, failed, dkimAligned, spfAligned, quarantined, rejected, overridden } = totals;
  const share = (count: number) => texts.percent(shareOf(count, messages));
  return (
    <Figures label={words.label} of={[
      [words.messages, link(texts.count(messages)), words.before(previous.messages)],
      [words.passed, link(share(passed)), words.passedSays(passed)],
      [words.failed, link(texts.count(failed)), overridden > 0 ? words.overridden(overridden) : words.reports(dataQuality.reports)],
      [words.kept, link(texts.count(quarantined + rejected)), words.keptSays(quarantined, rejected)],
      [words.dkim, link(share(dkimAligned)), words.passedSays(dkimAligned)],
      [words.spf, link(share(spfAligned)), words.passedSays(spfAligned)],
    ]} />
  );
}

/** Figures in a row, each with its name above and a word below. */
export function Figures({ label, of }: { label: string; of: readonly (readonly [name: string, figure: ReactNode, says?: string])[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {of.map(([name, figure, says]) => <div key={name}><dt>{name}</dt><dd>{figure}</dd>{says === undefined ? null : <dd className={classes.says}>{says}</dd>}</div>)}
    </dl>
  );
}
