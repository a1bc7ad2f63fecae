import { MultiSelect } from '@mantine/core';
import { useGet } from '../../../../api/queries.ts';
import { texts } from '../texts/incidents.ts';
import type { Incident } from '../types.ts';

/** More are added by the API. */
const ALL = 200;

/** The files and links that are evidence of an incident, of those that the account has. */
export function EvidenceOf({ of, isDisabled, onChange }: { of: Incident; isDisabled: boolean; onChange: (evidence: string[]) => void }) {
  const { data } = useGet('GET /api/compliance/evidence', { limit: ALL });
  const options = data?.data.map(({ id, title, file }) => ({ value: id, label: file ? `${title} (${file.name})` : title })) ?? [];
  const unseen = of.evidence.filter(id => !options.some(({ value }) => value === id)).map(id => ({ value: id, label: id }));
  return <MultiSelect label={texts.evidence} description={texts.evidenceHint} disabled={isDisabled} searchable data={[...options, ...unseen]} value={of.evidence} onChange={onChange} />;
}
