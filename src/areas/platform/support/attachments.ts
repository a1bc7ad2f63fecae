import { z } from 'zod';
import { invalid } from '../../../core/invalid-input.ts';

/** What a message may bring along. */
export const attachmentLimits = { files: 5, bytes: 10 * 1024 * 1024, accountBytes: 100 * 1024 * 1024 } as const;
const MAX_NAME_CHARACTERS = 120;
/** Base64 of the most bytes, and the rest of the message. */
export const MAX_BODY_BYTES = Math.ceil(attachmentLimits.bytes * 4 / 3) + 256 * 1024;

/** A file, in memory. */
export interface NewAttachment {
  name: string;
  content: Uint8Array;
}

/** The files of a message as callers give them. */
export const Attachments = z.array(z.strictObject({
  name: z.string().min(1).max(255).describe('The name of the file'),
  content: z.base64().max(MAX_BODY_BYTES).describe('Base64'),
})).max(attachmentLimits.files).describe(`Files, ${attachmentLimits.files} with ${attachmentLimits.bytes / 1024 / 1024} MiB together at most`);

/** The files, decoded. Throws `Problem` where they are too large together. */
export function readAttachments(given: z.output<typeof Attachments> = []): NewAttachment[] {
  const files = given.map(({ name, content }) => ({ name: safeName(name), content: Buffer.from(content, 'base64') }));
  if (!fit(files)) throw invalid([{ path: ['attachments'], message: `The files may have ${attachmentLimits.bytes / 1024 / 1024} MiB together at most.` }]);
  return files;
}

/** Whether one message may bring all of these. */
export function fit(files: readonly NewAttachment[]): boolean {
  return files.length <= attachmentLimits.files && files.reduce((sum, { content }) => sum + content.length, 0) <= attachmentLimits.bytes;
}

/** A name without folders and without characters that hide what it ends in (controls, directions of writing). */
export function safeName(name: string): string {
  const bare = name.split(/[/\\]/).at(-1)!.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029"<>|:*?]/gu, '').trim().replace(/^\.+/, '');
  return bare.slice(0, MAX_NAME_CHARACTERS) || 'file';
}
