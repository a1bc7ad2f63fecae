import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../darkweb.module.css';
import { texts } from '../texts/darkweb.ts';
import type { DomainState, Incident } from '../types.ts';

const { answer: words } = texts;

/** How the domain stands, who gave no answer, and what to do next. */
export function Answer({ state: { counts, sources }, next }: { state: DomainState; next: Incident | null }) {
  const open = sources.filter(({ state }) => state !== 'ok' && state !== 'notConfigured');
  const silent = open.filter(({ state }) => state !== 'notAsked').map(({ source }) => texts.sourceNames[source] ?? source);
  const [status, says]: [Status, string] = counts === null ? ['unknown', words.unknown] : counts.open > 0 ? ['warn', words.open(counts.open)] : [open.length > 0 ? 'unknown' : 'pass', words.calm];
  return (
    <p className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{says}</span>
      {counts !== null && counts.withheld > 0 && <span>{words.withheld(counts.withheld)}</span>}
      {silent.length > 0 && <span>{words.partly(silent)}</span>}
      {next && <a href={`#${next.id}`}>{words.next(next.title)}</a>}
    </p>
  );
}
