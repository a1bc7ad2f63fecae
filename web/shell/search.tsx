import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useMantineColorScheme } from '@mantine/core';
import { holds, useSession } from '../api/session.ts';
import { useAreas, useContributions, type NavigationEntry, type SearchEntry, type SearchResult } from '../area.ts';
import { Grade } from '../parts/grade.tsx';
import { Icon } from '../parts/icon.tsx';
import { texts as keys } from '../texts/keys.ts';
import { texts } from '../texts/shell.ts';
import classes from './search.module.css';
import { useDocs } from './use-docs.ts';

const [store, spotlight] = createSpotlight();
const TYPING_MS = 150;

/** Pages, and what the areas find while one types; opened by ⌘K. */
export default function Search({ destinations, onKeys, onClose }: { destinations: readonly NavigationEntry[]; onKeys: () => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim().toLowerCase(), TYPING_MS);
  const navigate = useNavigate();
  const found = [...useResults(query), useDocs(query)];
  useEffect(() => spotlight.open(), []);
  const go = ({ to, params, search, run }: SearchEntry): void => {
    spotlight.close();
    if (run) return run();
    void navigate({ to, ...(params && { params }), ...(search && { search }) });
  };
  const pages = usePages(destinations).filter(entry => isNamed(entry, query));
  const actions = useActions(onKeys).filter(entry => query !== '' && isNamed(entry, query));
  const groups = [
    ...found.filter(({ group, isAfterPages }) => group !== undefined && !isAfterPages), { group: texts.searchPages, entries: pages }, ...found.filter(({ isAfterPages }) => isAfterPages),
    { group: texts.searchActions, entries: actions }, ...found.filter(({ group }) => group === undefined),
  ].filter(({ entries }) => entries.length > 0);
  useMarked(query, groups.flatMap(({ entries }) => entries.map(({ key }) => key)).join(' '));
  const failed = found.flatMap(({ group, error }) => (error && group !== undefined ? [group] : []));
  const isPending = found.some(({ isPending: isOne, error }) => isOne && !error);
  const state = failed.length > 0 ? texts.searchFailed(failed) : isPending ? texts.searching : null;
  return (
    <Spotlight.Root
      store={store} query={typed} onQueryChange={setTyped} onSpotlightClose={onClose} shortcut={null} scrollable maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35 }} attributes={{ content: { 'aria-label': texts.search } }}
    >
      <Spotlight.Search placeholder={texts.searchLong} aria-label={texts.searchLong} leftSection={<Icon name="search" />} />
      <Spotlight.ActionsList>
        {groups.map(({ group, entries }, at) => {
          const shown = entries.map(entry => <Entry key={entry.key} of={entry} onGo={go} />);
          return group === undefined ? shown : <Spotlight.ActionsGroup key={`${group}-${at}`} label={group}>{shown}</Spotlight.ActionsGroup>;
        })}
        {groups.length === 0 && state === null && <Spotlight.Empty>{texts.searchNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <p className={classes.state} role="status">{state}</p>
    </Spotlight.Root>
  );
}

/** Marks what Enter opens: the first entry of a new query, and while more is found for it, the entry that is marked already. Spotlight itself marks when one types, which is before anything is found. */
function useMarked(query: string, keys: string): void {
  const marked = useRef(query);
  useEffect(() => {
    const entries = [...document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? []];
    if (query === '' || entries.length === 0) return;
    const selected = marked.current === query ? Math.max(0, entries.findIndex(entry => entry.hasAttribute('data-selected'))) : 0;
    marked.current = query;
    for (const [at, entry] of entries.entries()) entry.toggleAttribute('data-selected', at === selected);
    store.updateState(state => ({ ...state, selected }));
  }, [query, keys]);
}

function Entry({ of: entry, onGo }: { of: SearchEntry; onGo: (entry: SearchEntry) => void }) {
  const { label, icon, grade } = entry;
  const mark = grade !== undefined ? <Grade grade={grade} /> : icon !== undefined ? <Icon name={icon} /> : null;
  return <Spotlight.Action label={label} leftSection={mark} dimmedSections={grade === undefined} onClick={() => onGo(entry)} />;
}

/** Whether every word of the query is a part of what the entry is called, or of its other names. */
function isNamed({ label, also }: { label: string; also: string }, query: string): boolean {
  const names = `${label} ${also}`.toLowerCase();
  return query.split(/\s+/).every(word => names.includes(word));
}

/** Every page that somebody may open without naming what it is about: those of the navigation, those that only the search knows, and the settings. */
function usePages(destinations: readonly NavigationEntry[]) {
  const session = useSession();
  const findable = useAreas().flatMap(({ findable = [] }) => findable);
  const settings = useContributions('settings');
  const sections = settings.filter(({ role }) => holds(session?.role ?? null, role)).map(({ to, label }) => ({ key: to, to, label: texts.searchSettings(label()), icon: 'settings' as const, also: '' }));
  const others = findable.filter(({ isFor }) => session !== null && (isFor?.(session) ?? true));
  return [...[...destinations, ...others].map(({ to, label, icon, also }) => ({ key: to, to, label: label(), icon, also: also?.() ?? '' })), ...sections];
}

/** What one can do from everywhere. */
function useActions(onKeys: () => void) {
  const { setColorScheme } = useMantineColorScheme();
  const schemes = ([['light', 'sun'], ['dark', 'moon'], ['auto', 'system']] as const).map(([scheme, icon]) => ({
    key: scheme, to: '', icon, label: `${texts.scheme}: ${texts.schemes[scheme]}`, also: texts.schemeAlso,
    run: () => setColorScheme(scheme),
  }));
  const keyList = { key: 'keys', to: '', icon: 'keyboard' as const, label: keys.title, also: keys.also, run: onKeys };
  return [...schemes, keyList, { key: 'docs', to: '', icon: 'docs' as const, label: texts.docs, also: texts.docsAlso, run: () => window.location.assign('/docs') }];
}

/** The areas never change while the page is open, so the order of their hooks does not either. */
function useResults(query: string): readonly SearchResult[] {
  const results: SearchResult[] = [];
  for (const { useSearch } of useAreas()) results.push(...useSearch?.(query) ?? []);
  return results;
}
