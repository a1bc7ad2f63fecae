import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from './copy.tsx';
import { texts } from '../texts/parts.ts';
import { Table, type TableProps } from './table.tsx';
import classes from './facts.module.css';

/** What is known of a thing, as pairs of name and value; values of null are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = of.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return <dl className={classes.facts}>{known.map(([name, value]) => <Fragment key={name}><dt>{name}</dt><dd>{value}</dd></Fragment>)}</dl>;
}

/** A table among facts or below a picture: nothing where it has no row. */
export function SmallTable(props: Omit<TableProps, 'isSmall'>) {
  return props.rows.length === 0 ? null : <Table {...props} isSmall />;
}

/** A record as it is published, to take along; says so where there is none. */
export function Published({ text, what }: { text: string | null; what: string }) {
  return text === null ? <p className={classes.quiet}>{texts.noRecord}</p> : <CodeBlock text={text} what={texts.copyRecord(what)} />;
}
