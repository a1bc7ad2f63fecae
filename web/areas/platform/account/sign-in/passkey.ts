import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../../../src/surfaces/client/index.ts';
import { passkeysInField, signInByPasskey, type SignInStep } from '../../../../api/auth.ts';

interface PasskeyState {
  /** Why the last one was refused. */
  failure: Failure | null;
  busy: boolean;
  /** Asks the browser for a passkey, in its own dialog. */
  start: () => void;
}

/** Signs in by passkey: browsers that can offer them in the field for the address, all others by `start`. */
export function usePasskey(enter: (step: SignInStep) => Promise<Failure | null>): PasskeyState {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const entering = useRef(enter);
  entering.current = enter;
  const asking = useRef<AbortController | null>(null);

  const ask = useCallback(async (mediation: CredentialMediationRequirement): Promise<void> => {
    // A browser asks for one credential at a time.
    asking.current?.abort();
    const mine = asking.current = new AbortController();
    const step = await signInByPasskey(mediation, mine.signal);
    if (step !== null && !mine.signal.aborted) setFailure(await entering.current(step));
  }, []);

  useEffect(() => {
    void passkeysInField().then(can => can ? ask('conditional') : undefined);
    return () => asking.current?.abort();
  }, [ask]);

  const start = (): void => {
    setBusy(true);
    setFailure(null);
    void ask('optional').finally(() => setBusy(false));
  };
  return { failure, busy, start };
}
