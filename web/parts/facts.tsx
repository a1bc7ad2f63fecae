import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from './copy.tsx';
import { texts } from '../texts/parts.ts';
import classes from './facts.module.css';

/** What is known of a thing, as pairs of name and value; values of null are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = of.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return <dl className={classes.facts}>{known.map(([name, value]) => <Fragment key={name}><dt>{name}</dt><dd>{value}</dd></Fragment>)}</dl>;
}

/** A small table; the first cell of each row names it. */
export function SmallTable({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  if (rows.length === 0) return null;
  return (
    <table className={classes.table}>
      <thead><tr>{columns.map(column => <th key={column} scope="col">{column}</th>)}</tr></thead>
      <tbody>{rows.map((cells, row) => (
        <tr key={row}>{cells.map((cell, column) => (column === 0 ? <th key={column} scope="row">{cell}</th> : <td key={column}>{cell}</td>))}</tr>
      ))}</tbody>
    </table>
  );
}

/** A record as it is published, to take along; says so where there is none. */
export function Published({ text, what }: { text: string | null; what: string }) {
  return text === null ? <p className={classes.quiet}>{texts.noRecord}</p> : <CodeBlock text={text} what={texts.copyRecord(what)} />;
}
