import { texts } from '../texts/sample.ts';
import classes from './sample.module.css';
import { StatusBadge, type Status } from './status-badge.tsx';

/** A line of a sample: what its badge says, what it is about, and more about it. */
export type SampleLine = readonly [word: string, title: string, more: string];

/** What a page will hold, for those who have nothing yet; `as` are the statuses of the lines. */
export function Sample({ of: lines, as }: { of: readonly SampleLine[]; as: readonly Status[] }) {
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.caption}>{texts.caption}</figcaption>
      <ul className={classes.lines}>{lines.map(([word, title, more], at) => (
        <li key={title}>
          <StatusBadge status={as[at]!} word={word} />
          <span className={classes.title}>{title}</span>
          <span className={classes.more}>{more}</span>
        </li>
      ))}</ul>
    </figure>
  );
}
