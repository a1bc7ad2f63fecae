import type { RecordData } from '../../../core/lookup.ts';

/** A key of the root that is trusted from the start, as its DS. */
export type TrustAnchor = RecordData['DS'];

/** KSK-2017 and KSK-2024 (https://data.iana.org/root-anchors/root-anchors.xml, 2026-11). */
export const rootAnchors: readonly TrustAnchor[] = [
  { keyTag: 20326, algorithm: 8, digestType: 2, digest: 'e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d' },
  { keyTag: 38696, algorithm: 8, digestType: 2, digest: '683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16' },
];

const LINE = /^(?:\.\s+)?(?:\d+\s+)?(?:IN\s+)?(?:DS\s+)?(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([0-9a-f\s]+)$/i;

/** Anchors of the root as DS lines separated by `;`, such as `. IN DS 20326 8 2 E06D…`; `none` for none. */
export function parseTrustAnchors(text: string): { anchors: readonly TrustAnchor[] } | { invalid: string } {
  if (text.trim().toLowerCase() === 'none') return { anchors: [] };
  const anchors: TrustAnchor[] = [];
  for (const line of text.split(';').map(part => part.trim()).filter(part => part !== '')) {
    const [, keyTag, algorithm, digestType, digest] = LINE.exec(line) ?? [];
    if (digest === undefined) return { invalid: `"${line}" is not a DS record of the root, such as ". IN DS 20326 8 2 E06D44B8…", and not none.` };
    anchors.push({ keyTag: Number(keyTag), algorithm: Number(algorithm), digestType: Number(digestType), digest: digest.replaceAll(/\s/g, '').toLowerCase() });
  }
  return anchors.length > 0 ? { anchors } : { invalid: 'There is no DS record in it; write none to validate nothing.' };
}
