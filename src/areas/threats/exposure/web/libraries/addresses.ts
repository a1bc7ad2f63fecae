import type { Sighting } from './patterns.ts';

const version = String.raw`(\d+(?:\.\d+){0,3}(?:-[\w.]{1,24})?)`;
const packageName = String.raw`((?:@[a-z0-9][\w.-]{0,60}\/)?[a-z0-9][\w.-]{0,60}?)`;

/** How the large delivery networks write package and version into an address. */
const networks: readonly { host: RegExp; path: RegExp }[] = [
  { host: /(^|\.)jsdelivr\.net$/, path: new RegExp(`^/(?:npm|combine/npm)/${packageName}@${version}(?:/|$)`) },
  { host: /^(unpkg\.com|esm\.sh|cdn\.skypack\.dev|esm\.run|ga\.jspm\.io)$/, path: new RegExp(`^/(?:npm:|pin/|v\\d+/)?${packageName}@v?${version}(?:[-/]|$)`) },
  { host: /^(cdnjs\.cloudflare\.com|ajax\.googleapis\.com|ajax\.aspnetcdn\.com|lib\.baomitu\.com|cdn\.bootcdn\.net|cdn\.bootcss\.com|cdn\.staticfile\.(org|net))$/, path: new RegExp(`^/(?:ajax/libs/|ajax/)?([A-Za-z0-9][\\w.-]{0,60})/${version}/`) },
];

/** What cdnjs and its like call a library that npm knows by another name. */
const otherNames: Readonly<Record<string, string>> = {
  'angular.js': 'angular', angularjs: 'angular', 'backbone.js': 'backbone', Chart: 'chart.js', 'Chart.js': 'chart.js', datatables: 'datatables.net', 'ember.js': 'ember',
  'handlebars.js': 'handlebars', jqueryui: 'jquery-ui', 'jquery-migrate': 'jquery-migrate', 'jquery.validate': 'jquery-validation', 'jquery-validate': 'jquery-validation', 'lodash.js': 'lodash',
  'moment.js': 'moment', 'mustache.js': 'mustache', 'pdf.js': 'pdfjs-dist', 'require.js': 'requirejs', Swiper: 'swiper', 'three.js': 'three', 'twitter-bootstrap': 'bootstrap',
  'underscore.js': 'underscore', 'video.js': 'video.js', webfont: 'webfontloader',
};

/** Package and version that the address of a delivery network names. `address` is the whole address, without which nothing is known. */
export function byNetwork(address: string): Sighting[] {
  const url = URL.parse(address);
  if (!url) return [];
  const path = url.pathname.replaceAll(/%40/gi, '@');
  return networks.flatMap(network => {
    const [, name, found] = (network.host.test(url.hostname) && network.path.exec(path)) || [];
    return name && found ? [{ name: otherNames[name] ?? name, version: found, text: `${url.hostname}${path}` }] : [];
  });
}
