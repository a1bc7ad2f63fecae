import type { ReactNode } from 'react';
import { hasMachineWord } from './machine-words.ts';
import classes from './table.module.css';

export interface TableProps {
  /** What the table shows, where no heading says it. */
  label?: string;
  /** Their titles; a column of buttons needs none (''). */
  columns: readonly string[];
  /** The columns whose figures stand under each other, counted from 0. */
  numbers?: readonly number[];
  /** The columns of addresses, names or data, which may wrap anywhere; long ones in plain text are recognised. */
  machine?: readonly number[];
  /** A cell with a state of its own needs a key. */
  rows: readonly (readonly ReactNode[])[];
  /** Whether rows are cards where the table is as narrow as on a phone; left out, those of more than three columns are. */
  asCards?: boolean;
  isSmall?: boolean;
}

/** A table of rows that do not open; the first cell of each names it. On a phone no word is broken: long rows are cards there, each cell with its title. */
export function Table({ label, columns, numbers = [], machine = [], rows, asCards = columns.length > 3, isSmall = false }: TableProps) {
  const attributesOf = (cell: ReactNode, at: number) => ({
    'data-number': numbers.includes(at) || undefined, 'data-machine': machine.includes(at) || (typeof cell === 'string' && hasMachineWord(cell)) || undefined,
  });
  // What is displayed as a card would be no table for some screen readers without its roles.
  return (
    <div className={classes.box}>
      <table className={`${classes.table}${isSmall ? ` ${classes.small}` : ''}${asCards ? ` ${classes.cards}` : ''}`} role="table" aria-label={label}>
        <thead role="rowgroup"><tr role="row">{columns.map((title, at) => (title === ''
          ? <td key={at} role="cell" />
          : <th key={at} scope="col" role="columnheader" data-number={numbers.includes(at) || undefined}>{title}</th>))}</tr></thead>
        <tbody role="rowgroup">{rows.map((cells, row) => (
          <tr key={row} role="row">{cells.map((cell, at) => (at === 0
            ? <th key={at} scope="row" role="rowheader" {...attributesOf(cell, at)}>{cell}</th>
            : <td key={at} role="cell" data-title={columns[at] || undefined} {...attributesOf(cell, at)}>{cell}</td>))}</tr>
        ))}</tbody>
      </table>
    </div>
  );
}
