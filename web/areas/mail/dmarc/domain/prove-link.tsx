import { Link } from '@tanstack/react-router';
import { texts } from '../texts/reports.ts';
import { useDomainId } from './use-domain.ts';

/** The way to the proof that the domain belongs to the account; nothing where it is not in the inventory. */
export function ProveLink({ domain }: { domain: string }) {
  const id = useDomainId(domain);
  return id === null ? null : <Link to="/domains/$id/settings" params={{ id }} hash="ownership">{texts.quality.prove}</Link>;
}
