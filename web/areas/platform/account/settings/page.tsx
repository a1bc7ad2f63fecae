import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../../api/auth.ts';
import { client, type DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { holds, sessionQuery, useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/settings.ts';
import { Row } from '../../../../parts/row.tsx';
import { Facts } from '../../../../parts/section.tsx';
import { zonesWith } from '../../../../parts/time-zones.ts';
import { DELETION, Leaving } from './leaving.tsx';
import classes from '../account.module.css';

type Settings = DataOf<'GET /api/settings'>['data'];

/** The account itself: its name and manners, all that it holds, its end. */
export default function SettingsAccount() {
  const session = useSession();
  const query = useGet('GET /api/settings', {});
  const [outcome, setOutcome] = useState<Outcome>(null);
  if (session === null) return null;
  const owner = holds(session.role, 'owner');
  return (
    <div>
      <Loaded of={query} what={texts.account.what}>
        {({ data }) => holds(session.role, 'admin')
          ? <General key={data.version} settings={data} outcome={outcome} onOutcome={setOutcome} />
          : <Row title={texts.account.title} answer={texts.account.readOnly}><Facts of={fieldsOf(data).map(({ label, initial }) => [label, initial] as const)} /></Row>}
      </Loaded>
      <Row title={texts.export.title} answer={texts.export.answer}>
        {owner
          ? <div><Button variant="default" component="a" href="/api/account/export" download leftSection={<Icon name="download" size={15} />}>{texts.export.action}</Button></div>
          : <p className={classes.quiet}>{texts.export.ownersOnly}</p>}
      </Row>
      <Deletion owner={owner} operator={session.account.operator} />
    </div>
  );
}

type Outcome = 'saved' | 'conflict' | null;

/** Named as the service names them when it finds fault with one. */
function fieldsOf({ account }: Settings): readonly Field[] {
  const { account: words } = texts;
  return [
    { name: 'account.name', label: words.name, kind: 'text', autoComplete: 'organization', initial: account.name, maxLength: 100 },
    { name: 'account.timezone', label: words.timezone, kind: 'choice', autoComplete: 'off', hint: words.timezoneHint, initial: account.timezone, options: zonesWith(account.timezone) },
    { name: 'account.locale', label: words.locale, kind: 'choice', autoComplete: 'off', hint: words.localeHint, initial: account.locale, options: localesWith(account.locale) },
  ];
}

/** Languages with the regions that write dates and figures otherwise. */
const LOCALES = [
  'en', 'en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'de', 'de-AT', 'de-CH', 'fr', 'fr-BE', 'fr-CA', 'fr-CH', 'es', 'es-AR', 'es-MX', 'it', 'it-CH', 'nl', 'nl-BE', 'pt', 'pt-BR',
  'da', 'fi', 'nb', 'sv', 'pl', 'cs', 'sk', 'hu', 'ro', 'bg', 'el', 'hr', 'sl', 'et', 'lv', 'lt', 'uk', 'tr', 'ja', 'ko', 'zh-CN', 'zh-TW', 'hi', 'id', 'vi', 'th',
];

function localesWith(current: string): { value: string; label: string }[] {
  return [...new Set([current, ...LOCALES])].map(value => ({ value, label: `${language.languageName(value)} (${value})` }));
}

function General({ settings, outcome, onOutcome }: { settings: Settings; outcome: Outcome; onOutcome: (outcome: Outcome) => void }) {
  const { account: words } = texts;
  const queries = useQueryClient();
  return (
    <Row title={words.title} answer={words.answer}>
      {outcome === 'conflict' && <div className={classes.note} data-status="warn" role="alert"><strong>{words.conflictTitle}</strong><p>{words.conflict}</p></div>}
      <FieldForm
        fields={fieldsOf(settings)} action={words.save} aside={<span role="status">{outcome === 'saved' && words.saved}</span>}
        send={async typed => {
          const account = { name: typed['account.name'], timezone: typed['account.timezone'], locale: typed['account.locale'] };
          const result = await client('PUT /api/settings', { version: settings.version, account });
          const conflict = !result.ok && result.problem.code === 'version_conflict';
          onOutcome(result.ok ? 'saved' : conflict ? 'conflict' : null);
          if (!result.ok && !conflict) return result;
          await Promise.all([queries.invalidateQueries({ queryKey: ['GET /api/settings'] }), queries.invalidateQueries(sessionQuery)]);
          return null;
        }}
      />
    </Row>
  );
}

function Deletion({ owner, operator }: { owner: boolean; operator: boolean }) {
  const { deletion: words } = texts;
  const query = useGet(DELETION, {});
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const begin = async (password: string) => {
    const failure = failureOf(await client('DELETE /api/account', { password }));
    if (failure === null) await queries.invalidateQueries({ queryKey: [DELETION] }).then(() => setAsking(false));
    return failure;
  };
  return (
    <Row title={words.title} answer={words.answer}>
      <Loaded of={query} what={words.what}>
        {({ data: { deleteAfter } }) => {
          if (operator) return <p className={classes.quiet}>{words.operator}</p>;
          if (deleteAfter !== null) return <Leaving deleteAfter={deleteAfter} owner={owner} />;
          if (!owner) return <p className={classes.quiet}>{words.ownersOnly}</p>;
          if (!asking) return <div><Button variant="default" onClick={() => setAsking(true)}>{words.begin}</Button></div>;
          return (
            <FieldForm
              fields={[{ name: 'password', label: words.password, kind: 'password', autoComplete: 'current-password', maxLength: 128 }]} action={words.action} dangerous
              aside={<Button variant="subtle" onClick={() => setAsking(false)}>{words.cancel}</Button>} send={async ({ password = '' }) => begin(password)}
            />
          );
        }}
      </Loaded>
    </Row>
  );
}
