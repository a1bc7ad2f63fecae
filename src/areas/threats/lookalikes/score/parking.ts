/** Nameservers of companies that park or sell names, by their ends. Own collection from their published instructions, 2026-11. */
const parkingNameservers = `sedoparking.com parkingcrew.net bodis.com above.com parklogic.com dan.com undeveloped.com afternic.com namefind.com uniregistrymarket.link
  cashparks.com dsredirection.com ztomy.com voodoo.com rookdns.com hugedomains.com parkingspa.com domainparking.ru parked.com fabulous.com smartname.com
  skenzo.com internettraffic.com giantpanda.com trellian.com expiredns.com parkpage.foundationapi.com onlydomains-parking.com domainmarket.com`.split(/\s+/);

/** What pages of parked names say, in lower case. */
const parkingPhrases = [
  'this domain is for sale', 'domain is for sale', 'domain name is for sale', 'buy this domain', 'this domain may be for sale', 'the domain is parked', 'domain is parked',
  'this domain has been parked', 'parked free, courtesy of', 'domain parking', 'related searches', 'make an offer on this domain', 'inquire about this domain',
  'the owner of this domain has not yet uploaded', 'this domain has recently been registered', 'diese domain steht zum verkauf', 'ce domaine est à vendre', 'este dominio está en venta',
  'sedoparking', 'parkingcrew', 'hugedomains.com/domain_profile', 'dan.com/buy-domain', 'afternic.com/forsale',
];
const MAX_CHARACTERS = 60_000;

/** Whether one of the nameservers is that of a company that parks names. */
export function isParkedAt(nameservers: readonly string[]): boolean {
  return nameservers.some(server => parkingNameservers.some(end => server === end || server.endsWith(`.${end}`)));
}

/** Whether the page says that its name is parked or for sale. */
export function saysParked(html: string): boolean {
  const text = html.slice(0, MAX_CHARACTERS).toLowerCase();
  return parkingPhrases.some(phrase => text.includes(phrase));
}
