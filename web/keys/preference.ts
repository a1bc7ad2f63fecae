import { useSyncExternalStore } from 'react';

const NAME = 'dss-single-keys';
const OFF = 'off';
const listeners = new Set<() => void>();
/** What was chosen while the page is open, where the browser keeps nothing. */
let chosen: boolean | null = null;

/** Whether single keys do anything in this browser; whoever presses them unintentionally, by speech for example, turns them off (WCAG 2.2 §2.1.4). */
export function singleKeysAreOn(): boolean {
  try {
    return chosen ?? localStorage.getItem(NAME) !== OFF;
  } catch {
    return chosen ?? true;
  }
}

export function setSingleKeys(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(NAME, on ? 'on' : OFF);
  } catch {
    // It holds as long as the page is open.
  }
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, singleKeysAreOn);
}
