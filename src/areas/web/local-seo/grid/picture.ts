import { escapeHtml } from '../../../../core/html.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PointResult } from './result.ts';
import type { ScanSettings } from './settings.ts';

/** What stands around the grid. */
export interface PictureWords {
  title: string;
  /** When, by whom, in what order. */
  subtitle: string;
  attribution: string | null;
}

const CELL = 44;
const MARGIN = { top: 86, right: 30, bottom: 96, left: 30 };
const LEAST_WIDTH = 520;

/** Ground and ink by the rank; each pair stands at 4.5:1 or more (WCAG 2.2 §1.4.3). */
const colours = {
  first: ['#12663a', '#ffffff'], ten: ['#f3bf63', '#171b21'], twenty: ['#a8201f', '#ffffff'], notFound: ['#e2e5ea', '#171b21'], unknown: ['#ffffff', '#5d4b91'],
} as const;

/** A grid as a picture of its own (SVG 1.1): ranks in their colours, north above, distances, metrics and where they come from. */
export function pictureOf({ grid: { size, spacingMeters } }: Pick<ScanSettings, 'grid'>, points: readonly PointResult[], metrics: Metrics, { title, subtitle, attribution }: PictureWords): string {
  const side = size * CELL;
  const [width, height] = [Math.max(LEAST_WIDTH, side + MARGIN.left + MARGIN.right), side + MARGIN.top + MARGIN.bottom];
  const left = (width - side) / 2;
  const figure = (value: number | null, unit = ''): string => (value === null ? '–' : `${value}${unit}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="${escapeHtml(title)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textAt(width / 2, 26, title, 17, 'font-weight="600"'), textAt(width / 2, 46, subtitle, 11), textAt(width / 2, MARGIN.top - 10, 'N ↑', 12, 'font-weight="600"'),
    ...points.map(point => cellAt(left + point.col * CELL, MARGIN.top + point.row * CELL, point)),
    `<rect x="${left + (size - 1) / 2 * CELL}" y="${MARGIN.top + (size - 1) / 2 * CELL}" width="${CELL}" height="${CELL}" fill="none" stroke="#171b21" stroke-width="2"/>`,
    `<path d="M${left + CELL / 2} ${MARGIN.top + side + 12}h${CELL}m-${CELL} -4v8m${CELL} -8v8" stroke="#171b21" fill="none"/>`,
    textAt(left + CELL, MARGIN.top + side + 30, `${spacingMeters} m`, 11),
    textAt(width / 2, height - 44, `ARP ${figure(metrics.arp)} · ATRP ${figure(metrics.atrp)} · SoLV ${figure(metrics.solv, ' %')} · found ${figure(metrics.foundShare, ' %')}`, 13),
    textAt(width / 2, height - 26, '1–3 green · 4–10 amber · 11–20 red · – not found among the first 20 · ? unknown', 10),
    ...(attribution === null ? [] : [textAt(width / 2, height - 10, attribution, 10)]),
    '</svg>',
  ].join('\n');
}

function cellAt(x: number, y: number, { rank, status, lat, lng }: PointResult): string {
  const [ground, ink] = colours[status === 'unknown' || status === 'waiting' ? 'unknown' : rank === null ? 'notFound' : rank <= 3 ? 'first' : rank <= 10 ? 'ten' : 'twenty'];
  const word = status === 'unknown' ? '?' : status === 'waiting' ? '' : rank === null ? '–' : String(rank);
  return `<g><title>${lat.toFixed(6)}, ${lng.toFixed(6)}: ${word}</title><rect x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="4" fill="${ground}" stroke="#c3c9d2"/>`
    + `<text x="${x + CELL / 2}" y="${y + CELL / 2}" fill="${ink}" font-size="15" font-weight="600" text-anchor="middle" dominant-baseline="central">${word}</text></g>`;
}

function textAt(x: number, y: number, text: string, size: number, more = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" fill="#171b21" ${more}>${escapeHtml(text)}</text>`;
}
