import { injectedEngine, scriptAt, type Engine } from './engine.ts';

/** https://github.com/dequelabs/axe-core */
const axe = injectedEngine({
  name: 'axe', version: '4.14.1', everyFrame: true,
  libraries: () => [scriptAt(new URL('../../../../../node_modules/axe-core/axe.min.js', import.meta.url))],
  script: () => scriptAt(new URL('./in-page/axe.js', import.meta.url)),
});

/** https://github.com/AccessLint/accesslint */
const accessLint = injectedEngine({
  name: 'accessLint', version: '0.21.0',
  libraries: () => [scriptAt(new URL('../../../../../node_modules/@accesslint/core/dist/index.iife.js', import.meta.url)), 'globalThis.AccessLintCore ??= AccessLintCore;'],
  script: () => scriptAt(new URL('./in-page/accesslint.js', import.meta.url)),
});

/** https://github.com/qualweb/qualweb: its ACT rules without the rest, which would bring a browser of its own. */
const qualWeb = injectedEngine({
  name: 'qualWeb', version: '0.7.5',
  libraries: () => [
    new URL('../../../../../node_modules/@qualweb/qw-page/dist/qw-page.bundle.js', import.meta.url),
    new URL('../../../../../node_modules/@qualweb/util/dist/__webpack/util.bundle.js', import.meta.url),
    new URL('../../../../../node_modules/@qualweb/locale/dist/locale.bundle.js', import.meta.url),
    new URL('../../../../../node_modules/@qualweb/act-rules/dist/__webpack/act.bundle.js', import.meta.url),
  ].map(scriptAt),
  script: () => scriptAt(new URL('./in-page/qualweb.js', import.meta.url)),
});

/** In this order: the last one writes attributes into the page. */
export const engines: readonly Engine[] = [accessLint, axe, qualWeb];
