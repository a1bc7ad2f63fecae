import assert from 'node:assert/strict';
import type { Printed } from '../../core/outside/print.ts';
import { findChromium } from './find.ts';

/** The Chromium that tests print with; null where there is none. */
export const chromium = findChromium(process.env['DSS_CHROMIUM'] ?? null);

/** Why tests that print are left out; false where they are not. */
export const withoutChromium = chromium === null && 'no Chromium was found; DSS_CHROMIUM names one';

/** The title that the PDF has for its readers; it stands there as UTF-16 in hexadecimal where it is not ASCII. */
export function titleOf(printed: Printed): string {
  assert.equal(printed.outcome, 'printed', JSON.stringify(printed));
  const text = Buffer.from((printed as { pdf: Uint8Array }).pdf).toString('latin1');
  assert.match(text, /^%PDF-1\.\d/);
  const [, plain, hex] = /\/Title (?:\(((?:[^\\)]|\\.)*)\)|<FEFF([0-9A-F]*)>)/.exec(text)!;
  return plain?.replaceAll(/\\(.)/g, '$1') ?? Buffer.from(hex!, 'hex').swap16().toString('utf16le');
}
