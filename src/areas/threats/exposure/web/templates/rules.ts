import { defineRules } from '../../../../../core/findings/rules.ts';

/** What a template of the operator's folder found. */
export const templateRules = defineRules({ area: 'exposure', record: 'path', prefix: 'template' }, {
  matched: {
    severity: 'info',
    title: '{title}, at {path}',
    why: 'A template of the community, which the operator of this service has chosen, matches what the website answers. Its title says what that means.',
    fix: { kind: 'webHost', text: 'Open the page and decide whether everybody may see it. If not, forbid the path, or update or switch off what answers there.' },
    references: [{ title: 'Nuclei templates', url: 'https://github.com/projectdiscovery/nuclei-templates' }],
  },
});
