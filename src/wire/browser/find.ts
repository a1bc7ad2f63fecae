import { existsSync } from 'node:fs';

/** Where the packages of Linux distributions and the installers of macOS put Chromium and Chrome. */
const USUAL_PATHS = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/lib/chromium/chromium', '/snap/bin/chromium', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The program to print with: the one that the operator named, or else the first at the usual places; null where there is none. */
export function findChromium(named: string | null): string | null {
  return named ?? USUAL_PATHS.find(position => existsSync(position)) ?? null;
}
