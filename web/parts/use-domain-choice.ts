import type { OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { getting, useGet } from '../api/queries.ts';
import { texts } from '../texts/domain-choice.ts';

const SHOWN = 50;
const MOST_LETTERS = 100;
const TYPING_MS = 200;

/** What a field is given that chooses from all domains of the account. */
export interface DomainChoice {
  data: { value: string; label: string }[];
  searchable: true;
  nothingFoundMessage: string;
  onSearchChange: (typed: string) => void;
  /** The service has filtered already. */
  filter: OptionsFilter;
}

/** The domains whose names match what is typed, asked of the service, and what is chosen already; `isOne` where a field takes one alone. */
export function useDomainChoice(chosen: readonly string[], { isOne = true } = {}): DomainChoice {
  const [typed, setTyped] = useState('');
  const names = useQueries({ queries: chosen.map(id => ({ ...getting('GET /api/domains/{id}', { id }), staleTime: Infinity })) });
  // A field with one value shows its name where one types: that is no search.
  const isName = isOne && names.some(({ data }) => data?.data.unicodeName === typed);
  const [search] = useDebouncedValue(isName ? '' : typed.trim().slice(0, MOST_LETTERS), TYPING_MS);
  const { data, error, isPlaceholderData } = useGet('GET /api/domains', { limit: SHOWN, sort: 'name', ...(search === '' ? {} : { search }) });
  const found = data?.data ?? [];
  const others = chosen.filter(id => !found.some(one => one.id === id));
  return {
    data: [
      ...others.map(id => ({ value: id, label: names[chosen.indexOf(id)]?.data?.data.unicodeName ?? id })),
      ...found.map(({ id, unicodeName }) => ({ value: id, label: unicodeName })),
    ],
    searchable: true,
    nothingFoundMessage: error ? texts.failed : data === undefined || isPlaceholderData ? texts.searching : texts.nothingFound,
    onSearchChange: setTyped,
    filter: ({ options, search: typedNow }) => options.filter(option => 'value' in option && (typedNow === '' || isName || !others.includes(option.value) || option.label.includes(typedNow.trim().toLowerCase()))),
  };
}
