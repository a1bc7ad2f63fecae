// The accuracy of intent classification, half by half, and the page of the reference that says so.
import { judgePageIntent } from '../judge-page.ts';
import { judgeQuery } from '../judge-query.ts';
import { byIntent, intents, type ByIntent, type Intent } from '../intents.ts';
import type { Judgement } from '../judgement.ts';
import { languages } from '../terms.ts';
import { labelledPages, labelledQueries } from './labelled.sample.ts';

/** One labelled thing and how it was judged. */
interface Judged {
  language: string;
  heldOut: boolean;
  intent: Intent;
  judged: Judgement;
}

/** Of one half. */
export interface Evaluation {
  count: number;
  accuracy: number;
  /** The mean of F1 over the intents. */
  macroF1: number;
  f1: ByIntent;
  /** Rows are what it is, columns what was said. */
  confusion: Record<Intent, ByIntent>;
  /** By how much confidence and share of right answers differ, on average over ten steps of confidence (expected calibration error). */
  calibrationError: number;
}

export const judgedQueries: readonly Judged[] = labelledQueries.map(({ query, ...labelled }) => ({ ...labelled, judged: judgeQuery(query) }));
export const judgedPages: readonly Judged[] = labelledPages.map(({ facts, ...labelled }) => ({ ...labelled, judged: judgePageIntent(facts)! }));

export function evaluate(all: readonly Judged[]): Evaluation {
  const confusion = Object.fromEntries(intents.map(is => [is, byIntent(said => all.filter(({ intent, judged }) => intent === is && judged.primary === said).length)])) as Record<Intent, ByIntent>;
  const f1 = byIntent(one => {
    const right = confusion[one][one];
    const [said, is] = [intents.reduce((sum, other) => sum + confusion[other][one], 0), intents.reduce((sum, other) => sum + confusion[one][other], 0)];
    return right === 0 ? 0 : (2 * right) / (said + is);
  });
  const right = intents.reduce((sum, one) => sum + confusion[one][one], 0);
  return { count: all.length, accuracy: right / all.length, macroF1: intents.reduce((sum, one) => sum + f1[one], 0) / intents.length, f1, confusion, calibrationError: calibrationErrorOf(all) };
}

function calibrationErrorOf(all: readonly Judged[]): number {
  const steps = Map.groupBy(all, ({ judged }) => Math.min(9, Math.floor(10 * judged.confidence)));
  return [...steps.values()].reduce((sum, step) => {
    const [confidence, right] = [step.reduce((total, { judged }) => total + judged.confidence, 0), step.filter(({ intent, judged }) => judged.primary === intent).length];
    return sum + Math.abs(confidence - right);
  }, 0) / all.length;
}

/** The page `docs/reference/intent.md`. */
export function intentPage(): string {
  return `# Accuracy of intent classification

Pages and queries are judged by weighted terms in seven languages and by what a page has, as \`src/areas/web/deep-seo/intent\` says; no model is
trained. The labelled sets next to that code were written for it: ${labelledQueries.length} queries and ${labelledPages.length} pages. Of each, one half was used to choose weights;
the other is held out and only measures. Both were written before the lexicons, yet by the same authors, and many lines of one language
are translations of those of another: on queries and pages of strangers, expect less than what stands here.

${sectionOf('Queries', judgedQueries)}
${sectionOf('Pages', judgedPages)}`;
}

function sectionOf(title: string, all: readonly Judged[]): string {
  const [tuned, heldOut] = [all.filter(one => !one.heldOut), all.filter(one => one.heldOut)];
  const [a, b] = [evaluate(tuned), evaluate(heldOut)];
  const row = (says: string, of: Evaluation): string => `| ${says} | ${of.count} | ${share(of.accuracy)} | ${share(of.macroF1)} | ${intents.map(one => share(of.f1[one])).join(' | ')} | ${share(of.calibrationError)} |`;
  return `## ${title}

| Half | Count | Accuracy | Macro-F1 | ${intents.map(one => `F1 ${one}`).join(' | ')} | Calibration error |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${row('Weights chosen with it', a)}
${row('Held out', b)}

Held out, what it is (rows) and what was said (columns):

| | ${intents.join(' | ')} |
| --- | --- | --- | --- | --- |
${intents.map(is => `| ${is} | ${intents.map(said => b.confusion[is][said]).join(' | ')} |`).join('\n')}

Held out, by language: ${languages.map(language => `${language} ${share(evaluate(heldOut.filter(one => one.language === language)).macroF1)}`).join(', ')} (macro-F1).
`;
}

function share(value: number): string {
  return value.toFixed(2);
}
