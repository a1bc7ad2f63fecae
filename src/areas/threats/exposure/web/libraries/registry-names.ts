import { cpeOf, purlOf } from '../component.ts';

/** What CPEs call a library of npm, as `vendor:product`, after NVD's dictionary (2026-11). */
const products: Readonly<Record<string, string>> = {
  '@angular/core': 'angular:angular',
  alasql: 'alasql:alasql',
  angular: 'angularjs:angular.js',
  axios: 'axios:axios',
  backbone: 'backbonejs:backbone.js',
  bootstrap: 'getbootstrap:bootstrap',
  'chart.js': 'chartjs:chart.js',
  ckeditor: 'ckeditor:ckeditor',
  ckeditor5: 'ckeditor:ckeditor5',
  'datatables.net': 'datatables:datatables.net',
  dojo: 'openjsf:dojo',
  dompurify: 'cure53:dompurify',
  echarts: 'apache:echarts',
  ember: 'emberjs:ember.js',
  fabric: 'fabricjs:fabric.js',
  'froala-editor': 'froala:froala_editor',
  handlebars: 'handlebarsjs:handlebars',
  'highlight.js': 'highlightjs:highlight.js',
  highcharts: 'highcharts:highcharts',
  'htmx.org': 'bigskysoftware:htmx',
  jplayer: 'happyworm:jplayer',
  jquery: 'jquery:jquery',
  'jquery-mobile': 'jquery:jquery_mobile',
  'jquery-ui': 'jqueryui:jquery_ui',
  'jquery-validation': 'jqueryvalidation:jquery_validation',
  jszip: 'jszip_project:jszip',
  knockout: 'knockoutjs:knockout',
  lodash: 'lodash:lodash',
  'markdown-it': 'markdown-it_project:markdown-it',
  marked: 'marked_project:marked',
  mathjax: 'mathjax:mathjax',
  moment: 'momentjs:moment',
  mootools: 'mootools:mootools',
  mustache: 'mustache.js_project:mustache.js',
  next: 'vercel:next.js',
  nuxt: 'nuxt:nuxt',
  'pdfjs-dist': 'mozilla:pdf.js',
  'plotly.js': 'plotly:plotly.js',
  plupload: 'tiny:plupload',
  prototypejs: 'prototypejs:prototype',
  quill: 'slab:quill',
  react: 'facebook:react',
  'react-dom': 'facebook:react-dom',
  requirejs: 'requirejs:requirejs',
  select2: 'select2:select2',
  svelte: 'svelte:svelte',
  swiper: 'swiperjs:swiper',
  three: 'threejs:three.js',
  tinymce: 'tiny:tinymce',
  'ua-parser-js': 'ua-parser-js_project:ua-parser-js',
  underscore: 'underscorejs:underscore',
  'video.js': 'videojs:video.js',
  vue: 'vuejs:vue.js',
  yui: 'yahoo:yui',
};

/** What the packages of libraries are called on npm whose own name is another one; null where they are none. */
const packages: Readonly<Record<string, string | null>> = {
  'blueimp-file-upload': 'blueimp-file-upload',
  ckeditor: 'ckeditor4',
  DWR: null,
  dwr: null,
  ember: 'ember-source',
  ExtJS: null,
  'jquery-ui-dialog': 'jquery-ui',
  pendo: null,
  prototypejs: null,
  'jquery.prettyPhoto': null,
  sessvars: null,
};

/** The names of a library, as the lists of vulnerabilities have them. */
export function registryNames(name: string, version: string | null): { cpe23: string | null; purl: string | null } {
  const product = products[name];
  const npm = packages[name] === undefined ? name : packages[name];
  return { cpe23: product === undefined ? null : cpeOf(product, version), purl: npm === null ? null : purlOf(`npm/${npm.replace('@', '%40')}`, version) };
}
