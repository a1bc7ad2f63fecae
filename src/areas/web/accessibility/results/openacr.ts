import type { AuditRow } from '../store/audits.ts';
import { adherenceOf, remarksOn } from './adherence.ts';
import type { CriterionResult, Results } from './summary.ts';

const catalogs = { wcag22: '2.5-edition-wcag-2.2-en', wcag21: '2.4-edition-wcag-2.1-en', wcag20: '2.4-edition-wcag-2.0-508-en' } as const;
const TO_FILL_IN = 'To be filled in by who signs this report';

/** A draft of an Accessibility Conformance Report as OpenACR, in YAML. */
export async function openAcr(audit: AuditRow, { settings, pages, criteria }: Results): Promise<string> {
  const { stringify } = await import('yaml');
  const judged = pages.filter(({ facts }) => facts !== null);
  const day = new Date(audit.finished_at ?? audit.started_at).toISOString().slice(0, 10);
  const chapterOf = (level: string): object => {
    const own = criteria.filter(({ criterion }) => criterion.level === level);
    return own.length === 0 ? { notes: 'Not part of this audit.', disabled: true } : { criteria: own.map(one => entryOf(one, judged.length)) };
  };
  return stringify({
    title: `${settings.domain} Accessibility Conformance Report`,
    product: { name: settings.domain, description: `Website of ${settings.domain}` },
    author: { name: TO_FILL_IN, email: TO_FILL_IN },
    report_date: day,
    notes: 'A draft for a person to check and sign: what waits for answers is not evaluated.',
    evaluation_methods_used: `Domain Security Service judged ${judged.length} of ${pages.length} pages of a sample in a browser by several engines and probes of the keyboard; people answered what rules cannot decide. Pages: ${pages.map(({ url }) => url).join(' ')}`,
    catalog: catalogs[settings.standard],
    chapters: { success_criteria_level_a: chapterOf('A'), success_criteria_level_aa: chapterOf('AA'), success_criteria_level_aaa: chapterOf('AAA') },
  });
}

function entryOf(one: CriterionResult, judgedPages: number): object {
  return { num: one.criterion.number, components: [{ name: 'web', adherence: { level: adherenceOf(one, judgedPages), notes: remarksOn(one) } }] };
}
