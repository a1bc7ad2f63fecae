import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { firstDayOf } from '../overview/period.tsx';

/** What the pages of a domain have from their address, and how to change what it keeps. */
export function useDomain() {
  const { domain } = useParams({ strict: false }) as { domain: string };
  const { days, class: kind } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false });
  return { domain, days, kind, from: firstDayOf(days), change };
}

/** The id of the domain in the inventory; null where it is not there, or not known yet. */
export function useDomainId(name: string): string | null {
  const query = useGet('GET /api/domains', { search: name, limit: 50 });
  return query.data?.data.find(one => one.name === name)?.id ?? null;
}
