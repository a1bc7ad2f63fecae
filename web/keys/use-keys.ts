import { useEffect, useLayoutEffect, useRef } from 'react';
import { meaningOf, type Focus, type PageKey } from './match.ts';
import { pageKeys } from './page-keys.ts';
import { singleKeysAreOn } from './preference.ts';
import { opensRow } from './row-keys.ts';

/** How long the first of two keys waits for the second. */
const SECOND_MS = 1500;
/** A tick box takes no characters. */
const TAKERS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
const MODAL = '[role="dialog"][aria-modal="true"]';

/** Runs the keys of the page that is shown, and those that are the same on every page. */
export function useKeys(everywhere: readonly PageKey[]): void {
  const latest = useRef(everywhere);
  useLayoutEffect(() => { latest.current = everywhere; });
  useEffect(() => {
    let first: { key: string; untilMs: number } | null = null;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !singleKeysAreOn()) return;
      const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, timeStamp, target } = event;
      // Shift alone comes before a key, not in its place.
      if (key === 'Shift') return;
      const before = first !== null && timeStamp < first.untilMs ? first.key : null;
      first = null;
      const meant = meaningOf([...pageKeys(), ...latest.current], before, { key, isModified: ctrlKey || altKey || metaKey, isShifted: shiftKey, isRepeated: repeat, focus: focusIn(target as Element) });
      if (meant === null) return;
      event.preventDefault();
      if ('run' in meant) meant.run.run();
      else first = { key: meant.first, untilMs: timeStamp + SECOND_MS };
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function focusIn(target: Element): Focus {
  // A dialog over the page has it to itself, wherever the focus went.
  if (target.closest(TAKERS) || document.querySelector(MODAL)) return 'taken';
  return opensRow(target) ? 'row' : 'page';
}
