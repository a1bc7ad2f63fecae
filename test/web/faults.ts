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

interface Axe {
  run(within: string, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }>;
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
    Object.assign(globalThis, { walk: { controls, seen: new Set<Element>(), last: null, hidden: [] as string[], before, appearance } });
  });
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const isRound = await page.evaluate(() => {
      const { walk } = globalThis as unknown as { walk: { seen: Set<Element>; last: Element | null; hidden: string[]; before: Map<Element, string>; appearance(one: Element): string } };
      const at = document.activeElement;
      if (at === null || at === document.body) return walk.seen.size > 0;
      // A field for a date is several stops.
      if (walk.seen.has(at)) return at !== walk.last;
      walk.seen.add(at);
      walk.last = at;
      if (walk.before.get(at) === walk.appearance(at)) walk.hidden.push(at.outerHTML.slice(0, 120));
      return false;
    });
    if (isRound) break;
  }
  return page.evaluate(() => {
    const { walk: { controls, seen, hidden } } = globalThis as unknown as { walk: { controls: HTMLElement[]; seen: Set<Element>; hidden: string[] } };
    (document.activeElement as HTMLElement | null)?.blur();
    const missed = controls.filter(one => one.isConnected && !seen.has(one));
    return [...missed.map(one => `Tab does not reach ${one.outerHTML.slice(0, 120)}`), ...hidden.map(one => `the focus does not show on ${one}`)];
  });
}
