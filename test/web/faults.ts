// What somebody could not use on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EVERYTHING = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** The rules about colours alone: the others find the same in a page's other scheme. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** More stops than any page should need; a walk that does not come round by then is a trap. */
const MOST_STOPS = 400;
const STOPS_AT_ONCE = 16;
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, nativeVirtualKeyCode: 9 };

interface Axe {
  run(within: string, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }>;
}

/** A walk by the Tab key, as the page keeps it. */
interface Walk {
  controls: HTMLElement[];
  seen: Set<Element>;
  hidden: string[];
  isRound: boolean;
  end(): void;
}

/** Violations of WCAG 2.2 A and AA and of good practice within an element, as sentences. */
export async function violationsOn(page: Page, { within = 'html', rules = EVERYTHING } = {}): Promise<string[]> {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
  return page.evaluate(async ({ rules, within }) => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(within, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1, 3).join(' ').trim()}`));
  }, { rules, within });
}

/** What makes the page scroll sideways; nothing where it does not. */
export async function overflowOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const widest = [...document.body.querySelectorAll('*')].findLast(one => one.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth - clientWidth} px run out sideways: ${widest?.outerHTML.slice(0, 160) ?? 'nobody knows what'}`];
  });
}

/** Sentences that end in two full stops: a text was put behind one that had its own. */
export async function stopsOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return [...text.matchAll(/.{0,60}[\p{L}\p{N})"]\.\.(?=\s|$)/gmu)].map(([found]) => `two full stops: ${found}`);
}

/** Words of prose that are broken in their middle, and texts that are cut off where nothing opens that has them whole. */
export async function unreadableOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2;
    const nameOf = (element: Element): string => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;
    const rectsOf = (node: Node, from: number, to: number): DOMRect[] => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()];
    };
    const linesIn = (rects: readonly DOMRect[]): number => new Set(rects.map(({ bottom }) => Math.round(bottom))).size;
    // The longest word that is judged, and how wide its characters are on average at most.
    const [characters, widthEm] = [20, 0.7];
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const [parent, text] = [node.parentElement!, node.nodeValue ?? ''];
      if (text.trim() === '' || parent.closest('code, pre, svg, script, style') !== null || !shown(parent)) continue;
      const rects = rectsOf(node, 0, text.length);
      // On a line as long as this, every word has its place.
      const longestWord = characters * widthEm * Number.parseFloat(getComputedStyle(parent).fontSize);
      if (linesIn(rects) < 2 || rects.some(({ width }) => width > longestWord)) continue;
      // Addresses, names of hosts and data are no words: they have other signs in them, or are longer.
      for (const { 0: token, index: at } of text.matchAll(/\S+/g)) {
        if (!/^[^\p{L}\p{N}]*\p{L}{1,20}(?:[-’']\p{L}{1,20})*[^\p{L}\p{N}]*$/u.test(token)) continue;
        for (const { 0: word, index } of token.matchAll(/\p{L}+/gu)) if (linesIn(rectsOf(node, at + index, at + index + word.length)) > 1) found.push(`"${word}" is broken in ${nameOf(parent)}`);
      }
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth <= 2 || element.matches('input, select, textarea, svg, svg *')) continue;
      if (!['hidden', 'clip'].includes(getComputedStyle(element).overflowX) || element.textContent.trim() === '' || !shown(element)) continue;
      const opens = element.closest('summary, [aria-expanded]') ?? element.closest('tr')?.querySelector('[aria-expanded]');
      if (!opens) found.push(`"${element.textContent.slice(0, 60)}" is cut off in ${nameOf(element)}`);
    }
    return [...new Set(found)];
  });
}

/** Fields of a choice that do not show the whole of what is chosen. */
export async function cutChoicesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.mantine-Select-input, select')].flatMap(field => {
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text ?? '' : field.value || field.placeholder;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      canvas.font = font;
      const [needs, has] = [canvas.measureText(text).width, field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)];
      return has > 0 && needs > has + 1 ? [`of "${text}" ${Math.round(needs - has)} px do not fit into their field`] : [];
    });
  });
}

/** Classes of the pages' own style sheets, which end in a hash, for which no rule was loaded: a page that stands there undressed. */
export async function unstyledOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).map(rule => rule.cssText).join('\n');
    const used = new Set([...document.querySelectorAll('[class]')].flatMap(one => [...one.classList]).filter(name => /^[a-z]\w*-[\w-]{5}$/i.test(name) && !name.startsWith('mantine-')));
    return [...used].filter(name => !rules.includes(`.${name}`)).map(name => `no style is loaded for .${name}`);
  });
}

/** Controls that the Tab key does not reach, and those that look the same with the focus as without it. */
export async function keyboardFaultsOn(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')].filter(one => {
      const radio = one instanceof HTMLInputElement && one.type === 'radio';
      return one.tabIndex >= 0 && !one.matches(':disabled, h1') && one.closest('[inert]') === null && one.checkVisibility({ visibilityProperty: true })
        // Of the choices of one question, one is a stop.
        && !(radio && !one.checked && [...document.getElementsByName(one.name)].some(other => (other as HTMLInputElement).checked));
    });
    // Controls are drawn by themselves, or by what stands around and next to them.
    const appearance = (one: Element): string => [one, one.parentElement, one.firstElementChild, one.nextElementSibling, one.parentElement?.nextElementSibling, one.closest('label')].map(part => {
      if (!part) return '';
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, stroke, strokeWidth } = getComputedStyle(part);
      return [outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`, boxShadow, borderColor, backgroundColor, stroke, strokeWidth].join();
    }).join(';');
    window.getSelection()?.removeAllRanges();
    // Where the Tab key starts from is where the focus was last.
    const start = Object.assign(document.createElement('span'), { tabIndex: -1 });
    document.body.prepend(start);
    start.focus({ preventScroll: true });
    start.remove();
    const before = new Map(controls.map(one => [one, appearance(one)]));
    const walk = { controls, seen: new Set<Element>(), hidden: [] as string[], isRound: false };
    let last: Element | null = null;
    const step = (): void => {
      const at = document.activeElement;
      if (walk.isRound) return;
      if (at === null || at === document.body) {
        walk.isRound = walk.seen.size > 0;
      } else if (walk.seen.has(at)) {
        // A field for a date is several stops.
        walk.isRound = at !== last;
      } else {
        walk.seen.add(at);
        last = at;
        if (before.get(at as HTMLElement) === appearance(at)) walk.hidden.push(at.outerHTML.slice(0, 120));
      }
    };
    document.addEventListener('keyup', step, true);
    Object.assign(globalThis, { walk: Object.assign(walk, { end: () => document.removeEventListener('keyup', step, true) }) });
  });
  const keys = await page.context().newCDPSession(page);
  for (let stops = 0; stops < MOST_STOPS; stops += STOPS_AT_ONCE) {
    // In the order in which they are sent, without an answer to each.
    await Promise.all(Array.from({ length: STOPS_AT_ONCE }, () => (['rawKeyDown', 'keyUp'] as const).map(type => keys.send('Input.dispatchKeyEvent', { type, ...TAB }))).flat());
    if (await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.isRound)) break;
  }
  await keys.detach();
  return page.evaluate(() => {
    const { walk: { controls, seen, hidden, end } } = globalThis as unknown as { walk: Walk };
    end();
    (document.activeElement as HTMLElement | null)?.blur();
    const missed = controls.filter(one => one.isConnected && !seen.has(one));
    return [...missed.map(one => `Tab does not reach ${one.outerHTML.slice(0, 120)}`), ...hidden.map(one => `the focus does not show on ${one}`)];
  });
}
