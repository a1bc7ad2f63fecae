import { badgeColours, badgeSvg } from '../../../core/badge.ts';
import type { Level } from '../status/index.ts';
import type { Published } from './published.ts';
import type { StatusPagesTexts } from './texts.ts';

const { good, fair, bad, planned, unknown } = badgeColours;
const colours: Readonly<Record<Level, string>> = { operational: good, maintenance: planned, degraded: fair, partialOutage: bad, majorOutage: bad, unknown };

/** The level of a page as a small SVG picture for web pages. */
export function badgeOf({ title, level }: Published, { badge: words }: StatusPagesTexts): string {
  const value = words.levels[level];
  return badgeSvg({ label: words.label, value, says: words.says(title, value), colour: colours[level] });
}
