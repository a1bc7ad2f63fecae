import type { WebFinder, Websites, WebsitesOptions } from './find.ts';
import { judgeWebsite } from './judge.ts';

/** What looks at websites and judges them; the folders, and all that knows technologies, are read with the first one. */
export function createWebsites(options: WebsitesOptions): Websites {
  let opened: Promise<WebFinder> | undefined;
  const open = async (): Promise<WebFinder> => (await import('./open-finder.ts')).openFinder(options);
  return { find: async probe => (await (opened ??= open()))(probe), judge: judgeWebsite };
}
