import { createWebAnalysis } from './analysis/web-analysis.ts';
import type { WebFinder, WebsitesOptions } from './find.ts';
import { createWebFinder } from './find-website.ts';
import { readTechnologies } from './technologies/import.ts';
import { readTemplates, type TemplateFolder } from './templates/folder.ts';

/** Opens what looks at websites, with the folders of the operator. */
export async function openFinder({ templates, technologies, log }: WebsitesOptions): Promise<WebFinder> {
  const given = await readOr({ templates: [], others: [] }, templates, readTemplates, log);
  const imported = await readOr({ fingerprints: [], others: [] }, technologies, readTechnologies, log);
  if (templates !== null) for (const line of sayTemplates(given)) log(line);
  for (const { file, reason } of imported.others) log(`${file} is not used: ${reason}`);
  return createWebFinder({ analysis: createWebAnalysis({}, imported.fingerprints), templates: given.templates });
}

async function readOr<T>(none: T, folder: string | null, read: (folder: string) => Promise<T>, log: (line: string) => void): Promise<T> {
  if (folder === null) return none;
  try {
    return await read(folder);
  } catch (error) {
    log(`${folder} is not used: ${(error as Error).message}`);
    return none;
  }
}

/** How many templates are run, and the name of each that is not with the reason. */
function sayTemplates({ templates, others }: TemplateFolder): string[] {
  return [`${templates.length} templates are run, ${others.length} are not`, ...others.map(({ file, outcome, reasons }) => `${file} is ${outcome === 'refused' ? 'refused' : 'not run'}: ${reasons.join(', ')}`)];
}
