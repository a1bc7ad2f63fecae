import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useAreas, type NavigationEntry, type SearchEntry, type SearchResult } from '../area.ts';
import { Grade } from '../parts/grade.tsx';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts/shell.ts';

const [store, spotlight] = createSpotlight();
const TYPING_MS = 150;

/** Pages, and what the areas find while one types; opened by ⌘K. */
export default function Search({ destinations, onClose }: { destinations: readonly NavigationEntry[]; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim().toLowerCase(), TYPING_MS);
  const navigate = useNavigate();
  const found = useResults(query);
  useEffect(() => spotlight.open(), []);
  const go = ({ to, params, search }: SearchEntry): void => {
    spotlight.close();
    void navigate({ to, ...(params && { params }), ...(search && { search }) });
  };
  const pages = destinations.map(({ to, label, icon }) => ({ key: to, to, label: label(), icon })).filter(({ label }) => label.toLowerCase().includes(query));
  const groups = [...found.filter(({ group }) => group !== undefined), { group: texts.searchPages, entries: pages }, ...found.filter(({ group }) => group === undefined)].filter(({ entries }) => entries.length > 0);
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
        {groups.length === 0 && <Spotlight.Empty>{found.some(({ error }) => error) ? texts.searchFailed : texts.searchNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Entry({ of: entry, onGo }: { of: SearchEntry; onGo: (entry: SearchEntry) => void }) {
  const { label, icon, grade } = entry;
  const mark = grade !== undefined ? <Grade grade={grade} /> : icon !== undefined ? <Icon name={icon} /> : null;
  return <Spotlight.Action label={label} leftSection={mark} dimmedSections={grade === undefined} onClick={() => onGo(entry)} />;
}

/** The areas never change while the page is open, so the order of their hooks does not either. */
function useResults(query: string): readonly SearchResult[] {
  const results: SearchResult[] = [];
  for (const { useSearch } of useAreas()) results.push(...useSearch?.(query) ?? []);
  return results;
}
