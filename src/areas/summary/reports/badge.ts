import { badgeColours, badgeSvg } from '../../../core/badge.ts';
import type { Grade } from '../../../core/score.ts';
import type { SpokenOf } from '../../../core/texts.ts';
import type { DomainReport } from './shapes.ts';
import type { reportsTexts } from './texts.ts';

const { good, fair, bad, unknown } = badgeColours;
const colours: Readonly<Record<Grade, string>> = { 'A+': good, A: good, B: fair, C: fair, D: bad, F: bad };

/** The grade of a domain as a small SVG picture for web pages; a question mark if there is none. */
export function badgeOf({ name, grade, checkedAt }: DomainReport, { badge: words }: SpokenOf<typeof reportsTexts>): string {
  const says = grade === null ? words.none(name) : words.grade(name, grade, checkedAt!.slice(0, 10));
  return badgeSvg({ label: words.label, value: grade ?? '?', says, colour: grade === null ? unknown : colours[grade] });
}
