import { access, glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTemplate } from './parse.ts';
import type { ParsedTemplate, Template } from './template.ts';

/** The templates of an operator's folder. */
export interface TemplateFolder {
  templates: Template[];
  /** By file: why it is not run. */
  others: { file: string; outcome: 'refused' | 'notRun'; reasons: readonly string[] }[];
}

const MAX_FILES = 20_000;
const MAX_BYTES = 262_144;

/** Reads every `.yaml` and `.yml` below `folder`, in the order of their paths; of more than 20,000 the rest is left out. Throws where the folder cannot be read. */
export async function readTemplates(folder: string): Promise<TemplateFolder> {
  await access(folder);
  const files = (await Array.fromAsync(glob('**/*.{yaml,yml}', { cwd: folder }))).toSorted().slice(0, MAX_FILES);
  const read: TemplateFolder = { templates: [], others: [] };
  for (const file of files) {
    const parsed = await readTemplate(join(folder, file));
    if (parsed.outcome === 'runnable') read.templates.push(parsed.template);
    else read.others.push({ file, outcome: parsed.outcome, reasons: parsed.outcome === 'refused' ? parsed.reasons : parsed.features });
  }
  return read;
}

async function readTemplate(path: string): Promise<ParsedTemplate> {
  const { size } = await stat(path);
  return size > MAX_BYTES ? { outcome: 'notRun', id: '', features: ['size'] } : parseTemplate(await readFile(path, 'utf8'));
}
