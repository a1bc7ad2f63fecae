/** Public suffixes with the most names and the most abuse, most likely first. Own selection from registries' published counts, 2026-11. */
export const commonSuffixes: readonly string[] = `com net org co info io app shop online xyz top site store club vip live life world today
  cc me tv biz us uk co.uk de eu fr nl it es ru cn in com.br com.au ca ch be at pl se no dk fi ie pt cz sk hu ro bg gr tr com.tr
  jp co.jp kr tw hk sg my com.my id co.id th vn ph pk ae sa com.sa il co.il za co.za ng com.ng ke co.ke eg ma mx com.mx ar com.ar cl pe com.pe
  com.co nz co.nz su ua kz by lt lv ee si hr rs is lu li cat asia ws pw tk ml ga cf gq la to so ai gg im sh ac vc ly link click
  support help email cloud digital services solutions company group agency center network systems tech space website web host press pro
  work works business finance money bank cash loan credit fund insurance exchange trade market deals sale win bid icu cyou buzz monster
  rest fun fit bar cam lol mobi name tel jobs one plus zone team run chat news media blog page dev security care health
  sbs cfd bond quest beauty hair skin makeup autos boats homes`.split(/\s+/);

/** Second levels under which a country registers names for everybody. */
export const secondLevels: Readonly<Record<string, readonly string[]>> = {
  uk: ['co', 'org', 'me', 'ltd', 'plc', 'net'], br: ['com', 'net', 'org', 'blog', 'app'], au: ['com', 'net', 'org', 'id'], nz: ['co', 'net', 'org', 'ac'],
  za: ['co', 'org', 'net', 'web'], jp: ['co', 'or', 'ne', 'gr', 'ac'], kr: ['co', 'or', 'ne', 'pe', 're'], in: ['co', 'net', 'org', 'firm', 'gen', 'ind'],
  tr: ['com', 'net', 'org', 'web', 'gen', 'biz'], mx: ['com', 'net', 'org'], ar: ['com', 'net', 'org'], pl: ['com', 'net', 'org', 'info', 'biz'],
  cn: ['com', 'net', 'org', 'ac'], tw: ['com', 'net', 'org', 'idv'], hk: ['com', 'net', 'org', 'idv'], sg: ['com', 'net', 'org', 'per'],
  my: ['com', 'net', 'org', 'name'], id: ['co', 'or', 'web', 'my', 'biz'], th: ['co', 'or', 'in'], il: ['co', 'org', 'net'], ua: ['com', 'net', 'org', 'in'],
  es: ['com', 'nom', 'org'], pt: ['com', 'org'], fr: ['com', 'asso', 'nom'], at: ['co', 'or'], ke: ['co', 'or', 'ne'], ng: ['com', 'org', 'net'],
  pe: ['com', 'net', 'org'], co: ['com', 'net', 'nom'], sa: ['com', 'net', 'org'], ru: ['com', 'net', 'org'],
};
