/** What other checks know and DMARC needs; `unknown` where their lookups failed. */
export interface Others {
  /** TXT records of the domain itself. */
  apexTxt: readonly string[];
  hasSpf: boolean | 'unknown';
  hasDkim: boolean | 'unknown';
  /** The domain takes no mail (null MX). */
  nullMx: boolean;
  /** It says that nobody may send in its name: no mail of its own can suffer from a policy. */
  allowsNobody: boolean;
}
