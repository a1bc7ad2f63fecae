import type { Browser } from 'playwright-core';

/** The page as PDF. It runs no script, and whatever it asks for is refused before it leaves; it shares nothing with the pages before it. */
export async function printPage(browser: Browser, html: string): Promise<Uint8Array> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: 'block', acceptDownloads: false });
  try {
    await context.route('**', route => route.abort());
    const page = await context.newPage();
    // The deadline of the whole is the caller's.
    await page.setContent(html, { waitUntil: 'load', timeout: 0 });
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close().catch(() => {});
  }
}

/** What `work` gives; rejects when Chromium goes before: a call that waits for its reply may then wait forever. */
export async function whileRunning<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const tell = (): void => gone.reject(new Error('Chromium has ended.'));
  browser.once('disconnected', tell);
  if (!browser.isConnected()) tell();
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    browser.off('disconnected', tell);
  }
}
