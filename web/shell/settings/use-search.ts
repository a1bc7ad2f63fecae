import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/own/settings/$section');

type Search = ReturnType<typeof route.useSearch>;

/** What the address of the settings keeps, and how to change it; undefined takes a parameter out. */
export function useSettingsSearch(): readonly [search: Search, change: (changed: Readonly<Record<string, string | undefined>>) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return [search, changed => void navigate({ search: before => ({ ...before, ...changed }), replace: true })];
}
