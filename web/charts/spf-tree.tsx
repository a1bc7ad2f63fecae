import type { SpfNode } from './spf-node.ts';
import { StatusMark } from '../parts/status-badge.tsx';
import { texts } from '../texts/charts.ts';
import classes from './spf.module.css';
import { MOST_LOOKUPS, MOST_VOIDS, rowsOf, type SpfRow } from './spf-rows.ts';

const words = texts.spf;
const INDENT_PX = 14;

/** The SPF record and all that it includes, as a table whose bars show which lookups each term takes, and where the limit is broken. */
export function SpfTree({ tree }: { tree: SpfNode }) {
  const rows = rowsOf(tree);
  const scale = Math.max(MOST_LOOKUPS, tree.lookups) + 0.5;
  return (
    <figure className={classes.frame}>
      <figcaption className={classes.caption}>
        <strong>{words.title}</strong>
        <Count text={words.lookups(tree.lookups)} over={tree.lookups > MOST_LOOKUPS} />
        <Count text={words.voids(tree.voidLookups)} over={tree.voidLookups > MOST_VOIDS} />
        <span className={classes.description}>{words.description}</span>
      </figcaption>
      <table className={classes.table}>
        <thead><tr>
          <th scope="col" className={classes.number}>{words.columns.number}</th>
          <th scope="col">{words.columns.term}</th>
          <th scope="col" className={classes.bar}>{words.columns.total}</th>
        </tr></thead>
        <tbody>{rows.map((row, index) => <Row key={index} row={row} scale={scale} />)}</tbody>
      </table>
    </figure>
  );
}

function Count({ text, over }: { text: string; over: boolean }) {
  const status = over ? 'fail' : 'pass';
  return <span className={classes.count} data-status={status}><StatusMark status={status} />{text}</span>;
}

function Row({ row, scale }: { row: SpfRow; scale: number }) {
  const { depth, term, kind, from, to, breaks } = row;
  const isBeyond = kind !== 'root' && from > MOST_LOOKUPS;
  const text = remarkOn(row, isBeyond);
  const status = breaks ? 'fail' : row.failed !== null ? 'unknown' : 'warn';
  return (
    <tr data-beyond={isBeyond || undefined} data-breaks={breaks || undefined}>
      <td className={classes.number}>{kind === 'root' ? null : kind === 'unread' && to > from ? `${from}–${to}` : from}</td>
      <th scope="row" className={classes.term} style={{ paddingInlineStart: depth * INDENT_PX }}>
        {depth > 0 ? <span className={classes.branch} aria-hidden="true" style={{ insetInlineStart: (depth - 1) * INDENT_PX + 4 }} /> : null}
        <span className={kind === 'unread' ? classes.quiet : classes.code}>{term ?? words.unread(to - from + 1)}</span>
        {text === null ? null : <span className={classes.note} data-status={status}><StatusMark status={status} />{text}</span>}
      </th>
      <td className={classes.bar}><Bar from={from} to={to} scale={scale} /></td>
    </tr>
  );
}

function remarkOn({ breaks, note, failed }: SpfRow, isBeyond: boolean): string | null {
  const said = failed === null ? note && words.notes[note] : words.failed(failed);
  if (breaks) return said === null ? words.breaks : `${said}. ${words.breaks}`;
  return said ?? (isBeyond ? words.beyond : null);
}

/** The lookups of a term on the way to the limit. */
function Bar({ from, to, scale }: { from: number; to: number; scale: number }) {
  const percent = (lookups: number) => `${(lookups / scale) * 100}%`;
  const within = Math.min(to, MOST_LOOKUPS);
  const label = to < from ? words.none : words.span(from, to);
  return (
    <svg className={classes.svg} width="100%" height={16} role="img" aria-label={label}>
      {within >= from ? <rect className={classes.within} x={percent(from - 1)} width={percent(within - from + 1)} y={4} height={8} /> : null}
      {to > MOST_LOOKUPS ? <rect className={classes.over} x={percent(Math.max(from - 1, MOST_LOOKUPS))} width={percent(to - Math.max(from - 1, MOST_LOOKUPS))} y={4} height={8} /> : null}
      <line className={classes.limit} x1={percent(MOST_LOOKUPS)} x2={percent(MOST_LOOKUPS)} y1={0} y2={16} />
    </svg>
  );
}
