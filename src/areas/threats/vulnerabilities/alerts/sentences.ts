import { english } from '../../../../core/language.ts';
import type { Confidence } from '../matching/judge.ts';
import type { Priority } from '../matching/priority.ts';
import { vulnerabilitiesTexts, type VulnerabilitiesTexts } from '../texts.ts';

/** What the API says, which is English as findings are. */
export const inEnglish: VulnerabilitiesTexts = { ...vulnerabilitiesTexts.english(english), language: english };

/** What is said of a match. */
export interface SaidMatch {
  product: string;
  version: string | null;
  host: string;
  cve: string;
  title: string | null;
  fixedIn: string | null;
  priority: Priority;
  confidence: Confidence | null;
}

/** `CVE-2021-41773 in apache-httpd 2.4.49 at 192.0.2.10`, with the title where there is one. */
export function titleOf(texts: VulnerabilitiesTexts, { product, version, host, cve, title }: Pick<SaidMatch, 'product' | 'version' | 'host' | 'cve' | 'title'>): string {
  const text = texts.applies(cve, version === null ? product : `${product} ${version}`, host);
  return title === null ? text : texts.withTitle(text, title);
}

/** What to do about a match, as one or two sentences. */
export function whatToDo(texts: VulnerabilitiesTexts, { product, fixedIn, priority, confidence }: Pick<SaidMatch, 'product' | 'fixedIn' | 'priority' | 'confidence'>): string {
  if (confidence === 'possibleBackported') return texts.uncertain.possibleBackported;
  if (confidence === null) return texts.uncertain.unknown;
  return fixedIn === null ? texts.noFix(product, priority) : texts.update(product, fixedIn, priority);
}
