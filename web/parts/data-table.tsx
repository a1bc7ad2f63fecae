import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import { Icon } from './icon.tsx';
import classes from './data-table.module.css';

/** One column; `Row` is what the table is about. */
export interface Column<Row> {
  /** Also what the table is sorted by, where `sortable`. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** CSS width such as `6rem`; without it the column takes what is left. */
  width?: string;
  align?: 'end';
  /** Left out on screens narrower than this. */
  from?: 'sm' | 'md' | 'lg';
  /** On a phone the first line of its row, in its whole width; the others stand below it with their titles. Not in a table that can be sorted: its head is not shown then. */
  isLine?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** How the row is called, for its checkbox. */
  nameOf: (row: Row) => string;
  /** A column id, with `-` before it for the other way around. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Keys of the selected rows; without it nothing can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Height of every row in pixels, except on a phone, where texts wrap. */
  rowHeight?: number;
  /** Asks for more rows when the last ones come into sight; left out when there are no more. */
  onEnd?: (() => void) | undefined;
}

const OVERSCAN = 12;
/** Where cells wrap, so that rows have heights of their own. */
const PHONE = '(width < 560px)';

/** A table that draws only the rows in sight; the page scrolls, the head stays. Arrow keys go from row to row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, rowHeight = 40, onEnd, selected } = props;
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // Heights are kept by row, not by position, and asked for again only when the rows change.
  const getItemKey = useCallback((index: number) => keyOf(rows[index]!), [rows, keyOf]);
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => rowHeight, overscan: OVERSCAN, scrollMargin: top, getItemKey });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isPhone]);
  useLayoutEffect(() => setTop(table.current!.getBoundingClientRect().top + window.scrollY), []);
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const atEnd = last !== undefined && last.index >= rows.length - OVERSCAN;
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, onEnd]);

  const tick = useTicks(props);
  const move = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const index = Number((event.target as HTMLElement).closest('tr')?.dataset['index'] ?? Number.NaN) + step;
    if (step === 0 || !(index >= 0 && index < rows.length)) return;
    event.preventDefault();
    // The rows next to those in view are drawn too.
    table.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] :is(a, button)`)?.focus();
  };

  return (
    <table ref={table} className={classes.table} role="table" aria-label={label} aria-rowcount={rows.length + 1} data-lines={columns.some(({ isLine }) => isLine) || undefined}>
      <Head {...props} />
      <tbody role="rowgroup" onKeyDown={move}>
        {first && <Gap height={first.start - top} />}
        {items.map(({ index }) => {
          const row = rows[index]!;
          const key = keyOf(row);
          return <Line key={key} row={row as never} index={index} columns={columns} height={rowHeight} name={nameOf(row)} ticked={selected?.has(key)} onTick={tick} measure={isPhone ? virtualizer.measureElement : null} />;
        })}
        {last && <Gap height={virtualizer.getTotalSize() - (last.end - top)} />}
      </tbody>
    </table>
  );
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" className={classes.gap}><td style={{ height }} /></tr> : null;
}

function Head<Row>({ columns, rows, keyOf, sort, onSort, selected, onSelect }: DataTableProps<Row>) {
  const all = selected !== undefined && rows.length > 0 && rows.every(row => selected.has(keyOf(row)));
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selected && (
          <th scope="col" role="columnheader" className={classes.tick}>
            <Checkbox size="xs" aria-label={texts.selectAll} checked={all} indeterminate={!all && selected.size > 0} onChange={() => onSelect?.(new Set(all ? [] : rows.map(keyOf)))} />
          </th>
        )}
        {columns.map(({ id, title, sortable, width, align, from }) => (
          <th key={id} scope="col" role="columnheader" data-align={align} data-from={from} style={width === undefined ? undefined : { width }} aria-sort={directionOf(id, sort)}>
            {sortable && onSort
              ? (
                <button type="button" className={classes.sort} title={texts.sortBy(title)} onClick={() => onSort(sort === id ? `-${id}` : id)}>
                  {title}<Icon name={sort === `-${id}` ? 'down' : 'up'} size={14} />
                </button>
              )
              : title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function directionOf(id: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : undefined;
}

/** How a row is ticked; with the shift key all rows from the last tick on go along. Stays the same while the table scrolls. */
function useTicks<Row>(props: DataTableProps<Row>): Tick {
  const latest = useRef(props);
  const lastTicked = useRef(0);
  useLayoutEffect(() => { latest.current = props; });
  return useCallback((index, checked, range) => {
    const { rows, keyOf, selected, onSelect } = latest.current;
    const [from, to] = range ? [Math.min(lastTicked.current, index), Math.max(lastTicked.current, index)] : [index, index];
    const next = new Set(selected);
    for (const one of rows.slice(from, to + 1)) next[checked ? 'add' : 'delete'](keyOf(one));
    lastTicked.current = index;
    onSelect?.(next);
  }, []);
}

type Tick = (index: number, checked: boolean, range: boolean) => void;

interface LineProps {
  row: never;
  index: number;
  columns: readonly Column<never>[];
  height: number;
  name: string;
  /** Left out where nothing can be selected. */
  ticked: boolean | undefined;
  onTick: Tick;
  /** Takes the height of the row, where that is its own. */
  measure: ((row: HTMLTableRowElement | null) => void) | null;
}

/** One row. Those that stay in sight are not drawn again while the table scrolls. */
const Line = memo(function Line({ row, index, columns, height, name, ticked, onTick, measure }: LineProps) {
  return (
    <tr ref={measure} role="row" data-index={index} aria-rowindex={index + 2} style={{ '--row': `${height}px` } as CSSProperties} data-selected={ticked || undefined}>
      {ticked !== undefined && (
        <td role="cell" className={classes.tick}>
          <Checkbox
            size="xs" aria-label={texts.selectRow(name)} checked={ticked}
            onChange={event => onTick(index, event.currentTarget.checked, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map(({ id, title, cell, align, from, isLine }) => <td key={id} role="cell" data-align={align} data-from={from} data-line={isLine} data-title={isLine ? undefined : title}>{cell(row)}</td>)}
    </tr>
  );
});
