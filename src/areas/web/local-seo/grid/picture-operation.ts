import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { z } from 'zod';
import { connectors } from '../providers/index.ts';
import type { LocalSeoServices } from '../services.ts';
import { chosen, scan } from './operations.ts';
import { pictureOf } from './picture.ts';
import { resultOf } from './result.ts';
import type { ScanSettings } from './settings.ts';
import { ScanQuery } from './shapes.ts';
import { askedPoints } from './store.ts';

/** A scan as a picture. */
export const scanPicture = operationIn<LocalSeoServices>()({
  id: 'localSeo.scans.picture',
  summary: 'Draw a rank grid',
  description: 'A rank grid for one of its keywords as an SVG picture that needs nothing else: ranks, north, distances, metrics, and whose order it is.',
  method: 'GET',
  path: '/api/local-seo/scans/{id}/picture',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['image/svg+xml'],
  owns: { id: scan },
  input: ScanQuery,
  output: z.custom<FileReply>(),
  examples: [{ input: { id: 'run_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'For its first keyword' }],
  run: async ({ owned: { id: row } }, { db }, { keyword }): Promise<FileReply> => {
    const { at, word } = chosen(row, keyword);
    const settings = JSON.parse(row.settings) as ScanSettings;
    const { points, metrics } = resultOf(settings, await askedPoints(db, row.id, at));
    const { name, local, terms: { attribution } } = connectors[settings.provider];
    const subtitle = `${new Date(row.created_at).toISOString().slice(0, 16).replace('T', ' ')} UTC · ${name} · ${local!.rankKind === 'apiOrder' ? 'API order, not Maps' : local!.rankKind === 'proximity' ? 'by distance' : 'order of Google Maps'}`;
    return { contentType: 'image/svg+xml', fileName: `rank-grid-${row.id}.svg`, body: pictureOf(settings, points, metrics, { title: `${row.business_name}: ${word}`, subtitle, attribution }) };
  },
});
