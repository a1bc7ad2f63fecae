// Each probe on a page that fails and on one like it that does not, all in one browser.
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import type { Browsing, OpenPage } from '../../../../core/outside/browse.ts';
import { never } from '../../../../wire/testing/loopback.ts';
import { withoutChromium } from '../../../../wire/browser/testing.ts';
import { serveSite } from '../audit.sample.ts';
import { judgeFocus } from './focus.ts';
import { joinResults, type PageFinding } from './join.ts';
import { judgePage, preparePage } from './judge-page.ts';
import { probeLayout } from './layout.ts';

const WINDOW = { width: 1280, height: 900 };
type Judge = (page: OpenPage) => Promise<readonly PageFinding[]>;
const keyboard: Judge = async page => joinResults([(await judgeFocus(page, 40)).outcome]);
const layout: Judge = async page => (await probeLayout(page, WINDOW)).findings;
const engines: Judge = async page => (await judgePage(page)).findings;

const LONG = 'Bicycles that last a life, built by hand in a small shop since 1990.';
const GRADIENT = (from: string, to: string) => `<div style="background:linear-gradient(${from},${to});width:600px;height:200px"><p style="color:#fff;font-size:16px;margin:0;padding:20px">${LONG}</p></div>`;
const BAR = (css: string) => `<header style="position:fixed;top:0;left:0;right:0;height:120px;background:#fff">Shop</header>${'<p>Text</p>'.repeat(60)}<a href="#a" style="display:block;${css}">Go on</a>${'<p>Text</p>'.repeat(60)}`;
const SPACED = (css: string) => `<div style="width:300px;font:16px/1.2 sans-serif;${css}">${LONG} ${LONG}</div>`;
const TIP = (gap: string) => `<style>.tip{display:none;position:absolute;top:${gap};left:0;width:200px;background:#eee}.of{position:relative;width:120px}.of:hover .tip{display:block}</style><p style="height:60px">Above</p><div class="of"><button>Price</button><div class="tip">With all taxes of your country</div></div>`;
const FLASH = (ms: number) => `<div id="f" style="width:1280px;height:700px;background:#000"></div><script>let on = 0; setInterval(() => { document.getElementById('f').style.background = (on = 1 - on) ? '#fff' : '#000'; }, ${ms})</script>`;
const MENU = (order: string) => `<div style="display:flex;flex-direction:${order}"><a href="#1">One</a><a href="#2">Two</a><a href="#3">Three</a></div>`;

const probes: [says: string, rule: string, judge: Judge, outcome: 'failed' | 'cantTell', bad: string, good: string][] = [
  ['a focus that nobody sees', 'focus-visible', keyboard, 'failed', '<style>*{outline:none!important}</style><a href="#x">Go on</a>', '<a href="#x">Go on</a>'],
  ['a trap of the keyboard', 'keyboard-trap', keyboard, 'failed', '<input id="t" value="x"><a href="#x">Go on</a><script>document.getElementById("t").onkeydown = event => event.preventDefault()</script>', '<input type="date"><textarea>x</textarea><a href="#x">Go on</a>'],
  ['a focus below a bar', 'focus-obscured', keyboard, 'failed', BAR('scroll-margin-top:0').replace('<a ', '<script>addEventListener("focusin", ({ target }) => target.scrollIntoView({ block: "start", behavior: "instant" }))</script><a '), BAR('scroll-margin-top:140px').replace('<a ', '<script>addEventListener("focusin", ({ target }) => target.scrollIntoView({ block: "start", behavior: "instant" }))</script><a ')],
  ['a focus that jumps', 'focus-order', keyboard, 'cantTell', '<a href="#1">One</a><a href="#2" tabindex="5">Two</a>', '<a href="#1">One</a><a href="#2" tabindex="0">Two</a>'],
  ['a focus against the order', 'focus-order', keyboard, 'cantTell', MENU('row-reverse'), MENU('row')],
  ['a page that leaves on focus', 'on-focus', keyboard, 'failed', '<a href="#1">One</a><input onfocus="location.href=\'/elsewhere\'" aria-label="Name">', '<a href="#1">One</a><input onfocus="this.title=\'x\'" aria-label="Name">'],
  ['text wider than a narrow window', 'reflow', layout, 'failed', `<p style="width:900px">${LONG} ${LONG}</p>`, `<p style="max-width:900px">${LONG}</p><div style="overflow-x:auto"><table><tr><td style="min-width:900px">${LONG}</table></div>`],
  ['a box wider than a narrow window', 'reflow', layout, 'cantTell', `<div style="width:900px;height:40px"><p style="width:200px;margin-left:500px">${LONG}</p></div>`, `<img alt="A wheel" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" style="width:900px"><p>${LONG}</p>`],
  ['text that wider spacing cuts off', 'text-spacing', layout, 'failed', SPACED('height:84px;overflow:hidden'), SPACED('min-height:84px;overflow:hidden')],
  ['text that a zoom cuts off', 'resize-text', layout, 'cantTell', `<div style="width:100%;height:40px;overflow:hidden;font-size:16px">${LONG} ${LONG} ${LONG}</div>`, `<div style="width:100%;overflow:hidden">${LONG} ${LONG} ${LONG}</div>`],
  ['a page for one orientation', 'orientation', layout, 'cantTell', `<style>@media (orientation: landscape) and (max-width: 900px) { main { display: none } }</style><main>${LONG} ${LONG}</main><p>Turn it.</p>`, `<main>${LONG} ${LONG}</main>`],
  ['content that flees the pointer', 'hover-content', layout, 'failed', TIP('-60px'), TIP('100%')],
  ['flashes', 'flashes', layout, 'failed', FLASH(80), '<p>Calm</p><script>1</script>'],
  ['what moves for long', 'moving-content', layout, 'cantTell', '<style>@keyframes m{to{margin-left:400px}}div{width:90px;height:90px;background:#08f;animation:m 2s infinite alternate}</style><div></div>', '<style>@keyframes m{to{margin-left:400px}}div{width:90px;height:90px;background:#08f;animation:m 1s 2}</style><div></div>'],
  ['a field that leads away', 'on-input', layout, 'cantTell', '<select aria-label="Country" onchange="location.href=this.value"><option value="/a">A<option value="/b">B</select>', '<select aria-label="Country" onchange="this.title=this.value"><option value="/a">A<option value="/b">B</select>'],
  ['text on a gradient without contrast', 'contrast-of-pixels', engines, 'failed', GRADIENT('#bbb', '#ddd'), GRADIENT('#111', '#333')],
  ['small targets', 'target-size', engines, 'failed', '<button style="width:12px;height:12px;padding:0;border:1px solid">x</button><button style="width:12px;height:12px;padding:0;border:1px solid">y</button>', '<button style="width:30px;height:30px">x</button><button style="width:30px;height:30px">y</button>'],
];

const pages: Record<string, string> = {};
for (const [at, [, , , , bad, good]] of probes.entries()) for (const [name, body] of [['bad', bad], ['good', good]]) pages[`/${at}/${name}`] = `<!doctype html><html lang="en"><title>Bicycles</title><body style="margin:8px">${body}</html>`;

suite('a probe', { skip: withoutChromium }, () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let browsing: Browsing;
  const done = Promise.withResolvers<void>();
  let browsed: Promise<void>;
  before(async () => {
    site = await serveSite('shop.example', pages, { scripts: true });
    const opened = Promise.withResolvers<Browsing>();
    browsed = site.browse(async one => {
      opened.resolve(one);
      await done.promise;
    }, never);
    browsing = await opened.promise;
  });
  after(async () => {
    done.resolve();
    await browsed;
    site.close();
  });
  for (const [at, [says, rule, judge, outcome]] of probes.entries()) {
    test(`finds ${says}, and leaves the same page without it alone`, async () => {
      const found: string[][] = [];
      for (const name of ['bad', 'good']) {
        const opened = await browsing.open(`http://shop.example/${at}/${name}`, WINDOW);
        assert.ok(opened.outcome === 'shown', JSON.stringify(opened));
        await preparePage(opened.page);
        const findings = await judge(opened.page);
        found.push(findings.filter(({ saidBy }) => saidBy.some(one => one.rule === rule)).map(one => one.outcome));
      }
      assert.deepEqual([new Set(found[0]), found[1]], [new Set([outcome]), []]);
    });
  }
});
