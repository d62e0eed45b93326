import { useEffect, useState } from 'react';

/**
 * Whether the code of a form runs, and whether its visitor types characters, which a proof of work replaces: with an
 * old browser or a blocked worker, and when the form was posted before its code was here, until it is. Characters that
 * were wrong are typed again.
 */
export function useLive(failed: boolean, problems: Readonly<Record<string, string>>) {
  const [live, setLive] = useState(false);
  const [types, setTypes] = useState(failed);
  const areWrong = Object.hasOwn(problems, 'captcha');
  useEffect(() => {
    setLive(true);
    if (!areWrong) setTypes(false);
  }, [areWrong]);
  return { live, types, typeCharacters: () => setTypes(true) };
}
