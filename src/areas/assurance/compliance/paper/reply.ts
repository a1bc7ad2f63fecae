import { z } from 'zod';
import type { FileReply } from '../../../../core/operation.ts';
import type { Print } from '../../../../core/outside/print.ts';
import { Problem } from '../../../../core/problem.ts';
import { paperPage } from './page.ts';
import type { Paper } from './paper.ts';
import { paperText } from './plain.ts';

const RETRY_SECONDS = 60;
const BUSY_RETRY_SECONDS = 5;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const paperFormats = ['html', 'pdf', 'docx', 'txt'] as const;
export const PaperFormat = z.enum(paperFormats).default('pdf').describe('`html`: a self-contained page; `pdf`: the same on A4; `docx`: a Word document; `txt`: plain text');
type PaperFormat = (typeof paperFormats)[number];

export function isPaper(format: string): format is PaperFormat {
  return (paperFormats as readonly string[]).includes(format);
}

export const paperTypes = ['text/html', 'application/pdf', WORD, 'text/plain'] as const;

interface Printing {
  print: Print;
  signal: AbortSignal;
}

/** The document as a file to be saved; throws `Problem` where it cannot be printed. */
export async function paperReply(paper: Paper, format: PaperFormat, name: string, printing: Printing): Promise<FileReply> {
  const fileName = `${name}.${format}`;
  switch (format) {
    case 'html': return { contentType: 'text/html; charset=utf-8', fileName, body: paperPage(paper) };
    case 'pdf': return { contentType: 'application/pdf', fileName, body: ReadableStream.from([await printed(paper, printing)]) };
    case 'txt': return { contentType: 'text/plain; charset=utf-8', fileName, body: paperText(paper) };
    // The library is loaded by those who ask for such a file.
    case 'docx': return { contentType: WORD, fileName, body: ReadableStream.from([await (await import('./word.ts')).paperFile(paper)]) };
  }
}

async function printed(paper: Paper, { print, signal }: Printing): Promise<Uint8Array> {
  const made = await print(paperPage(paper), signal);
  if (made.outcome === 'printed') return made.pdf;
  if (made.outcome === 'busy') throw new Problem('overloaded', 'Too many documents are being printed. Try again, or take format=html or docx.', {}, BUSY_RETRY_SECONDS);
  throw new Problem('dependency_unavailable', `${made.cause} The same document comes with format=html and format=docx.`, {}, RETRY_SECONDS);
}
