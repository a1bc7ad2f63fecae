/** The pages of one domain. */
export const texts = {
  what: 'The domain',
  back: 'Domains',
  sections: { report: 'Report', email: 'E-mail', history: 'History', subdomains: 'Subdomains', setup: 'Set-up' },
  navigation: 'Parts of the domain',
} as const;
