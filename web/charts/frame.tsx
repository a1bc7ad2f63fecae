import { useId, useState, type ReactNode } from 'react';
import { Table, type TableProps } from '../parts/table.tsx';
import { texts } from '../texts/charts.ts';
import classes from './charts.module.css';
import { useWidth } from './use-width.ts';

interface FrameProps {
  title: string;
  description: string;
  /** What the point says that has the focus or lies under the pointer. */
  readout?: ReactNode;
  legend?: ReactNode;
  heightPx: number;
  /** The same figures as a table. */
  table: ReactNode;
  /** Draws into so many pixels; not called before the width is known. */
  children: (widthPx: number) => ReactNode;
}

/** What all charts have in common: title, description, the drawing in the width that there is, and a table in its place. */
export function Frame({ title, description, readout, legend, heightPx, table, children }: FrameProps) {
  const id = useId();
  const [box, widthPx] = useWidth();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={classes.frame} aria-labelledby={`${id}-title`} aria-describedby={`${id}-description`}>
      <figcaption className={classes.head}>
        <span className={classes.title} id={`${id}-title`}>{title}</span>
        <span className={classes.readout}>{asTable ? null : readout}</span>
        <button type="button" className={classes.toggle} onClick={() => setAsTable(!asTable)}>{asTable ? texts.showChart : texts.showTable}</button>
        <span className={classes.description} id={`${id}-description`}>{description}</span>
      </figcaption>
      <div ref={box} className={classes.plot}>
        {asTable ? <div className={classes.tableBox} role="region" aria-labelledby={`${id}-title`} tabIndex={0}>{table}</div> : (
          <svg width={widthPx} height={heightPx} role="group" aria-labelledby={`${id}-title`}>
            {widthPx > 0 ? children(widthPx) : null}
          </svg>
        )}
      </div>
      {asTable ? null : legend}
    </figure>
  );
}

/** A plain table of figures; the first cell of each row is its head. */
export function FigureTable({ columns, rows }: Pick<TableProps, 'columns' | 'rows'>) {
  return <Table columns={columns} rows={rows} isSmall />;
}
