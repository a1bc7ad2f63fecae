import type { Box, OpenPage } from '../../../../core/outside/browse.ts';
import type { PageFinding } from '../engines/join.ts';
import { stored } from './fingerprint.ts';

/** The part of a page around an element, with its PNG. */
export interface TakenPicture extends Box {
  png: Uint8Array;
}

/** What was found on an element, and how that looked where a picture was taken. */
export type Pictured = PageFinding & { picture: TakenPicture | null; view: string | null };

/** Pictures of one audit, and of one page. */
export const MAX_OF_AUDIT = 80;
const MAX_OF_PAGE = 12;
const MAX_BYTES = 150 * 1024;
const AROUND_PX = 48;
const MAX_PX = { width: 800, height: 500 };

/** Takes pictures of what failed for the first time in the audit, then of what rules cannot tell, at most `remaining`. */
export async function takePictures(page: OpenPage, { failures, undecided }: { failures: readonly PageFinding[]; undecided: readonly PageFinding[] }, { known, remaining }: { known: ReadonlySet<string>; remaining: number }): Promise<{ failures: Pictured[]; undecided: Pictured[] }> {
  const met = new Set(known);
  const isFirst = (one: PageFinding): boolean => met.size < met.add(stored({ ...one, picture: null, view: null }).cause).size;
  const wanted = [...failures.filter(isFirst), ...undecided].filter(isElement).slice(0, Math.max(0, Math.min(MAX_OF_PAGE, remaining)));
  const taken = new Map<PageFinding, TakenPicture>();
  for (const one of wanted) {
    const clip = around(one.box);
    const png = await page.picture(clip);
    if (png !== null && png.length <= MAX_BYTES) taken.set(one, { ...clip, png });
  }
  const pictured = (one: PageFinding): Pictured => ({ ...one, picture: taken.get(one) ?? null, view: null });
  return { failures: failures.map(pictured), undecided: undecided.map(pictured) };
}

/** Whether there is something to be seen that is less than the page. */
function isElement({ selector, box: { x, y, width, height } }: PageFinding): boolean {
  return !['html', 'body', 'html > body'].includes(selector) && width > 0 && height > 0 && x + width > 0 && y + height > 0;
}

function around({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(0, x - AROUND_PX), Math.max(0, y - AROUND_PX)];
  return { x: left, y: top, width: Math.min(MAX_PX.width, x + width + AROUND_PX - left), height: Math.min(MAX_PX.height, y + height + AROUND_PX - top) };
}
