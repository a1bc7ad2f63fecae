const latin = 'áàăâåäãąāæćĉčċçďđéèĕêěëėęēğĝġģĥħíìĭîïĩįīıĵķĺľļłńňñņŋóòŏôöőõøōœĸŕřŗśŝšşßťţŧúùŭûůüűũųūŵýŷÿźžżðþ';
const french = 'ßàáâãäåæçèéêëìíîïñòóôõöùúûüýÿœ';
const nordic = 'áàâäåãæčçđéèêëǧǥíïǩŋńñóòôöõøšŧúüýžʒǯðþ';
const none = ['ad', 'cn', 'cz', 'edu', 'jp', 'nl', 'sk', 'uk', 'us'];

/**
 * The Latin letters besides a to z that a registry takes, by the last label; where a registry is not listed, any are made. From the
 * IDN tables that the registries publish (IANA's repository of IDN practices, and DENIC, AFNIC, EURid, Norid, Traficom, NIC.br, CIRA),
 * widened where neighbours share a list, 2026-11.
 */
export const registryLetters: ReadonlyMap<string, string> = new Map([
  ...none.map(suffix => [suffix, ''] as const),
  ...['de', 'eu', 'pl'].map(suffix => [suffix, `${latin}șț`] as const),
  ...['fr', 're', 'yt', 'pm', 'wf', 'tf', 'be', 'ch', 'li'].map(suffix => [suffix, `${french}ðøþ`] as const),
  ...['fi', 'no'].map(suffix => [suffix, nordic] as const),
  ['br', 'àáâãçéêíóôõúüýÿ'],
  ['ca', 'àâæçèéêëîïôœùûüÿ'],
  ['dk', 'áäåæéóöøüý'],
  ['info', 'áäåąāæćčēéėęģíįīķłļńñņóöőøðśšþúüűųūýźżž'],
]);
