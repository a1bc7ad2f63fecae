import { useGet } from '../../../../api/queries.ts';

/** More than anybody chooses from by eye; the filters and forms offer the first ones by name. */
const OFFERED = 200;

/** What can be chosen of the labels that the account has. */
export interface LabelChoices {
  groups: { value: string; label: string }[];
  clients: { value: string; label: string }[];
  tags: string[];
}

/** The groups, clients and tags of the account; empty until they are there. */
export function useLabels(): LabelChoices {
  const groups = useGet('GET /api/groups', { limit: OFFERED });
  const clients = useGet('GET /api/clients', { limit: OFFERED });
  const tags = useGet('GET /api/tags', { limit: OFFERED });
  const choicesOf = (rows: readonly { id: string; name: string }[] | undefined) => (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { groups: choicesOf(groups.data?.data), clients: choicesOf(clients.data?.data), tags: (tags.data?.data ?? []).map(({ tag }) => tag) };
}
