import { useEffect } from 'react';
import { texts } from '../texts/keys.ts';
import type { PageKey } from './match.ts';

/** The position of the row that had the focus last: where it is gone, the one that took its position is next. */
let lastAt = -1;

/** Keys that go from row to row of the lists of a page, open and select them. What is a row has its id as `data-row`, what belongs to it as `data-row-of`. */
export function useRowKeys(select?: (id: string) => void): readonly PageKey[] {
  useEffect(() => { lastAt = -1; }, []);
  return [
    { keys: ['j', 'ArrowDown'], label: texts.next, repeats: true, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: texts.previous, repeats: true, run: () => move(-1) },
    { keys: ['o', 'Enter'], label: texts.open, run: () => controlOf(rowOf(rowInFocus()))?.click() },
    ...(select ? [{ keys: ['x'], label: texts.select, run: () => withRow(select) }] : []),
  ];
}

/** The id of the row that has the focus; null where none has. */
function rowInFocus(): string | null {
  return idOf(document.activeElement);
}

/** What a decision by key is about: what is selected, else the row that has the focus. */
export function decidedRows(selected: ReadonlySet<string> = new Set()): readonly string[] {
  const id = rowInFocus();
  return selected.size > 0 ? [...selected] : id === null ? [] : [id];
}

/** Opens the row that has the focus, where it is not open. */
export function showRow(): void {
  const control = controlOf(rowOf(rowInFocus()));
  if (control?.ariaExpanded !== 'true' && control?.closest('details')?.open !== true) control?.click();
}

/** Goes from a row that is about to leave the list, as one of these, to the next. */
export function leaveRow(ids: readonly string[]): void {
  const id = rowInFocus();
  if (id !== null && ids.includes(id)) move(1, true);
}

function withRow(run: (id: string) => void): void {
  const id = rowInFocus();
  if (id !== null) run(id);
}

function idOf(element: Element | null): string | null {
  const { row, rowOf } = element?.closest<HTMLElement>('[data-row], [data-row-of]')?.dataset ?? {};
  return row ?? rowOf ?? null;
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#main [data-row]')];
}

function rowOf(id: string | null): HTMLElement | undefined {
  return rows().find(({ dataset }) => dataset['row'] === id);
}

/** Whether this is what opens its row: other controls in it open things of their own. */
export function opensRow(element: Element): boolean {
  return element === controlOf(element.closest<HTMLElement>('[data-row]') ?? undefined);
}

/** What opens the row. */
function controlOf(row: HTMLElement | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>('summary, [aria-expanded]') ?? null;
}

function move(step: 1 | -1, isLeaving = false): void {
  const all = rows();
  const id = rowInFocus();
  const at = all.findIndex(({ dataset }) => dataset['row'] === id);
  const wanted = at >= 0 ? at + step : Math.max(0, lastAt);
  const next = all[Math.min(Math.max(0, wanted), all.length - 1)];
  // What leaves the list leaves its position to the next one.
  lastAt = isLeaving ? at : all.indexOf(next!);
  controlOf(next)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
