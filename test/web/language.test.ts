// Every page in a pseudo-language, which marks each text that comes through the texts: what is not marked must be data of the API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { OPEN } from '../../web/language/pseudo.ts';
import { unmarked } from '../speaking.ts';
import type { Visitor } from './browser.ts';
import { addressOf, views, type View } from './pages.ts';
import { seed, type World } from './seed.ts';
import { onDashboard } from './service.ts';

const SAMPLE = new URL('../../web/areas/domains/check/sample/sample.json', import.meta.url);
const people = [...new Set(views.map(({ who }) => who))];
/** Shorter words of the API's sentences could as well be words of a page. */
const LONG = 12;
/** Names of things, which are the same in every language: the product's in titles that stand before any text, the API's own. */
const NAMES = /^(?:Domain Security Service|DSS)$/;

/** What somebody reads on a page, or hears: texts, names and hints of controls, the title. */
interface Seen {
  where: string;
  text: string;
}

onDashboard('the texts of the pages', site => {
  let world: World;
  before(async () => { world = await seed(site()); });

  suite('in the pseudo-language', { concurrency: 2 }, () => {
    for (const who of people) {
      test(`${who}: each text comes through the texts, or from the API`, async () => {
        const visitor = await site().visit(world.cookies[who]);
        await speakPseudo(visitor);
        const faults: string[] = [];
        const reported = new Shown();
        for (const view of views.filter(one => one.who === who)) faults.push(...await unmarkedOn(visitor, view, reported));
        await visitor.context.close();
        assert.ok(faults.length === 0, [...new Set(faults)].join('\n'));
      });
    }
  });

  async function unmarkedOn(visitor: Visitor, view: View, reported: Shown): Promise<string[]> {
    const { page, settle } = visitor;
    const path = addressOf(view, world.names);
    await follow(visitor, path);
    // What is folded is read too.
    await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true; });
    await settle();
    await hearReplies(page, reported);
    reported.add(decodeURIComponent(path));
    // Its report is a reply of the API that comes with the page.
    if (view.path === '/sample-report') reported.hear(readFileSync(SAMPLE, 'utf8'));
    const seen = await textsOn(page);
    assert.ok(seen.some(({ text }) => text.includes(OPEN)), `${view.path} speaks the pseudo-language`);
    return seen.flatMap(({ where, text }) => {
      const rest = unmarked(text);
      return rest === '' || NAMES.test(rest) || reported.holds(rest) || isKnownJson(text, reported) || ZONE_LINES.test(text) ? [] : [`${view.path}: ${where}: ${rest}`];
    });
  }
});

/** A zone file of proofs, made of records of the API. */
const ZONE_LINES = /^(_dss-challenge\.\S+ \d+ IN TXT "dss-challenge=[0-9a-f]{32}"\s*)+$/;

/** Whether a text is JSON, as a page shows it line by line, whose members and values are all known. */
function isKnownJson(text: string, reported: Shown): boolean {
  try {
    const parts: string[] = [];
    JSON.parse(text, (name, value: unknown) => {
      parts.push(name, ...(typeof value === 'object' && value !== null ? [] : [String(value)]));
      return value;
    });
    return parts.every(part => part === '' || reported.holds(part));
  } catch {
    return false;
  }
}

/** Has the documents say that they are in the pseudo-language, and keep what the API answers, streams too, as it comes. */
async function speakPseudo({ context, page }: Visitor): Promise<void> {
  await context.route(url => !/^\/(api|assets)\//.test(url.pathname), async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('<html lang="en"', '<html lang="en-XA"') });
  });
  await page.addInitScript(() => {
    const reported: { text: string }[] = [];
    const ask = globalThis.fetch;
    const keep = async (body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
      const one = { text: '' };
      reported.push(one);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) one.text += part.value;
    };
    Object.assign(globalThis, {
      reported,
      fetch: async (...args: Parameters<typeof fetch>) => {
        const response = await ask(...args);
        const { body } = response.clone();
        if (body) void keep(body).catch(() => {});
        return response;
      },
    });
  });
}

/** What the API has told the page: whole values, and sentences that hold them. */
class Shown {
  readonly #values = new Set<string>();
  #whole = '';

  /** Takes in all values of a reply, and the names of its members, which pages show as those of headers and tags. */
  hear(reply: string): void {
    for (const text of [reply, ...reply.matchAll(/^data: (.*)$/gm).map(([, data]) => data!)]) {
      try {
        JSON.parse(text, (name, value: unknown) => {
          this.add(name);
          if (typeof value !== 'object' || value === null) this.add(String(value));
          return value;
        });
      } catch {
        // What is no JSON is a stream, whose lines are read one by one, or a file.
      }
    }
  }

  add(value: string): void {
    const initials = value.split(/\s+/).map(word => word[0] ?? '').slice(0, 2).join('');
    // Slashes at the ends of a path are no words.
    for (const one of [value, initials, value.replace(/^\/|\/$/g, '')]) this.#values.add(one.toLowerCase());
    this.#whole += `\n${compact(value)}`;
  }

  /** Whether a text is made of known values: as a whole, or value by value. */
  holds(text: string): boolean {
    return this.#knows(text) || text.split(/[^\p{L}\p{N}._@-]+/u).every(token => token === '' || this.#knows(token));
  }

  #knows(text: string): boolean {
    if (this.#values.has(text.toLowerCase())) return true;
    return (text.length >= LONG || /[^\p{L}\s]/u.test(text)) && this.#whole.includes(compact(text));
  }
}

/** Takes in what the API has answered since the last time; a stream that goes on is read again. */
async function hearReplies(page: Page, reported: Shown): Promise<void> {
  const replies = await page.evaluate(() => (globalThis as unknown as { reported: { text: string }[] }).reported.map(one => {
    const { text } = one;
    one.text = '';
    return text;
  }));
  for (const reply of replies) reported.hear(reply);
}

/** Goes to `path` as a link within the dashboard does: the program is loaded once. Who opens a page from outside is tested elsewhere. */
async function follow({ page, open, settle }: Visitor, path: string): Promise<void> {
  if (page.url() === 'about:blank') return open(path);
  await page.evaluate(to => window.history.pushState(null, '', to), path);
  await settle();
  await page.locator('h1').first().waitFor();
  await settle();
}

function compact(text: string): string {
  return text.replace(/\s+/g, '');
}

/** All that can be read on the page now. */
async function textsOn(page: Page): Promise<Seen[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element): string => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;
    const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const found = [{ where: 'the title', text: document.title }];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const parent = node.parentElement!;
      // Pieces of a name that is shown with marks are read as one.
      if (parent.tagName === 'MARK' || parent.querySelector(':scope > mark')) continue;
      if (!['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName) && isSeen(parent)) found.push({ where: nameOf(parent), text: node.nodeValue ?? '' });
    }
    for (const mark of document.querySelectorAll('mark')) if (isSeen(mark)) found.push({ where: nameOf(mark), text: mark.parentElement!.textContent });
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) if (isSeen(element)) found.push({ where: `${name} of ${nameOf(element)}`, text: element.getAttribute(name)! });
    }
    return found;
  });
}
