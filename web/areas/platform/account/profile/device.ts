/** What a session runs on, as far as its browser says; null for what is not known. */
export interface Device {
  /** `program` for what does not even claim to be a browser. */
  browser: string | null;
  system: string | null;
}

/** In this order: browsers name those that they are built on or want to pass for, too. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//], ['Opera', /\b(OPR|Opera)\//], ['Samsung Internet', /\bSamsungBrowser\//], ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//], ['Chrome', /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//], ['Safari', /\bVersion\/.*\bSafari\//],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/], ['iPad', /\biPad\b/], ['Android', /\bAndroid\b/], ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/], ['Mac', /\bMac OS X\b|\bMacintosh\b/], ['Linux', /\bLinux\b|\bX11\b/],
];

/** Reads a header `User-Agent`, which anybody may have made up. */
export function deviceIn(userAgent: string | null): Device {
  const find = (list: readonly [string, RegExp][]): string | null => list.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null;
  if (userAgent !== null && userAgent !== '' && !userAgent.startsWith('Mozilla/') && !userAgent.startsWith('Opera/')) return { browser: 'program', system: find(systems) };
  return { browser: find(browsers), system: find(systems) };
}
