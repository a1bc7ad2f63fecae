import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { texts } from '../texts/parts.ts';
import classes from './domain-box.module.css';

interface DomainBoxProps {
  /** What stands in it first. */
  domain?: string;
  /** Gets the name; left out, the box leads to the page that checks it. */
  onCheck?: (domain: string) => void;
}

/** Takes the name of a domain to check. */
export function DomainBox({ domain = '', onCheck }: DomainBoxProps) {
  const [typed, setTyped] = useState(domain);
  const navigate = useNavigate();
  return (
    <form
      className={classes.box} action="/domain-checkup.html"
      onSubmit={event => {
        event.preventDefault();
        if (onCheck) onCheck(typed.trim());
        else void navigate({ to: '/domain-checkup.html', search: { domain: typed.trim() } });
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
