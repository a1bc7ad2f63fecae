import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { texts } from '../texts/en/parts.ts';
import classes from './domain-box.module.css';

/** Takes the name of a domain and leads to its check; `domain` is what stands in it first. */
export function DomainBox({ domain = '' }: { domain?: string }) {
  const [typed, setTyped] = useState(domain);
  const navigate = useNavigate();
  return (
    <form
      className={classes.box} action="/domain-checkup.html"
      onSubmit={event => {
        event.preventDefault();
        void navigate({ to: '/domain-checkup.html', search: { domain: typed.trim() } });
      }}
    >
      <TextInput
        className={classes.field} size="lg" label={texts.domain} placeholder={texts.domainExample} name="domain" value={typed} onChange={event => setTyped(event.currentTarget.value)}
        required withAsterisk={false} maxLength={253} autoCapitalize="none" autoComplete="off" spellCheck={false} inputMode="url"
      />
      <Button type="submit" size="lg">{texts.checkDomain}</Button>
    </form>
  );
}
