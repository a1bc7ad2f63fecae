import { defineTexts } from '../../../../language/index.ts';

/** The uptime of a domain. */
export const texts = defineTexts('assurance/checks/uptime', () => ({
  title: 'Uptime',
  lead: 'Checks the website and the mail server at an interval. Failures become an incident and an alert of the domain.',
  what: 'The uptime of the domain',
  website: 'Website',
  websiteHelp: 'Must answer over HTTPS',
  mail: 'Mail server',
  mailHelp: 'One of the published mail servers must greet on port 25',
  on: { website: 'The website is checked from now on', mail: 'The mail server is checked from now on' },
  off: { website: 'The website is no longer checked', mail: 'The mail server is no longer checked' },
  see: 'See the check',
  failed: 'Changing the uptime',
}));
