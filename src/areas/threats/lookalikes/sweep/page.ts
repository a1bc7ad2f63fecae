/** What the front page of a candidate says. */
export interface PageSaid {
  title: string | null;
  /** Whether a form asks for a password or a card number. */
  asksForSecrets: boolean;
  /** Hosts that forms with such fields send to; relative addresses are left out. */
  sendsTo: readonly string[];
}

const MAX_CHARACTERS = 262_144;
const MAX_TITLE = 200;
const MAX_FIELDS = 2000;
const CARD = /\b(cc-number|cc-csc|card-?number|cardnumber|cvv|cvc)\b/i;

/** Reads title and forms of a page; total, in linear time. */
export function readFrontPage(html: string): PageSaid {
  const text = html.slice(0, MAX_CHARACTERS);
  const title = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE) ?? null;
  const [sendsTo, fields] = [new Set<string>(), text.matchAll(/<(form|input)\b([^>]{0,2000})/gi).take(MAX_FIELDS)];
  let [action, asksForSecrets] = [null as string | null, false];
  for (const [, tag, attributes] of fields) {
    if (tag!.toLowerCase() === 'form') {
      action = hostIn(attributes!);
    } else if (/\btype\s{0,5}=\s{0,5}["']?password\b/i.test(attributes!) || CARD.test(attributes!)) {
      asksForSecrets = true;
      if (action !== null) sendsTo.add(action);
    }
  }
  return { title: title || null, asksForSecrets, sendsTo: [...sendsTo] };
}

function hostIn(attributes: string): string | null {
  const address = /\baction\s{0,5}=\s{0,5}["']?\s{0,5}(https?:\/\/[^"'\s>]{1,1000})/i.exec(attributes)?.[1];
  return address === undefined ? null : URL.parse(address)?.hostname ?? null;
}
