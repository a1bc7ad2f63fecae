import { chromium, type Browser } from 'playwright-core';

/** How Chromium is started. */
export interface Start {
  /** Path of the program. */
  executable: string;
  /** Whether this process runs as root, under whom Chromium has no sandbox. */
  root: boolean;
  /** A folder that Chromium may write to, for the caches that its libraries keep. */
  home: string;
  /** Hears why there is no sandbox. */
  log(line: string): void;
}

const START_MS = 20_000;
const NO_SANDBOX = /sandboxing failed|no usable sandbox/i;

/**
 * Starts Chromium over a pipe that dies with this process. It gets nothing of this process's environment, where secrets
 * are. Throws what Chromium says where it does not start.
 */
export async function startBrowser({ executable, root, home, log }: Start): Promise<Browser> {
  const start = (chromiumSandbox: boolean) => chromium.launch({
    executablePath: executable, chromiumSandbox, env: { HOME: home }, timeout: START_MS, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
  });
  if (root) {
    log('Chromium prints without its sandbox, because the service runs as root. Run it as another user to have the sandbox.');
    return start(false);
  }
  try {
    return await start(true);
  } catch (error) {
    if (!NO_SANDBOX.test((error as Error).message)) throw error;
    log('Chromium prints without its sandbox, because the system lets this user make none (user namespaces are not allowed).');
    return start(false);
  }
}

/** Ends it and everything that it started, at once: the second call does not wait for what the first asks for. */
export async function killBrowser(browser: Browser): Promise<void> {
  await Promise.allSettled([browser.close(), browser.close()]);
}
