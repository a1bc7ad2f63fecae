/** How a library is known by its syntax tree: names of properties and texts, which survive minifying and stripping of comments. */
export interface SyntaxRule {
  /** As npm calls it. */
  name: string;
  /** Under which names the code holds the version, the likeliest first; `*` is any. */
  keys: readonly string[];
  /** Words that all stand within the function that holds the version; of a list, one does. The first is the nearest to the version. */
  marks: readonly (string | readonly string[])[];
  /** Words that stand in another library which has all of the marks as well. */
  without?: readonly string[];
}

/** Chosen from the sources of each library, 2026-11. */
export const syntaxRules: readonly SyntaxRule[] = [
  { name: '@angular/core', keys: ['VERSION', 'new'], marks: ['ng-version'] },
  { name: 'alpinejs', keys: ['version'], marks: ['flushAndStopDeferringMutations', 'interceptInit'] },
  { name: 'angular', keys: ['full'], marks: ['codeName', '$$hashKey'] },
  { name: 'axios', keys: ['VERSION'], marks: ['AxiosError', 'isCancel', 'CancelToken'] },
  { name: 'axios', keys: ['version', 'VERSION', '*'], marks: ['isAxiosError', 'transitional', 'xsrfCookieName'], without: ['AxiosError'] },
  { name: 'backbone', keys: ['VERSION'], marks: ['emulateHTTP', 'emulateJSON'] },
  { name: 'bootstrap', keys: ['VERSION'], marks: ['bs.alert', 'bs.modal'] },
  { name: 'bootstrap', keys: ['VERSION'], marks: ['bs.button', 'bs.collapse'], without: ['bs.alert'] },
  { name: 'bootstrap', keys: ['VERSION'], marks: ['DATA_KEY', 'bs.', 'dispose'], without: ['bs.alert', 'bs.button'] },
  { name: 'chart.js', keys: ['version'], marks: ['getChart', 'overrides'] },
  { name: 'ckeditor', keys: ['version'], marks: ['CKEDITOR_BASEPATH', 'revision'] },
  { name: 'ckeditor5', keys: ['CKEDITOR_VERSION'], marks: ['CKEDITOR_VERSION'] },
  { name: 'core-js', keys: ['version'], marks: ['__core-js_shared__', 'copyright'] },
  { name: 'd3', keys: ['version'], marks: [['thresholdScott', 'rebind'], 'bisector'] },
  { name: 'datatables.net', keys: ['version'], marks: ['aoColumns', 'fnVersionCheck'] },
  { name: 'dompurify', keys: ['version'], marks: ['removed', 'isSupported', 'SAFE_FOR_TEMPLATES'] },
  { name: 'echarts', keys: ['version'], marks: ['getInstanceByDom', 'registerMap'] },
  { name: 'ember', keys: ['VERSION', 'default'], marks: ['VERSION', 'ember-application'] },
  { name: 'fabric', keys: ['version'], marks: ['fabric', 'loadSVGFromURL'] },
  { name: 'froala-editor', keys: ['VERSION'], marks: ['FroalaEditor', 'fr-element'] },
  { name: 'gsap', keys: ['version'], marks: ['globalTimeline', 'registerEffect'] },
  { name: 'hammerjs', keys: ['VERSION'], marks: ['Hammer', 'INPUT_START'] },
  { name: 'handlebars', keys: ['VERSION'], marks: ['HandlebarsEnvironment', 'SafeString'] },
  { name: 'highcharts', keys: ['version'], marks: ['Highcharts', 'product'] },
  { name: 'highlight.js', keys: ['versionString'], marks: ['registerLanguage', 'highlightAuto'] },
  { name: 'hls.js', keys: ['version'], marks: ['hlsManifestParsed'] },
  { name: 'htmx.org', keys: ['version'], marks: ['swappingClass', 'settlingClass'] },
  { name: 'jquery', keys: ['jquery'], marks: ['jquery', 'pushStack', 'noConflict'] },
  { name: 'jquery-migrate', keys: ['migrateVersion'], marks: ['migrateWarnings'] },
  { name: 'jquery-mobile', keys: ['version'], marks: ['mobile', 'pagecontainer', 'activePage'] },
  { name: 'jquery-ui', keys: ['version'], marks: ['ui', '_createWidget'] },
  { name: 'jszip', keys: ['version'], marks: ['loadAsync', 'createFolders'] },
  { name: 'knockout', keys: ['version'], marks: [['foreachHidesDestroyed', 'isWriteableObservable'], 'applyBindings'] },
  { name: 'leaflet', keys: ['version'], marks: ['latLngBounds', 'divIcon', 'polyline'] },
  { name: 'lit', keys: ['push'], marks: ['litElementVersions'] },
  { name: 'lodash', keys: ['VERSION'], marks: ['templateSettings', '__lodash_hash_undefined__'] },
  { name: 'maplibre-gl', keys: ['version', '*'], marks: ['maplibregl-map', 'getVersion'] },
  { name: 'moment', keys: ['version'], marks: ['isMoment', 'updateOffset', 'localeData'] },
  { name: 'moment-timezone', keys: ['version'], marks: ['needsOffset', 'moveAmbiguousForward'] },
  { name: 'mustache', keys: ['version'], marks: ['mustache.js', 'clearCache'] },
  { name: 'next', keys: ['version'], marks: ['__NEXT_DATA__', 'next', ['router', 'appDir']] },
  { name: 'nuxt', keys: ['nuxt'], marks: ['nuxt', 'payload', ['$nuxt', '__NUXT__', 'useNuxtApp']] },
  { name: 'phaser', keys: ['VERSION'], marks: ['HEADLESS', 'ScaleModes', 'WEBGL'] },
  { name: 'plotly.js', keys: ['version'], marks: ['downloadImage', 'newPlot'] },
  { name: 'quill', keys: ['version'], marks: ['ql-container'] },
  { name: 'react', keys: ['version'], marks: [['__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED', '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'], 'cloneElement', 'isValidElement'] },
  { name: 'react-dom', keys: ['reconcilerVersion', 'version'], marks: ['rendererPackageName', 'react-dom'] },
  { name: 'requirejs', keys: ['version'], marks: ['requirejs', 'isBrowser', 'nextTick'] },
  { name: 'sortablejs', keys: ['version'], marks: ['Sortable', 'dragoverBubble'] },
  { name: 'sweetalert2', keys: ['version'], marks: ['DismissReason', 'isUpdatableParameter'] },
  { name: 'three', keys: ['REVISION', 'revision'], marks: ['__THREE__'] },
  { name: 'toastr', keys: ['version'], marks: ['toastClass', 'toast-container'] },
  { name: 'ua-parser-js', keys: ['VERSION'], marks: ['UAParser', 'getEngine'] },
  { name: 'underscore', keys: ['VERSION'], marks: ['templateSettings', 'allKeys', 'isUndefined'], without: ['__lodash_hash_undefined__'] },
  { name: 'video.js', keys: ['VERSION'], marks: ['getPlayers', 'getAllPlayers', 'registerPlugin'] },
  { name: 'vue', keys: ['version'], marks: ['__v_isVNode', '__v_skip'] },
  { name: 'vue', keys: ['version'], marks: ['_isVue', '_isMounted', 'optionMergeStrategies'] },
  { name: 'zrender', keys: ['version'], marks: ['showDebugDirtyRect', 'registerPainter'] },
];
