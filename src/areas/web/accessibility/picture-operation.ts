import { z } from 'zod';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import { audit } from './resources.ts';
import type { AccessibilityServices } from './services.ts';
import { PicturePath } from './shapes.ts';
import { findPicture } from './store/pictures.ts';

/** A picture of an element, as PNG. */
export const showPicture = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.picture',
  summary: 'Show a picture of an accessibility audit',
  description: 'An element with what is around it, as the browser showed it: of the first finding of each fault, and of questions about elements, at most 80 an audit.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}/pictures/{picture}',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['image/png'],
  owns: { id: audit },
  maybeNotFound: true,
  input: PicturePath,
  output: z.custom<FileReply>(),
  examples: [{ input: { id: 'run_01hzy3v4qk8m0p2r5s7t9w1x3z', picture: 1 }, says: 'The first one' }],
  run: async ({ owned }, { db }, { picture }): Promise<FileReply> => {
    const png = await findPicture(db, owned.id.id, picture);
    if (png === null) throw new Problem('not_found', 'The audit has no picture of that number. Take one that a finding or a question names.');
    return { contentType: 'image/png', fileName: `element-${picture}.png`, body: ReadableStream.from([png]) };
  },
});
