// What a page is like after its scripts ran, and how long it took: facts, judged elsewhere.
(() => {
  const MAX_HTML = 5 * 1024 * 1024;
  const MAX_IMAGES = 200;
  // What came before anybody watched is kept by the browser; it gives it at once.
  const recorded = type => {
    try {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      const entries = observer.takeRecords();
      observer.disconnect();
      return entries;
    } catch {
      return [];
    }
  };
  const [navigation] = performance.getEntriesByType('navigation');
  const images = [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).slice(0, MAX_IMAGES);
  return {
    html: document.documentElement.outerHTML.slice(0, MAX_HTML),
    elements: document.getElementsByTagName('*').length,
    images: images.map(image => ({ url: image.currentSrc.slice(0, 2000), naturalWidth: image.naturalWidth, shownWidth: Math.round(image.getBoundingClientRect().width * devicePixelRatio) })),
    lcpMs: recorded('largest-contentful-paint').at(-1)?.startTime ?? null,
    fcpMs: recorded('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? null,
    loadMs: navigation?.loadEventEnd || null,
    shifts: recorded('layout-shift').filter(({ hadRecentInput }) => !hadRecentInput).map(({ startTime, value }) => ({ atMs: startTime, value })),
    tasks: recorded('longtask').map(({ startTime, duration }) => ({ atMs: startTime, tookMs: duration })),
  };
})()
