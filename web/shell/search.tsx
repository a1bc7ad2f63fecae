import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useGet } from '../api/queries.ts';
import { Grade } from '../parts/grade.tsx';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts/shell.ts';
import type { Destination } from './navigation.ts';

const [store, spotlight] = createSpotlight();
const SHOWN = 8;
const TYPING_MS = 150;

const LOOKALIKES = /\blookalikes?\b( of)?/;

/** Pages and domains, found while one types; opened by ⌘K. What was typed can be checked as it is. With the word "lookalikes" it leads to those of the domain. */
export default function Search({ destinations, onClose }: { destinations: readonly Destination[]; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim().toLowerCase(), TYPING_MS);
  const navigate = useNavigate();
  const asksLookalikes = LOOKALIKES.test(query);
  const wanted = query.replace(LOOKALIKES, '').trim();
  const { data, error } = useGet('GET /api/domains', { limit: SHOWN, ...(wanted === '' ? {} : { search: wanted.slice(0, 100) }) });
  useEffect(() => spotlight.open(), []);
  const go = (leave: Promise<void>): void => {
    spotlight.close();
    void leave;
  };
  const pages = destinations.filter(({ label }) => label.toLowerCase().includes(query));
  const domains = data?.data ?? [];
  const domainLike = /^[^\s/@]+\.[^\s/@]+$/.test(wanted);
  return (
    <Spotlight.Root
      store={store} query={typed} onQueryChange={setTyped} onSpotlightClose={onClose} shortcut={null} scrollable maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35 }} attributes={{ content: { 'aria-label': texts.search } }}
    >
      <Spotlight.Search placeholder={texts.searchLong} aria-label={texts.searchLong} leftSection={<Icon name="search" />} />
      <Spotlight.ActionsList>
        {domains.length > 0 && (
          <Spotlight.ActionsGroup label={texts.searchDomains}>
            {domains.map(({ id, unicodeName, grade }) => (
              <Spotlight.Action
                key={id} label={asksLookalikes ? texts.lookalikesOf(unicodeName) : unicodeName} leftSection={<Grade grade={grade} />} dimmedSections={false}
                onClick={() => go(navigate({ to: asksLookalikes ? '/domains/$id/lookalikes' : '/domains/$id', params: { id } }))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={texts.searchPages}>
            {pages.map(({ to, label, icon }) => <Spotlight.Action key={to} label={label} leftSection={<Icon name={icon} />} onClick={() => go(navigate({ to }))} />)}
          </Spotlight.ActionsGroup>
        )}
        {domainLike && <Spotlight.Action label={texts.checkNow(wanted)} leftSection={<Icon name="check" />} onClick={() => go(navigate({ to: '/domain-checkup.html', search: { domain: wanted } }))} />}
        {domainLike && <Spotlight.Action label={texts.lookalikesNow(wanted)} leftSection={<Icon name="search" />} onClick={() => go(navigate({ to: '/lookalike-check', search: { domain: wanted } }))} />}
        {domains.length + pages.length === 0 && !domainLike && <Spotlight.Empty>{error ? texts.searchFailed : texts.searchNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
