import { numberOfListings } from '../content/site/catalogue.server.ts';

/** An agency with fewer properties may well sell half of them. */
const FEW = 10;

/** A sentence when most properties of a version are missing in the next one: a folder may be lost or not mounted. */
export function vanishedFrom(beforeDir: string, nextDir: string): string | null {
  const [was, is] = [numberOfListings(beforeDir), numberOfListings(nextDir)];
  if (was === null || is === null || was < FEW || is >= was / 2) return null;
  return (
    `The site shows ${was} properties, and the content has only ${is}. Look whether its folder "properties" is ` +
    'complete; when this is meant, run "npm run site -- publish --force".'
  );
}
