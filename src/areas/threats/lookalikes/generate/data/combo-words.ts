/** Words that names made for fraud put next to a brand, the commonest first. Own selection from published reports, 2026-11. */
export const comboWords: readonly string[] = `login secure account support verify online pay payment service help update mail my app www web signin
  auth billing bank security customer customercare client clients portal access alert confirm confirmation info id identity recover recovery
  reset password unlock validate verification authentication authorize invoice refund reward rewards bonus gift promo offer deals sale store
  shop outlet official group team hq global international cloud drive docs share files download install connect wallet crypto token exchange
  invest trading finance card cards credit loan tax delivery tracking parcel track post package order orders checkout cart hr jobs career
  careers recruitment hiring staff employee intranet vpn sso mfa remote webmail email smtp owa cdn api dev test beta news blog media live tv
  user users member members profile admin helpdesk desk call contact care hotline center service-center notice notification message chat
  business corp inc usa uk eu asia africa india status safe protect ssl https m mobile go get the new now 24 247 365 1 2 2fa 2026 2027`.split(/\s+/);

/** Words that stand between a brand and a suffix when the brand is only a subdomain of a foreign name. */
export const hostWords: readonly string[] = [
  'login', 'secure', 'account', 'verify', 'support', 'signin', 'update', 'online', 'service', 'auth', 'security', 'confirm', 'billing', 'portal', 'help', 'id',
];
