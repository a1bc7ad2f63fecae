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
  /** The proxy that all its connections go through; left out, it makes none. */
  way?: { server: string; username: string; password: string };
}

/** Chromium, and whether it keeps pages in its sandbox. */
export interface Started {
  browser: Browser;
  sandbox: boolean;
}

/** Names are not looked up here, and nothing bypasses the proxy, loopback included. */
const ONLY_BY_PROXY = ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-quic'];

/** Of one page's scripts, in MiB: one that wants more is ended, and not the machine. */
const SCRIPT_MEMORY = ['--js-flags=--max-old-space-size=512'];

const START_MS = 20_000;
const NO_SANDBOX = /sandboxing failed|no usable sandbox/i;

/**
 * Starts Chromium over a pipe that dies with this process. It gets nothing of this process's environment, where secrets
 * are. Throws what Chromium says where it does not start.
 */
export async function startBrowser({ executable, root, home, log, way }: Start): Promise<Started> {
  const start = async (sandbox: boolean): Promise<Started> => ({
    sandbox,
    browser: await chromium.launch({
      executablePath: executable, chromiumSandbox: sandbox, env: { HOME: home }, timeout: START_MS, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
      ...(way ? { args: [...ONLY_BY_PROXY, ...SCRIPT_MEMORY], proxy: { ...way, bypass: '<-loopback>' } } : {}),
    }),
  });
  if (root) {
    log('Chromium works without its sandbox, because the service runs as root. Run it as another user to have the sandbox.');
    return start(false);
  }
  try {
    return await start(true);
  } catch (error) {
    if (!NO_SANDBOX.test((error as Error).message)) throw error;
    log('Chromium works without its sandbox, because the system lets this user make none (user namespaces are not allowed).');
    return start(false);
  }
}

/** Ends it and everything that it started, at once: the second call does not wait for what the first asks for. */
export async function killBrowser(browser: Browser): Promise<void> {
  await Promise.allSettled([browser.close(), browser.close()]);
}
