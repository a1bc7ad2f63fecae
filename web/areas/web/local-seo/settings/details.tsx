import { Part } from '../../../../parts/section.tsx';
import { BusinessFields, useBusinessDraft } from '../business-fields.tsx';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';
import { ChangeForm, useChange } from './change.tsx';

const { details: words } = texts;

/** Name, location, address and ids. */
export function Details({ of: business }: { of: Business }) {
  const { save, wrong, ...sent } = useChange(business.id);
  const { input, ...entered } = useBusinessDraft(business);
  return (
    <Part title={words.title} answer={words.says}>
      <ChangeForm label={words.title} failed={words.failed} {...sent} isAtField={Object.keys(wrong).length > 0} onSave={() => save(input)}><BusinessFields {...entered} error={sent.error} isNew={false} /></ChangeForm>
    </Part>
  );
}
