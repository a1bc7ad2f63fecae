/** A key of a page. The handler and the list of keys read the same declaration, so that none can do what the list does not say. */
export interface PageKey {
  /** What `KeyboardEvent.key` says; several do the same, and `g e` is one after the other. */
  keys: readonly string[];
  /** What it does, for the list. */
  label: string;
  run: () => void;
  /** Whether it goes on while the key is held down. */
  repeats?: boolean;
}

/** A key press, and where it happened. */
export interface Press {
  key: string;
  /** Whether Ctrl, Alt or Meta is held down: those are shortcuts of the browser and of others. */
  isModified: boolean;
  isShifted: boolean;
  isRepeated: boolean;
  focus: Focus;
}

/** Where the focus is: in something that takes keys itself, such as a field, a dialog or a menu; on what opens a row of a list; elsewhere. */
export type Focus = 'taken' | 'row' | 'page';

/** What a key press means: a key of the page, the first of two keys, or null for nothing. `first` is the one that was pressed before. */
export function meaningOf(declared: readonly PageKey[], first: string | null, { key, isModified, isShifted, isRepeated, focus }: Press): { run: PageKey } | { first: string } | null {
  if (isModified || focus === 'taken') return null;
  // With the capitals locked a letter is the same key; with Shift it is another.
  const pressed = key.length === 1 && !isShifted ? key.toLowerCase() : key;
  if (isBrowsers(pressed, focus)) return null;
  const typed = first === null ? pressed : `${first} ${pressed}`;
  const found = declared.find(({ keys }) => keys.includes(typed));
  if (found) return isRepeated && !found.repeats ? null : { run: found };
  return first === null && !isRepeated && declared.some(({ keys }) => keys.some(one => one.startsWith(`${pressed} `))) ? { first: pressed } : null;
}

/** Enter does what the control with the focus does; arrow keys scroll unless a row of a list has it. */
function isBrowsers(key: string, focus: Focus): boolean {
  return key === 'Enter' || (key.startsWith('Arrow') && focus !== 'row');
}
