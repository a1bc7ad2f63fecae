import { defineRules } from '../../../../../core/findings/rules.ts';

/** What a template of the operator's folder found. */
export const templateRules = defineRules({ area: 'exposure', record: 'path', prefix: 'template' }, {
  matched: {
    severity: 'info',
    title: '{title}, at {path}',
    why: 'A community template that the operator of this service has enabled matches the response of the website. Its title names the issue.',
    fix: { kind: 'webHost', text: 'Open the page and decide whether it should be public. If not, block the path, or update or switch off the software behind it.' },
    references: [{ title: 'Nuclei templates', url: 'https://github.com/projectdiscovery/nuclei-templates' }],
  },
});
