/** Decodes a mail body piece by piece (RFC 2045 §6). */
export interface BodyDecoder {
  push(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** The decoder for a Content-Transfer-Encoding; unknown ones leave the bytes as they are. */
export function bodyDecoder(encoding: string): BodyDecoder {
  if (encoding === 'base64') return base64Decoder();
  if (encoding === 'quoted-printable') return quotedPrintableDecoder();
  return { push: bytes => bytes, end: () => Buffer.alloc(0) };
}

const NOTHING = Buffer.alloc(0);

/** Base64 with anything else in between passed over; padding in the middle ends one run and begins the next. */
export function base64Decoder(): BodyDecoder {
  let rest = '';
  const decode = (text: string): Buffer => {
    const runs = text.split(/=+/);
    return runs.length === 1 ? Buffer.from(text, 'base64') : Buffer.concat(runs.map(run => Buffer.from(run, 'base64')));
  };
  return {
    push(bytes) {
      const text = rest + bytes.toString('latin1').replace(/[^A-Za-z0-9+/=]+/g, '');
      const padded = text.lastIndexOf('=') + 1;
      const whole = text.length - ((text.length - padded) % 4);
      rest = text.slice(whole);
      return whole > 0 ? decode(text.slice(0, whole)) : NOTHING;
    },
    end: () => decode(rest),
  };
}

/** Longest line that is waited for, in characters; the RFC allows 76. */
const MAX_LINE = 4096;

/** Quoted-printable (RFC 2045 §6.7); what follows the rules only by half stays as it is. */
function quotedPrintableDecoder(): BodyDecoder {
  let rest = '';
  const decode = (text: string): Buffer =>
    Buffer.from(text.replace(/=[ \t]*\r?\n/g, '').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))), 'latin1');
  return {
    push(bytes) {
      const text = rest + bytes.toString('latin1');
      const whole = text.lastIndexOf('\n') + 1;
      const escape = text.lastIndexOf('=');
      const cut = text.length - whole <= MAX_LINE ? whole : escape < text.length - MAX_LINE ? text.length : escape;
      rest = text.slice(cut);
      return decode(text.slice(0, cut));
    },
    end: () => decode(rest),
  };
}
