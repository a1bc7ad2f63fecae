import { html, inXml } from './html.ts';

/** What a badge shows: the label on the left, the value on the right, and what screen readers say. */
export interface Badge {
  label: string;
  value: string;
  says: string;
  colour: string;
}

const HEIGHT_PX = 20;
const FONT_PX = 11;
const PADDING_PX = 6;
/** Of a character of Verdana at that size, on average; `textLength` makes it exact. */
const CHARACTER_PX = 6.8;

/** White text on each has a contrast of 4.5 at least. */
export const badgeColours = { good: '#177a3b', fair: '#8a5a00', bad: '#b3261e', planned: '#1f5fa8', unknown: '#595f69' } as const;

/** A small SVG picture for web pages. */
export function badgeSvg({ label, value, colour, ...badge }: Badge): string {
  const says = inXml(badge.says);
  const [labelPx, valuePx] = [widthOf(label), widthOf(value)];
  const width = labelPx + valuePx;
  const text = (shown: string, from: number, px: number) => html`<text x="${from + px / 2}" y="14" textLength="${px - 2 * PADDING_PX}">${shown}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT_PX}" role="img" aria-label="${says}"><title>${says}</title>
<rect width="${width}" height="${HEIGHT_PX}" rx="3" fill="#333a45"/><path d="M${labelPx} 0h${valuePx - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${valuePx - 3}z" fill="${colour}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="${FONT_PX}">${text(label, 0, labelPx)}${text(value, labelPx, valuePx)}</g></svg>
`.html;
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_PX) + 2 * PADDING_PX;
}
