import { html } from '../../../core/html.ts';
import type { Grade } from '../../../core/score.ts';
import type { SpokenOf } from '../../../core/texts.ts';
import type { DomainReport } from './shapes.ts';
import type { reportsTexts } from './texts.ts';

const HEIGHT_PX = 20;
const FONT_PX = 11;
const PADDING_PX = 6;
/** Of a character of Verdana at that size, on average; `textLength` makes it exact. */
const CHARACTER_PX = 6.8;
const UNKNOWN_COLOUR = '#595f69';
/** White text on each has a contrast of 4.5 at least. */
const colours: Readonly<Record<Grade, string>> = { 'A+': '#177a3b', A: '#177a3b', B: '#8a5a00', C: '#8a5a00', D: '#b3261e', F: '#b3261e' };

/** The grade of a domain as a small SVG picture for web pages; a question mark if there is none. */
export function badgeOf({ name, grade, checkedAt }: DomainReport, { badge: words }: SpokenOf<typeof reportsTexts>): string {
  const [label, value] = [words.label, grade ?? '?'];
  const [labelPx, valuePx] = [widthOf(label), widthOf(value)];
  const width = labelPx + valuePx;
  const says = grade === null ? words.none(name) : words.grade(name, grade, checkedAt!.slice(0, 10));
  const text = (shown: string, from: number, px: number) => html`<text x="${from + px / 2}" y="14" textLength="${px - 2 * PADDING_PX}">${shown}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT_PX}" role="img" aria-label="${says}"><title>${says}</title>
<rect width="${width}" height="${HEIGHT_PX}" rx="3" fill="#333a45"/><path d="M${labelPx} 0h${valuePx - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${valuePx - 3}z" fill="${grade === null ? UNKNOWN_COLOUR : colours[grade]}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="${FONT_PX}">${text(label, 0, labelPx)}${text(value, labelPx, valuePx)}</g></svg>
`.html;
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_PX) + 2 * PADDING_PX;
}
